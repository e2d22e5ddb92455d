import { expect, test } from 'vitest'
import { dialRate } from '../../shared/data/dialling/dial-rate.ts'
import { campaignsToDialKey, campaignToDialKey, dialRateKey } from '../../shared/table/keys.ts'
import { openCrowdedTable } from './crowded-table.ts'

const takers = 500
const unitsMax = 300

test.each([
  [1, 'single calls'],
  [1, 'campaigns'],
  [30, 'single calls'],
  [30, 'campaigns'],
])(
  'at %d a second, 500 %s of 500 users at once: none fails, and the rate takes no more than it may',
  async (perSecond, kind) => {
    const crowd = await openCrowdedTable(`${perSecond} ${kind}`)
    const rate = dialRate({ ...crowd, settings: { get: () => String(perSecond) } })
    const take = async (user_id: number): Promise<number[]> => {
      for (;;) {
        const taken =
          kind === 'campaigns'
            ? await rate.takeForCampaign({ user_id, campaign_id: user_id }, 1)
            : { dials_at: [], ...(await rate.takeSingle({ user_id, call_id: 1 })) }
        const times = 'dial_at' in taken && taken.dial_at !== undefined ? [taken.dial_at] : taken.dials_at
        if (times.length > 0) return times
        await crowd.clock.sleep((taken.again_at ?? 0) - crowd.clock.now())
      }
    }
    const began = crowd.clock.now()
    const times = await crowd.time.until(Promise.all(Array.from({ length: takers }, (_, user) => take(user + 1))))
    const all = times.flat().toSorted((one, other) => one - other)
    expect(new Set(all).size).toBe(takers)
    for (const [place, at] of all.slice(1).entries())
      expect(at - (all[place] ?? 0)).toBeGreaterThanOrEqual(1000 / perSecond - 1)
    // The carrier is kept busy: beside the crowd's first seconds, hardly a turn is lost.
    expect((all.at(-1) ?? 0) - began).toBeLessThan((takers * 1000 * 1.2) / perSecond + 30_000)
    expect(crowd.item(dialRateKey).unitsPerSecondMax).toBeLessThanOrEqual(unitsMax)
  },
)

test('500 campaigns of one user that wait are an item each, and none of their size', async () => {
  const crowd = await openCrowdedTable('campaigns')
  const rate = dialRate({ ...crowd, settings: { get: () => '1' } })
  const start = async (campaign_id: number) => {
    await crowd.clock.sleep(campaign_id * 20)
    return rate.takeForCampaign({ user_id: 1, campaign_id }, 100)
  }
  await crowd.time.until(Promise.all(Array.from({ length: 500 }, (_, campaign) => start(campaign + 1))))
  expect(crowd.item(dialRateKey).bytesMax).toBeLessThan(300)
  expect(crowd.item(campaignsToDialKey(1)).bytesMax).toBeLessThan(100)
  expect(crowd.hottest().units).toBeLessThanOrEqual(unitsMax)
  const waiting = await crowd.time.until(crowd.table.query({ pk: campaignToDialKey(1, 0).pk }))
  expect(waiting.length).toBeGreaterThan(300)
})
