import { balanceKey, dialSlotsKey } from '../../shared/table/keys.ts'
import { must } from '../../shared/words/must.ts'
import { rush } from '../functions/webhooks/rush.ts'
import { liveMoves, user_id } from '../hot/account-moves.ts'
import { claimAsWorkers, reservedCalls } from '../hot/campaign-calls.ts'
import { openCrowdedTable } from '../hot/crowded-table.ts'
import { liveCalls } from '../hot/live-calls.ts'
import { rushForSlots } from '../hot/waiters.ts'
import type { BenchRow, Measure } from './measure.ts'

const unitsMax = 600
const transactionsMax = 1.5

export const hot: Measure = {
  topic: 'hot',
  title: 'What many share: counted in virtual time, with transactions that conflict and keys that are throttled',
  run: async () => {
    const rows: BenchRow[] = []
    for (const perSecond of [1, 30]) rows.push(await takers(perSecond))
    rows.push(await claims(300))
    for (const perSecond of [20, 60, 300]) rows.push(await moves(perSecond))
    rows.push(await thousand())
    rows.push(await deadReceiver())
    return rows
  },
}

const row = (what: string, figures: BenchRow): BenchRow => ({
  what,
  failures: undefined,
  'transactions each': undefined,
  'units/s of its item': undefined,
  'units/s of a key': undefined,
  'p99 ms': undefined,
  'messages/s': undefined,
  'writes/s': undefined,
  ...figures,
})

const takers = async (perSecond: number): Promise<BenchRow> => {
  const count = 500
  const { crowd, times } = await rushForSlots({ kind: 'campaign', takers: count, perSecond })
  return row(`${count} takers at once of a rate of ${perSecond} a second`, {
    failures: { value: count - new Set(times).size, budget: 0 },
    'units/s of its item': { value: crowd.item(dialSlotsKey).unitsPerSecondMax, budget: unitsMax },
  })
}

const claims = async (count: number): Promise<BenchRow> => {
  const crowd = await openCrowdedTable('claims')
  const reserved = await crowd.time.until(reservedCalls(crowd, count))
  crowd.forget()
  const claim = async (call: (typeof reserved)[number], place: number) => {
    await crowd.clock.sleep((place * 1000) / count)
    return claimAsWorkers(crowd, call)
  }
  const claimed = await crowd.time.until(Promise.all(reserved.map(claim)))
  return row(`${count} claims of one campaign in a second`, {
    failures: { value: claimed.filter((isClaimed) => !isClaimed).length, budget: 0 },
    'transactions each': { value: crowd.counts.transactions / count, budget: 1 },
    'units/s of its item': { value: crowd.hottest().units, budget: 10 },
    'units/s of a key': { value: must(crowd.keys()[0], 'key').units, budget: 1000 },
  })
}

const moves = async (perSecond: number): Promise<BenchRow> => {
  const crowd = await openCrowdedTable(`moves ${perSecond}`)
  const lived = await crowd.time.until(liveMoves(crowd, { perSecond, count: perSecond * 5, balance: 1e9 }))
  return row(`${perSecond} moves a second of one balance`, {
    failures: { value: lived.failed.length + lived.refused, budget: 0 },
    'transactions each': { value: crowd.counts.transactions / lived.made, budget: transactionsMax },
    'units/s of its item': { value: crowd.item(balanceKey(user_id)).unitsPerSecondMax, budget: 1000 },
    'units/s of a key': { value: must(crowd.keys()[0], 'key').units, budget: 1000 },
    'p99 ms': { value: must(lived.tookMs[Math.floor(lived.tookMs.length * 0.99)], 'duration'), budget: 500 },
  })
}

const thousand = async (): Promise<BenchRow> => {
  const crowd = await openCrowdedTable('a thousand')
  const lived = await crowd.time.until(liveCalls(crowd, { count: 1_200, perSecond: 20 }))
  return row(`${lived.liveMax} live calls of one user, 20 more a second`, {
    failures: { value: lived.overLimit + lived.heldTooMuch + lived.slots.length + crowd.counts.throttled, budget: 0 },
    'units/s of its item': { value: crowd.item(balanceKey(user_id)).unitsPerSecondMax, budget: unitsMax },
    'units/s of a key': { value: must(crowd.keys()[0], 'key').units, budget: 1000 },
  })
}

const deadReceiver = async (): Promise<BenchRow> => {
  const dead = { url: 'https://dead.example/hook', answerAt: () => ({ afterMs: 1, http_status: 500 }) }
  const { minutes } = await rush([dead], 0, 20 * 60_000, {
    standing: 100_000,
    perSecond: 1,
    onPermission: () => undefined,
  })
  const busiest = (what: 'messages' | 'writes') => Math.max(...minutes.map((minute) => minute[what])) / 60
  return row('100,000 deliveries to a dead receiver, one more a second', {
    'messages/s': { value: busiest('messages'), budget: 5 },
    'writes/s': { value: busiest('writes'), budget: 10 },
  })
}
