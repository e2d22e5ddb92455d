import { expect, test } from 'vitest'
import { erasedOptOuts } from '../../../shared/data/opt-outs/erased-opt-outs.ts'
import { campaignFor, leadFor } from '../../fixtures.ts'
import { useCaller, useWorld } from '../../use-world.ts'
import { hasErasedOptOuts } from '../people/hashed.ts'
import { listOwner } from '../suppression-lists/listed.ts'

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
      { reason: 'The phone number is on the blacklist.', leads: 1, is_final: false },
      { reason: 'The lead is completed.', leads: 1, is_final: true },
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

test('beside do-not-call lists, it knows the opt-outs of erased people too', async () => {
  const other = await world.user()
  await listOwner(world, other).bring(['+12025550155'])
  await hasErasedOptOuts(world, other)
  await world.parts.table.write([{ put: { ...(await erasedOptOuts(world.parts).keyOf(other.id, '+12025550156')) } }])
  const id = await campaignFor(world, other)
  for (const number of ['+12025550155', '+12025550156', '+12025550157']) await leadFor(world, other, id, number)
  const { body } = await world.api(other.token, 'GET', `/user/campaigns/${id}/preview`)
  expect(body).toMatchObject({ would_be_called_now: 1, would_not_be_called_now: 2, exact: true })
  expect(body.reasons).toEqual(
    expect.arrayContaining([
      { reason: 'The phone number is on the do-not-call list Federal of 2026-11-20.', leads: 1, is_final: false },
      { reason: 'The phone number is on the blacklist.', leads: 1, is_final: false },
    ]),
  )
})
