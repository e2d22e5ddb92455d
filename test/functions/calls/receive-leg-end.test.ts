import { expect, test } from 'vitest'
import { writeLegRef } from '../../../shared/domain/calls/leg-ref.ts'
import { assistantFor, campaignFor, leadFor } from '../../fixtures.ts'
import { post as postSigned } from '../../posted.ts'
import { useUser, useWorld } from '../../use-world.ts'
import { dialledLeg } from './leg-posts.ts'
import { follow, phoneOf } from './transfers.ts'

const world = useWorld()
const user = useUser(world)

test.each([
  [
    { DialCallStatus: 'completed', DialBridged: 'true', DialCallDuration: '61' },
    { stage: { outcome: 'connected' }, duration: 61 },
  ],
  [{ DialCallStatus: 'completed', DialBridged: 'false' }, { stage: { outcome: 'declined' } }],
  [
    { DialCallStatus: 'busy', DialBridged: 'false' },
    { stage: { outcome: 'busy' }, duration: 0 },
  ],
  [{ DialCallStatus: 'canceled', CallStatus: 'completed' }, { stage: { outcome: 'canceled' } }],
])('%j ends the leg as %j, also when it is told twice', async (form, expected) => {
  const { post, leg } = await dialledLeg(world, user)
  for (const _ of [1, 2]) {
    const { status, text } = await post('end', { CallStatus: 'in-progress', DialCallSid: 'CA2', ...form })
    expect([status, text.includes('<Hangup/>')]).toEqual([200, true])
  }
  expect(await leg()).toMatchObject({ carrier_sid: 'CA2', ...expected })
})

test('of a leg that there is not, nothing is kept', async () => {
  const { post, leg } = await dialledLeg(world, user)
  await post('end', { CallStatus: 'in-progress', DialCallStatus: 'busy' }, 2)
  expect(await leg()).toMatchObject({ stage: { phase: 'dialled' } })
})

test('a leg’s end closes a campaign’s call and frees its slot', async () => {
  const caller = await world.user()
  await world.number(caller)
  const settings = { re_engagement_interval: 60, max_silence_duration: 120 }
  const assistant_id = await assistantFor(world, caller, settings)
  const campaign_id = await campaignFor(world, caller, { assistant_id, max_calls_in_parallel: 1, max_retries: 0 })
  await leadFor(world, caller, campaign_id, phoneOf('0105'))
  // Waits, because leads created in the same millisecond have no order.
  await world.run(1)
  await leadFor(world, caller, campaign_id, phoneOf('0150'))
  await world.api(caller.token, 'POST', '/user/campaigns/update-status', { campaign_id, action: 'start' })
  await world.run(10)
  const { data } = (await world.api(caller.token, 'GET', '/user/calls')).body
  const { ref, transfer, stored } = follow(world, caller, data[0].id)
  await transfer({ phone_number: phoneOf('0102') })
  await world.run(5)
  const { carrier_sid: CallSid = '', legs } = (await stored()) ?? {}
  expect(legs).toMatchObject([{ stage: { dialled_at: expect.any(Number) } }])

  const over = { CallSid, CallStatus: 'completed' }
  await postSigned(world, `/carrier/calls/${ref.user_id}-${ref.call_id}/status`, { ...over, CallDuration: '14' })
  expect((await stored())?.closed_at).toBeUndefined()
  const end = `/carrier/legs/${writeLegRef({ ...ref, place: 1 })}/end`
  await postSigned(world, end, { ...over, DialCallStatus: 'canceled' })
  expect(await stored()).toMatchObject({ status: 'ended_by_customer', closed_at: world.clock.now() })
  await world.run(2)
  expect(world.carrier.stats().creates.map(({ to }) => to)).toEqual([phoneOf('0105'), phoneOf('0150')])
})
