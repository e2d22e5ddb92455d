import type { Opener } from '../infra/local/stack.ts'
import * as registry from '../shared/runtime/registry.ts'
import { withFaults } from './faults.ts'

/** A pause in which whatever can go on without an answer has gone on, in real milliseconds. */
const quietMs = 5

/**
 * Counts the round trips that invocations make in sequence, whatever the machine is busy with: what is asked for at one time is
 * answered at one time, and each such round is one trip. Secrets are not counted, because a function that has run before knows them.
 */
export const openTrips = () => {
  const counted: { operation: string; trips: number }[] = []

  const open: Opener = (entry, parts) => async (event, context) => {
    const count = { operation: entry.operation.id, trips: 0 }
    let asked: (() => Promise<() => void>)[] = []
    const answer = async () => {
      const round = asked
      asked = []
      count.trips += 1
      const answers = await Promise.all(round.map((perform) => perform()))
      for (const goOn of answers) goOn()
    }
    const step = <T>(_name: string, perform: () => Promise<T>): Promise<T> =>
      new Promise((resolve, reject) => {
        if (asked.length === 0) setTimeout(answer, quietMs)
        asked.push(() =>
          perform().then(
            (answered) => () => resolve(answered),
            (cause) => () => reject(cause),
          ),
        )
      })
    try {
      return await entry.open({ ...withFaults(parts, step), secrets: parts.secrets }, registry)(event, context)
    } finally {
      counted.push(count)
    }
  }

  /** The trips of an operation's invocations, the newest last. */
  const tripsOf = (operation: string) => counted.flatMap((one) => (one.operation === operation ? [one.trips] : []))
  return { open, tripsOf }
}
