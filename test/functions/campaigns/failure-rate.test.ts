import { expect, test } from 'vitest'
import * as registry from '../../../shared/runtime/registry.ts'
import { campaignFor, leadFor } from '../../fixtures.ts'
import { openReceiver } from '../../receiver.ts'
import { useCaller, useWorld } from '../../use-world.ts'

const world = useWorld({ environment: { CARRIER_CALLS_PER_SECOND: '100' } })
const user = useCaller(world)

const act = (campaign_id: number, action: string) =>
  world.api(user.token, 'POST', '/user/campaigns/update-status', { campaign_id, action })
const read = async (id: number) => (await world.api(user.token, 'GET', `/user/campaigns/${id}`)).body
/** Creates leads whose calls fail with SIP 503 (`carrier_failed`). */
const failingLeads = async (campaign_id: number, count: number) => {
  for (let place = 0; place < count; place++) await leadFor(world, user, campaign_id, '+12025550186')
}
const rules = { max_calls_in_parallel: 20, max_retries: 0, mark_complete_when_no_leads: false }
const ref = (campaign_id: number) => ({ user_id: user.id, campaign_id })

test('stops once at half failed calls, with an event; restarts counting', async () => {
  const receiver = await openReceiver()
  await world.api(user.token, 'PUT', '/user/event-webhook', { webhook_url: `${receiver.url}/events` })
  const id = await campaignFor(world, user, rules)
  await failingLeads(id, 20)
  await act(id, 'start')
  await world.run(150)
  const reason = '20 of its last 20 calls failed for technical reasons. Start it again when the cause is corrected.'
  expect(await read(id)).toMatchObject({ status: 'stopped', stop_reason: reason })
  const events = receiver.received.map(({ body }) => body)
  expect(events).toMatchObject([{ event: 'campaign.stopped', campaign_id: id, reason, carrier_code: null }])

  await failingLeads(id, 19)
  await act(id, 'start')
  await world.run(150)
  expect(await registry.dials(world.parts).ended(ref(id), 0, 100)).toHaveLength(39)
  expect(await read(id)).toMatchObject({ status: 'in-progress', stop_reason: null })
  await receiver.close()
})

test('calls on without a limit', async () => {
  const id = await campaignFor(world, user, { ...rules, pause_on_failure_rate: null })
  await failingLeads(id, 20)
  await act(id, 'start')
  await world.run(150)
  const ended = await registry.dials(world.parts).ended(ref(id), 0, 100)
  expect(ended.filter(({ has_failed }) => has_failed)).toHaveLength(20)
  expect(await read(id)).toMatchObject({ status: 'in-progress', pause_on_failure_rate: null })
})

test('does not count calls that people do not take', async () => {
  const id = await campaignFor(world, user, { ...rules, pause_on_failure_rate: 0.05 })
  for (let place = 0; place < 20; place++) await leadFor(world, user, id, `+1202555010${1 + (place % 2)}`)
  await act(id, 'start')
  await world.run(150)
  const ended = await registry.dials(world.parts).ended(ref(id), 0, 100)
  expect(ended.filter(({ has_failed }) => !has_failed)).toHaveLength(20)
  expect(await read(id)).toMatchObject({ status: 'in-progress' })
})

test('records the end of a call once, however often the carrier reports it', async () => {
  const id = await campaignFor(world, user, rules)
  await leadFor(world, user, id, '+12025550101')
  await act(id, 'start')
  await world.run(60)
  const [ended] = await registry.dials(world.parts).ended(ref(id), 0, 100)
  const call = { user_id: user.id, call_id: ended?.call_id ?? 0 }
  const report = { outcome: 'failed' as const }
  await Promise.all([1, 2].map(() => registry.calls(world.parts).apply(call, report, world.clock.now())))
  expect(await registry.dials(world.parts).ended(ref(id), 0, 100)).toEqual([ended])
})

test.each([0.04, 1.01, 'none'])('422 for the limit %s', async (pause_on_failure_rate) => {
  const id = await campaignFor(world, user)
  const { status, body } = await world.api(user.token, 'PUT', `/user/campaigns/${id}`, { pause_on_failure_rate })
  expect([status, Object.keys(body.errors)]).toEqual([422, ['pause_on_failure_rate']])
})
