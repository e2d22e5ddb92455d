import { describe, expect, test } from 'vitest'
import { calls } from '../../shared/data/calls/calls.ts'
import { campaigns } from '../../shared/data/campaigns/campaigns.ts'
import { must } from '../../shared/words/must.ts'
import { campaignRef, claimAsWorkers, reservedCalls } from './campaign-calls.ts'
import { openCrowdedTable } from './crowded-table.ts'

test.each(['off', 'enforce'] as const)(
  '300 claims of a campaign in a second, rules %s: first attempts win',
  async (mode) => {
    const crowd = await openCrowdedTable('claims')
    const reserved = await crowd.time.until(reservedCalls(crowd, 300, mode))
    crowd.forget()
    const claimed = await crowd.time.until(
      Promise.all(
        reserved.map(async (call, index) => {
          await crowd.clock.sleep((index * 1000) / 300)
          return claimAsWorkers(crowd, call)
        }),
      ),
    )
    expect(claimed.filter(Boolean)).toHaveLength(300)
    expect(crowd.counts).toMatchObject({ transactions: 300, conflicts: 0, throttled: 0 })
    expect(crowd.hottest().units).toBeLessThanOrEqual(4)
  },
)

describe.each<[string, (crowd: Parameters<typeof campaigns>[0]) => Promise<unknown>]>([
  ['stopped', (crowd) => campaigns(crowd).stop(campaignRef, undefined, crowd.clock.now())],
  ['deleted', (crowd) => campaigns(crowd).markDeleted(campaignRef.user_id, campaignRef.campaign_id, crowd.clock.now())],
  ['left without slots', (crowd) => lower(crowd)],
])('a campaign that is %s', (_what, forbid) => {
  test('has no call claimed once that is answered, however claims and it overlap', async () => {
    let before = 0
    for (let seed = 0; seed < 40; seed++) {
      const crowd = await openCrowdedTable(`race ${seed}`)
      const reserved = await crowd.time.until(reservedCalls(crowd, 4))
      const placements = () =>
        Promise.all(
          reserved.map(async ({ id: call_id }) => {
            const call = await calls(crowd).find({ user_id: campaignRef.user_id, call_id })
            return must(call, 'call').placement
          }),
        )
      const race = async () => {
        const claims = reserved.map(async (call) => {
          await crowd.clock.sleep(crowd.random.number() * 40)
          return claimAsWorkers(crowd, call)
        })
        await crowd.clock.sleep(crowd.random.number() * 30)
        await forbid(crowd)
        const atTheAnswer = await placements()
        await Promise.all(claims)
        expect(await placements()).toEqual(atTheAnswer)
        before += atTheAnswer.filter((placement) => placement.phase === 'asked').length
      }
      await crowd.time.until(race())
    }
    expect(before).toBeGreaterThan(10)
    expect(before).toBeLessThan(150)
  })
})

const lower = async (crowd: Parameters<typeof campaigns>[0]) => {
  const { find, replace } = campaigns(crowd)
  const campaign = must(await find(campaignRef.user_id, campaignRef.campaign_id), 'campaign')
  await replace(campaign, { ...campaign, max_calls_in_parallel: 0 })
}
