import { expect, test } from 'vitest'
import { assistantFor, campaignFor, leadFor } from '../../fixtures.ts'
import { useCaller, useWorld } from '../../use-world.ts'

const world = useWorld({ environment: { CARRIER_CALLS_PER_SECOND: '100', LIVE_CALLS_PER_USER: '10' } })
const user = useCaller(world)

const read = async (who = user) => (await world.api(who.token, 'GET', '/user/concurrency')).body

test('counts the calls of the user and of its campaigns in progress', async () => {
  expect(await read()).toEqual({
    ...{ limit: 10, live: 0, available: 10, by_campaign: [], carrier_calls_per_second: 100, waiting: 0 },
  })
  await campaignFor(world, user)
  const campaign_id = await campaignFor(world, user, { max_calls_in_parallel: 2 })
  for (const ending of ['0105', '0105', '0100']) await leadFor(world, user, campaign_id, `+1202555${ending}`)
  await world.api(user.token, 'POST', '/user/campaigns/update-status', { campaign_id, action: 'start' })
  await world.run(8)
  const by_campaign = [{ campaign_id, live: 2, limit: 2 }]
  expect(await read()).toMatchObject({ limit: 10, live: 2, available: 8, by_campaign, waiting: 0 })
  expect(await read(await world.user())).toMatchObject({ live: 0, by_campaign: [] })
})

test('counts a single call as waiting until the carrier is asked for it', async () => {
  const caller = await world.user()
  await world.number(caller)
  const assistant_id = await assistantFor(world, caller)
  await world.api(caller.token, 'POST', '/user/make_call', { phone_number: '+12025550105', assistant_id })
  expect(await read(caller)).toMatchObject({ live: 0, waiting: 1 })
  await world.run(8)
  expect(await read(caller)).toMatchObject({ live: 1, waiting: 0 })
})
