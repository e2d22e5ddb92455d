import type { Opener } from '../infra/local/stack.ts'
import type { HttpOperation } from '../shared/operations/define.ts'
import * as registry from '../shared/runtime/registry.ts'
import type { Table } from '../shared/table/table.ts'
import { withFaults } from './faults.ts'

const quietMs = 5

const elsewhere = ['fetch', 'open a socket', 'secret', 'send on a socket', 'sqs']

/**
 * Counts sequential round trips to the table, whatever the machine's speed. Concurrent requests
 * count as one trip.
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
        getMany: async (keys) => (keys.length ? stepped.table.getMany(keys) : []),
      }
      const random = { ...stepped.random, number: () => withoutCompactor(stepped.random.number()) }
      return await entry.open({ ...stepped, table, random, secrets: parts.secrets }, registry)(event, context)
    } finally {
      counted.push(count)
    }
  }

  const tripsOf = (operation: string) => namesOf(operation).map(({ length }) => length)
  const namesOf = (operation: string) => counted.flatMap((one) => (one.operation === operation ? [one.trips] : []))
  return { open, tripsOf, namesOf }
}

/** Avoids ids that start a list's compaction (one in 16), which makes two more round trips. */
const withoutCompactor = (drawn: number): number => {
  const low = Math.floor(drawn * idsPerMs)
  return low % 16 === 0 ? (low + 1) / idsPerMs : drawn
}
const idsPerMs = 4096

/** Maximum number of sequential round trips of a request, including the read of its token. */
export const tripsMax = ({ id, query }: HttpOperation): number => {
  const isListPage = query !== undefined && 'per_page' in query.fields
  return isListPage ? 4 : (exceptions.get(id) ?? 2)
}

const exceptions = new Map([
  // Three trips: reads, holds the price, and records the carrier's answer.
  ['send-sms', 3],
  // Third trip: finds leads that wait until this number leaves the blacklist.
  ['remove-from-blacklist', 3],
])
