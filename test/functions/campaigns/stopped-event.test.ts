import { expect, test } from 'vitest'
import { assistantFor, campaignFor, leadFor } from '../../fixtures.ts'
import { openReceiver } from '../../receiver.ts'
import { useCaller, useWorld } from '../../use-world.ts'

const world = useWorld()
const user = useCaller(world)

test('reports a campaign that stopped itself once, not a manual stop', async () => {
  const receiver = await openReceiver()
  await world.api(user.token, 'PUT', '/user/event-webhook', { webhook_url: `${receiver.url}/events` })
  const assistant_id = await assistantFor(world, user)
  const campaign_id = await campaignFor(world, user, { assistant_id, allowed_days: ['sunday'] })
  await leadFor(world, user, campaign_id, '+12025550100')
  const act = (action: string) =>
    world.api(user.token, 'POST', '/user/campaigns/update-status', { campaign_id, action })
  await act('start')
  await act('stop')
  await act('start')
  const ref = { user_id: user.id, campaign_id }
  const why = { reason: 'The carrier did not accept it (21210).', carrier_code: 21210 }
  const stops = await Promise.all([1, 2].map(() => world.services.campaigns.stop(ref, why, world.clock.now())))
  expect(stops.map(({ stopped }) => stopped).toSorted()).toEqual([false, true])
  await world.run(70)
  expect(receiver.received.map(({ body }) => body)).toEqual([
    {
      event: 'campaign.stopped',
      id: expect.any(Number),
      campaign_id,
      ...why,
      timestamp: expect.stringMatching(/^2026-/),
    },
  ])
  await receiver.close()
})

test('tells the event webhook of a campaign that stops because its assistant is deleted', async () => {
  const receiver = await openReceiver()
  await world.api(user.token, 'PUT', '/user/event-webhook', { webhook_url: `${receiver.url}/events` })
  const assistant_id = await assistantFor(world, user)
  const campaign_id = await campaignFor(world, user, { assistant_id, allowed_days: ['sunday'] })
  await leadFor(world, user, campaign_id, '+12025550100')
  await world.api(user.token, 'POST', '/user/campaigns/update-status', { campaign_id, action: 'start' })
  await world.api(user.token, 'DELETE', `/user/assistant/${assistant_id}`)
  await world.run(70)
  expect(receiver.received.map(({ body }) => body)).toMatchObject([
    { event: 'campaign.stopped', campaign_id, reason: 'Its assistant has been deleted.' },
  ])
  await receiver.close()
})
