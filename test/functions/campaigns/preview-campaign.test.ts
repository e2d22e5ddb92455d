import { expect, test } from 'vitest'
import { campaignFor, leadFor } from '../../fixtures.ts'
import { useCaller, useWorld } from '../../use-world.ts'

const world = useWorld({ environment: { CARRIER_CALLS_PER_SECOND: '100' } })
const user = useCaller(world)

const preview = async (id: number) => (await world.api(user.token, 'GET', `/user/campaigns/${id}/preview`)).body

test('200 counts whom a start would call, and the others by reason', async () => {
  const id = await campaignFor(world, user)
  for (let count = 0; count < 3; count++) await leadFor(world, user, id, '+12025550100')
  await leadFor(world, user, id, '+12025550188')
  await leadFor(world, user, id, '+12025550188', { secondary_contacts: [{ phone_number: '+12025550111' }] })
  const done = await leadFor(world, user, id, '+12025550199')
  await world.api(user.token, 'PUT', `/user/leads/${done.id}`, { status: 'completed' })
  await world.api(user.token, 'POST', '/user/blacklist', { phone_number: '+12025550188' })
  expect(await preview(id)).toEqual({
    campaign_id: id,
    places: [],
    leads: 6,
    would_be_called_now: 4,
    would_not_be_called_now: 2,
    reasons: [
      { reason: 'The phone number is on the blacklist.', leads: 1 },
      { reason: 'The lead is completed.', leads: 1 },
    ],
    next_call_at: expect.any(String),
    exact: true,
  })
  expect(world.carrier.stats().creates).toEqual([])
})

test('outside the hours nobody would be called', async () => {
  const id = await campaignFor(world, user, { timezone: 'UTC', allowed_days: ['sunday'] })
  await leadFor(world, user, id, '+12025550100')
  expect(await preview(id)).toMatchObject({
    would_be_called_now: 0,
    reasons: [{ reason: 'It is outside the calling hours of the campaign.', leads: 1 }],
    next_call_at: '2026-11-29T00:00:00.000000Z',
  })
})
