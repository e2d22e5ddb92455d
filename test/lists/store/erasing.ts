import { eraseUser } from '../../../infra/admin/erase.ts'
import { isRefusal } from '../../../infra/admin/refusal.ts'
import { users } from '../../../shared/data/account/users.ts'
import { campaigns } from '../../../shared/data/campaigns/campaigns.ts'
import { userData, userDataNouns } from '../../../shared/data/people/user-data.ts'
import { tokenKey } from '../../../shared/table/keys.ts'
import type { Table } from '../../../shared/table/table.ts'
import { type Erasure, openLives, user } from './lives.ts'
import { type ModelOperation, tinyLimits } from './model.ts'
import { dyingTable, untilDeath } from './processes.ts'

const settings = { get: () => undefined, required: () => 'https://recordings.example', group: () => ({}) }
const noNumbers = {
  numbers: { list: async () => [], find: async () => undefined },
  subscriptions: { leave: async () => true, remove: async () => {} },
  carrier: { fetchNumber: async () => undefined, releaseNumber: async () => {}, forgetCallerId: async () => {} },
}
const noRecordings = async () => new Response('')

/** Erases a user while this user's requests and compactors continue. */
export const openErasable = (whileWaiting = async () => {}) => {
  const erasure: Erasure = {}
  const lives = openLives(tinyLimits, erasure)
  const { table, clock, facts } = lives
  const underWay = new Set<Promise<void>>()
  const token = tokenKey(user, 'token')

  const isAllowed = async (over: Table, operation: ModelOperation) =>
    ['seal', 'close', 'wait'].includes(operation.do) || (await over.get(token)) !== undefined
  const perform = async (over: Table, operation: ModelOperation) => {
    if (await isAllowed(over, operation)) await lives.perform(over, operation)
  }

  const sleep = async (delayMs: number) => {
    await Promise.allSettled([...underWay])
    await whileWaiting()
    lives.pass(delayMs)
  }
  const erase = async (over: Table): Promise<boolean> => {
    erasure.began ??= lives.tick()
    const parts = { ...lives.partsOver(over), clock: { ...clock, sleep } }
    try {
      await eraseUser(user, {
        userData: userData(parts),
        users: users(parts),
        campaigns: campaigns(parts),
        ...noNumbers,
        clock: parts.clock,
        stack: { parts: { settings, clock, fetch: noRecordings } },
        showProgress: () => {},
      })
    } catch (cause) {
      if (isRefusal(cause)) return false
      throw cause
    }
    erasure.ended ??= lives.tick()
    return true
  }

  return {
    ...lives,
    begin: async () => {
      await lives.begin()
      await table.write([{ put: { ...token } }])
    },
    perform: async (over: Table, operation: ModelOperation) => {
      const performing = perform(over, operation)
      underWay.add(performing)
      await performing.finally(() => underWay.delete(performing))
    },
    /**
     * Returns true when the erasure finished, false when a live call stopped it or the process
     * crashed. `dies`: number of requests before the crash.
     */
    erase: async (over: Table, dies?: number) => {
      for (const which of facts.keys()) await lives.perform(over, { do: 'close', which, status: 0 })
      return (await untilDeath(erase(dies === undefined ? over : dyingTable(over, dies)))) ?? false
    },
    left: async () => (await Promise.all(userDataNouns.map((noun) => userData({ table }).page(user, noun)))).flat(),
  }
}
