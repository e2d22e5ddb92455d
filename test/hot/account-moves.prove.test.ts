import { describe, expect, test } from 'vitest'
import { ledger } from '../../shared/data/account/ledger.ts'
import { ledgerHistory } from '../../shared/data/account/ledger-history.ts'
import type { StatedEntry } from '../../shared/domain/account/transaction.ts'
import { historyCompactor } from '../../shared/lists/store/compactor.ts'
import { moveKey, moveLines } from '../../shared/table/keys.ts'
import { idAt } from '../../shared/words/id.ts'
import { must } from '../../shared/words/must.ts'
import { accountOf, type Lived, liveMoves, user_id } from './account-moves.ts'
import { type CrowdedTable, openCrowdedTable } from './crowded-table.ts'

const wholeList = async (crowd: CrowdedTable): Promise<StatedEntry[]> => {
  const book = ledger(crowd)
  const entries: StatedEntry[] = []
  for (;;) {
    const { entries: more, total } = await book.page(user_id, entries.length, 100)
    entries.push(...more)
    if (entries.length >= total) return entries
  }
}

const expectExact = async (crowd: CrowdedTable) => {
  const entries = (await wholeList(crowd)).toReversed()
  let balance = 0
  for (const { id, type, amount, balance_after } of entries) {
    balance += amount
    expect({ id, balance_after }).toEqual({ id, balance_after: balance })
    if (type === 'hold') expect(balance).toBeGreaterThanOrEqual(0)
  }
  const { account, live } = await accountOf(crowd)
  expect(account.micros).toBe(balance)
  expect([account.reserved ?? 0, account.live_calls ?? 0, live]).toEqual([0, 0, 0])
  for (const line of moveLines) expect(await crowd.table.query({ pk: moveKey(user_id, 0, line).pk })).toEqual([])
  return entries
}

const percentile = ({ tookMs }: Lived, part: number) => must(tookMs[Math.floor(tookMs.length * part)], 'duration')

describe('300 moves a second of one account', () => {
  test('all succeed, one transaction each, with an exact list', async () => {
    const crowd = await openCrowdedTable('plenty')
    const live = async () => {
      const lived = await liveMoves(crowd, { perSecond: 300, count: 1500, balance: 1_000_000_000 })
      expect(lived.failed).toEqual([])
      expect(lived.refused).toBe(0)
      expect(crowd.counts.transactions / lived.made).toBeLessThanOrEqual(1.5)
      expect(crowd.counts.throttled).toBe(0)
      expect(percentile(lived, 0.99)).toBeLessThan(1_000)
      const entries = await expectExact(crowd)
      const compactor = historyCompactor({ ...crowd, historyLimits: { settleMs: 0, idPageRows: 64 } }, ledgerHistory)
      for (let run = 0; run < 3; run++) {
        await crowd.clock.sleep(5 * 60_000)
        await compactor.compact(user_id)
      }
      expect(await expectExact(crowd)).toEqual(entries)
    }
    await crowd.time.until(live())
  })

  test('with some money: no hold below its floor, none refused wrongly', async () => {
    const crowd = await openCrowdedTable('scarce')
    const live = async () => {
      const lived = await liveMoves(crowd, { perSecond: 300, count: 1200, balance: 3_000_000 })
      expect(lived.failed).toEqual([])
      expect(lived.refused).toBeGreaterThan(50)
      await expectExact(crowd)
    }
    await crowd.time.until(live())
  })

  test('money for a hundred of two hundred concurrent holds is all spent', async () => {
    const crowd = await openCrowdedTable('exactly')
    const hold = () =>
      ledger(crowd)
        .move({ user_id, type: 'hold', amount: -10, description: '' }, { floor: 0 })
        .then(({ moved }) => moved)
    const live = async () => {
      await ledger(crowd).move({ user_id, type: 'top_up', amount: 1_000, description: '' })
      const moved = await Promise.all(Array.from({ length: 200 }, hold))
      expect(moved.filter(Boolean)).toHaveLength(100)
      expect((await expectExact(crowd)).at(-1)?.balance_after).toBe(0)
    }
    await crowd.time.until(live())
  })
})

describe('a move that nobody waits for any more', () => {
  const entry = { user_id, type: 'adjustment' as const, amount: 5, description: 'Of a dead process' }
  const live = async (crowd: CrowdedTable, agoMs: number) => {
    await ledger(crowd).move({ user_id, type: 'top_up', amount: 1_000, description: '' })
    const id = idAt(crowd.clock.now() - agoMs, 0.5)
    await crowd.table.write([{ put: { ...moveKey(user_id, id), move: JSON.stringify({ entry }) } }])
    const hold = () => ledger(crowd).move({ user_id, type: 'hold', amount: -1, description: '' }, { floor: 0 })
    const moved = await Promise.all(Array.from({ length: 100 }, hold))
    expect(moved).toEqual(Array(100).fill({ moved: true }))
    const entries = await expectExact(crowd)
    expect(entries.filter(({ type }) => type === 'hold')).toHaveLength(100)
    return entries.filter(({ type }) => type === 'adjustment').length
  }

  test('others make once when they find it first in the queue', async () => {
    for (let seed = 0; seed < 10; seed++) {
      const crowd = await openCrowdedTable(`dead ${seed}`)
      expect(await crowd.time.until(live(crowd, 5_000))).toBe(1)
    }
  })

  test('is not made once its function cannot run any more', async () => {
    const crowd = await openCrowdedTable('abandoned')
    expect(await crowd.time.until(live(crowd, 17 * 60_000))).toBe(0)
  })
})

test('of moves on one item each is made without delay', async () => {
  const crowd = await openCrowdedTable('twice')
  const book = ledger(crowd)
  const beside = [{ check: { pk: 'one', sk: 'call' }, when: { expression: 'attribute_exists(#pk)' } }]
  const live = async () => {
    await crowd.table.write([{ put: { pk: 'one', sk: 'call' } }])
    await book.move({ user_id, type: 'top_up', amount: 1_000_000, description: 'Paid' })
    const moves = Array.from({ length: 12 }, (_, index) =>
      book.move({ user_id, type: 'hold', amount: -1, description: '' }, { floor: 0, beside: index % 3 ? beside : [] }),
    )
    expect((await Promise.all(moves)).filter(({ moved }) => moved)).toHaveLength(12)
    expect((await accountOf(crowd)).account.micros).toBe(1_000_000 - 12)
  }
  await crowd.time.until(live())
})
