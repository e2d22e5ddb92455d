import { expect, test } from 'vitest'
import * as registry from '../../../shared/runtime/registry.ts'
import { assistantFor, campaignFor, leadFor } from '../../fixtures.ts'
import { useWorld } from '../../use-world.ts'

const world = useWorld({ environment: { CARRIER_CALLS_PER_SECOND: '100', DIALLING: 'stopped' } })

test('a restored table starts with dialling stopped until it is started', async () => {
  const user = await world.user()
  const from = await world.number(user)
  await world.services.ledger.move({ user_id: user.id, type: 'top_up', amount: 1_000_000, description: 'Top-up' })
  const assistant_id = await assistantFor(world, user)
  const campaign_id = await campaignFor(world, user, { assistant_id, max_retries: 0 })
  await leadFor(world, user, campaign_id, '+12025550100')
  const former = { ...world.parts.settings, required: () => 'former' }
  const brought = registry.dialling({ ...world.parts, settings: former })
  await brought.stop('Restore', 'Ada', world.clock.now())
  await brought.start('Ada', world.clock.now())

  const post = (path: string, body: object) => world.api(user.token, 'POST', path, body)
  const text = () => post('/user/sms', { from: from.id, to: '+12025550100', body: 'Hello' })
  expect((await post('/user/campaigns/update-status', { campaign_id, action: 'start' })).status).toBe(200)
  expect((await post('/user/make_call', { phone_number: '+12025550101', assistant_id })).status).toBe(200)
  expect((await text()).status).toBe(503)
  await world.run(300)
  expect(world.carrier.stats()).toMatchObject({ creates: [], messageCreates: [] })

  await registry.dialling(world.parts).start('Ada', world.clock.now())
  await world.run(65)
  expect(
    world.carrier
      .stats()
      .creates.map(({ to }) => to)
      .toSorted(),
  ).toEqual(['+12025550100', '+12025550101'])
  expect((await text()).status).toBe(200)
})
