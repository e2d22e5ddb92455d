import { expect, test } from 'vitest'
import { campaignFor, leadFor } from '../../fixtures.ts'
import { useCaller, useWorld } from '../../use-world.ts'

const world = useWorld({ environment: { CARRIER_CALLS_PER_SECOND: '100' } })
const user = useCaller(world)

const read = async (id: number) => (await world.api(user.token, 'GET', `/user/campaigns/${id}`)).body
const start = (campaign_id: number) =>
  world.api(user.token, 'POST', '/user/campaigns/update-status', { campaign_id, action: 'start' })

test('returns leads by status, calls in progress and free slots', async () => {
  const id = await campaignFor(world, user, { max_calls_in_parallel: 2 })
  for (const ending of ['0105', '0105', '0100', '0106']) await leadFor(world, user, id, `+1202555${ending}`)
  const done = await leadFor(world, user, id, '+12025550199')
  await world.api(user.token, 'PUT', `/user/leads/${done.id}`, { status: 'reached-max-retries' })
  await start(id)
  await world.run(8)
  expect(await read(id)).toMatchObject({
    status: 'in-progress',
    leads_count: { total: 5, created: 4, completed: 0, 'reached-max-retries': 1 },
    calls_in_progress: 2,
    slots: { total: 2, taken: 2, free: 0 },
  })
})

test('the next call is in the next window while the window is closed', async () => {
  const id = await campaignFor(world, user, {
    timezone: 'UTC',
    allowed_hours_start_time: '09:00',
    allowed_hours_end_time: '09:30',
    allowed_days: ['wednesday', 'friday'],
  })
  await leadFor(world, user, id, '+12025550100')
  expect((await read(id)).next_call_at).toBeNull()
  await start(id)
  await world.run(5)
  expect((await read(id)).next_call_at).toBe('2026-11-27T09:00:00.000000Z')
})

test('404 for one of somebody else, and for one that is deleted', async () => {
  const id = await campaignFor(world, user)
  const stranger = await world.user()
  expect((await world.api(stranger.token, 'GET', `/user/campaigns/${id}`)).body).toEqual({
    message: 'Campaign not found',
  })
  await world.api(user.token, 'DELETE', `/user/campaigns/${id}`)
  expect(await read(id)).toEqual({ message: 'Campaign not found' })
})
