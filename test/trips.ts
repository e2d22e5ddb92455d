import type { Opener } from '../infra/local/stack.ts'
import type { HttpOperation } from '../shared/operations/define.ts'
import * as registry from '../shared/runtime/registry.ts'
import type { Table } from '../shared/table/table.ts'
import { withFaults } from './faults.ts'

/** A pause in which whatever can go on without an answer has gone on, in real milliseconds. */
const quietMs = 5

/** Requests of a function to others than the table. */
const elsewhere = ['fetch', 'open a socket', 'secret', 'send on a socket', 'sqs']

/**
 * Counts the round trips to the table that invocations make in sequence, whatever the machine is
 * busy with: what is asked for at one time is answered at one time, and each such round is one trip
 * if anything of it is asked of the table. Secrets cost no round, because a function that has run
 * before knows them.
 */
export const openTrips = () => {
  const counted: { operation: string; trips: string[] }[] = []

  const open: Opener = (entry, parts) => async (event, context) => {
    const count = { operation: entry.operation.id, trips: [] as string[] }
    let asked: { name: string; perform: () => Promise<() => void> }[] = []
    const answer = async () => {
      const round = asked
      asked = []
      const names = round.map(({ name }) => name).filter((name) => !elsewhere.includes(name))
      if (names.length) count.trips.push(names.join(', '))
      const answers = await Promise.all(round.map(({ perform }) => perform()))
      for (const goOn of answers) goOn()
    }
    const step = <T>(name: string, perform: () => Promise<T>): Promise<T> =>
      new Promise((resolve, reject) => {
        if (asked.length === 0) setTimeout(answer, quietMs)
        asked.push({
          name,
          perform: () =>
            perform().then(
              (answered) => () => resolve(answered),
              (cause) => () => reject(cause),
            ),
        })
      })
    try {
      const stepped = withFaults(parts, step)
      const table: Table = {
        ...stepped.table,
        // Nothing travels for no keys.
        getMany: async (keys) => (keys.length ? stepped.table.getMany(keys) : []),
      }
      const random = { ...stepped.random, number: () => withoutCompactor(stepped.random.number()) }
      return await entry.open({ ...stepped, table, random, secrets: parts.secrets }, registry)(event, context)
    } finally {
      counted.push(count)
    }
  }

  /** The trips of an operation's invocations, the newest last. */
  const tripsOf = (operation: string) => namesOf(operation).map(({ length }) => length)
  /** Requests of each trip. */
  const namesOf = (operation: string) => counted.flatMap((one) => (one.operation === operation ? [one.trips] : []))
  return { open, tripsOf, namesOf }
}

/**
 * One record in 16, by its id, starts the compactor: two trips more, which are no part of an
 * ordinary request.
 */
const withoutCompactor = (drawn: number): number => {
  const low = Math.floor(drawn * idsPerMs)
  return low % 16 === 0 ? (low + 1) / idsPerMs : drawn
}
const idsPerMs = 4096

/** Sequential round trips to the table that an ordinary request may make, its token included. */
export const tripsMax = ({ id, query }: HttpOperation): number => {
  const isListPage = query !== undefined && 'per_page' in query.fields
  return isListPage ? 4 : (exceptions.get(id) ?? 2)
}

const exceptions = new Map([
  // Reads, holds the price, asks the carrier, and records what came of it.
  ['send-sms', 3],
  // Leads that were set aside are looked for when the number is off the list, so that none is set
  // aside behind the look.
  ['remove-from-blacklist', 3],
])
