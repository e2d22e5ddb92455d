import { expect, test } from 'vitest'
import { campaignFor } from '../../fixtures.ts'
import { useUser, useWorld } from '../../use-world.ts'

const world = useWorld()
const user = useUser(world)

test('returns a bare array of own campaigns, newest first', async () => {
  await campaignFor(world, await world.user())
  const list = () => world.api(user.token, 'GET', '/user/campaigns')
  expect((await list()).body).toEqual([])
  const one = await campaignFor(world, user, { name: 'One' })
  await world.run(1)
  const gone = await campaignFor(world, user, { name: 'Gone' })
  await world.run(1)
  const two = await campaignFor(world, user, { name: 'Two' })
  await world.api(user.token, 'DELETE', `/user/campaigns/${gone}`)

  const { status, body } = await list()
  expect(status).toBe(200)
  expect(body.map(({ id }: { id: number }) => id)).toEqual([two, one])
  expect(body[0]).toEqual({
    id: two,
    name: 'Two',
    status: 'draft',
    max_calls_in_parallel: 3,
    mark_complete_when_no_leads: true,
    allowed_hours_start_time: '00:00:00',
    allowed_hours_end_time: '23:59:59',
    allowed_days: expect.any(Array),
    max_retries: 3,
    retry_interval: 3600,
    calling_rules: 'observe',
    created_at: expect.any(String),
    updated_at: expect.any(String),
  })
})
