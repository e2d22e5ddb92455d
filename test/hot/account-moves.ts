import { accounts } from '../../shared/data/account/accounts.ts'
import { ledger } from '../../shared/data/account/ledger.ts'
import { calls } from '../../shared/data/calls/calls.ts'
import { type Account, liveCallIds } from '../../shared/domain/account/account.ts'
import { balanceKey, callKey, holdKey, userKey } from '../../shared/table/keys.ts'
import { idAt } from '../../shared/words/id.ts'
import { ringingCall } from '../fixtures.ts'
import type { CrowdedTable } from './crowded-table.ts'

export const user_id = 7
const settings = { get: (name: string) => (name === 'LIVE_CALLS_PER_USER' ? '100000' : undefined) }

export interface Lived {
  made: number
  refused: number
  failed: unknown[]
  tookMs: number[]
}

/** Number of concurrent function instances, which share no memory. */
const processes = 50

/**
 * Makes random moves of one account's money: reservations for texts and calls, charges of calls a
 * second later, and payments.
 */
export const liveMoves = async (
  crowd: CrowdedTable,
  { perSecond, count, balance }: { perSecond: number; count: number; balance: number },
): Promise<Lived> => {
  const { table, clock, random } = crowd
  const at = <T>(many: T[]): T => many[Math.floor(random.number() * many.length)] as T
  const books = Array.from({ length: processes }, () => ledger(crowd))
  const houses = Array.from({ length: processes }, () => accounts({ ...crowd, settings }))
  const registers = Array.from({ length: processes }, () => calls(crowd))
  await table.write([{ put: { ...userKey(user_id), id: user_id } }])
  await at(books).move({ user_id, type: 'top_up', amount: balance, description: 'Paid' })
  crowd.forget()

  const lived: Lived = { made: 0, refused: 0, failed: [], tookMs: [] }
  const timed = async (move: () => Promise<boolean>): Promise<boolean> => {
    const began = clock.now()
    try {
      const isMade = await move()
      lived[isMade ? 'made' : 'refused'] += 1
      lived.tookMs.push(clock.now() - began)
      return isMade
    } catch (cause) {
      lived.failed.push(cause)
      return false
    }
  }
  const price = () => 1 + Math.floor(random.number() * 50_000)
  let texts = 0
  const text = () =>
    timed(async () => {
      const entry = {
        user_id,
        type: 'hold' as const,
        amount: -price(),
        description: 'SMS to +12025550100, segments: 1',
      }
      const put = { pk: `${user_id}#sms`, sk: String(++texts), text: 'Your appointment is tomorrow at nine.' }
      const beside = [{ put, when: { expression: 'attribute_not_exists(#pk)' } }]
      return (await at(books).move(entry, { floor: 0, beside })).moved
    })
  const pay = () =>
    timed(async () => (await at(books).move({ user_id, type: 'top_up', amount: price() * 5, description: '' })).moved)
  const call = async () => {
    const id = idAt(clock.now(), random.number())
    const minutes = { carrier_minute: 10_000, platform_minute: 5_000 }
    const ringing = { ...ringingCall({ id, user_id, assistant_id: 1 }, clock.now()), ...minutes }
    await table.write([{ put: { ...callKey(user_id, id), ...ringing } }])
    if (!(await timed(async () => (await at(houses).hold(ringing)).minutes !== undefined))) return
    await clock.sleep(1000)
    const total_cost = 1 + Math.floor(random.number() * 60_000)
    await timed(async () => {
      await at(registers).charge({ ...ringing, total_cost, closed_at: clock.now() }, clock.now())
      return true
    })
  }
  const all: Promise<unknown>[] = []
  for (let begun = 0; begun < count; ) {
    const draw = random.number()
    if (draw < 0.5) {
      all.push(text())
      begun += 1
    } else if (draw < 0.95) {
      all.push(call())
      begun += 2
    } else {
      all.push(pay())
      begun += 1
    }
    await clock.sleep((-Math.log(1 - random.number()) * 1000 * 1.45) / perSecond)
  }
  await Promise.all(all)
  lived.tookMs.sort((one, other) => one - other)
  return lived
}

export const accountOf = async ({ table }: CrowdedTable) => {
  const account = (await table.get<Account>(balanceKey(user_id))) ?? { micros: 0 }
  const apart = await table.query({ pk: holdKey(user_id, 0).pk })
  return { account, live: liveCallIds(account).length + apart.length }
}
