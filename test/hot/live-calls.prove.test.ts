import { expect, test } from 'vitest'
import { ledger } from '../../shared/data/account/ledger.ts'
import { balanceKey, moveKey, moveLines } from '../../shared/table/keys.ts'
import { accountOf, user_id } from './account-moves.ts'
import { openCrowdedTable } from './crowded-table.ts'
import { liveCalls, liveMax } from './live-calls.ts'

test('1,000 live calls: no throttled key, limit kept, exact balance', async () => {
  const crowd = await openCrowdedTable('a thousand')
  const lived = await crowd.time.until(liveCalls(crowd, { count: 1_200, perSecond: 20 }))
  expect(lived.liveMax).toBe(liveMax)
  expect(lived.overLimit).toBe(0)
  expect(lived.heldTooMuch).toBe(0)
  expect(lived.slots).toEqual([])
  const { account, live } = await crowd.time.until(accountOf(crowd))
  const spent = lived.costs.reduce((sum, cost) => sum + cost, 0)
  expect(account).toMatchObject({ micros: lived.paid - spent, reserved: 0, live_calls: 0 })
  expect(live).toBe(0)
  const { entries, total } = await crowd.time.until(ledger(crowd).page(user_id, 0, 1))
  expect([entries[0]?.balance_after, total]).toEqual([account.micros, lived.costs.length + 1])
  for (const line of moveLines)
    expect(await crowd.time.until(crowd.table.query({ pk: moveKey(user_id, 0, line).pk }))).toEqual([])
  expect(crowd.counts.throttled).toBe(0)
  expect(crowd.item(balanceKey(user_id)).unitsPerSecondMax).toBeLessThan(500)
})
