import { expect, test } from 'vitest'
import * as registry from '../../../shared/runtime/registry.ts'
import { assistantFor, campaignFor, leadFor } from '../../fixtures.ts'
import { useWorld } from '../../use-world.ts'

const world = useWorld({
  environment: { CARRIER_CALLS_PER_SECOND: '100', CALL_COUNTRIES: 'US', LIVE_CALLS_PER_USER: '2' },
  createsPerSecondMax: 100,
})
const notAllowed = 'Calls to this country are not allowed.'
const german = '+493012345678'

const caller = async () => {
  const user = await world.user()
  const number = await world.number(user)
  return { user, number, assistant_id: await assistantFor(world, user) }
}

test('make_call returns 422 outside the user’s list, else the stage’s', async () => {
  const { user, assistant_id } = await caller()
  const make = (phone_number: string) =>
    world.api(user.token, 'POST', '/user/make_call', { phone_number, assistant_id })
  const refused = { message: 'Validation failed', errors: { phone_number: [notAllowed] } }
  expect(await make(german)).toMatchObject({ status: 422, body: refused })
  expect((await make('+12025550101')).status).toBe(200)
  await registry.accounts(world.parts).allowCountries(user.id, ['DE'])
  expect((await make(german)).status).toBe(200)
  expect(await make('+12025550101')).toMatchObject({ status: 422, body: refused })
})

test('a single call whose country is closed before its turn ends with that reason', async () => {
  const { user, assistant_id } = await caller()
  const make = (phone_number: string) =>
    world.api(user.token, 'POST', '/user/make_call', { phone_number, assistant_id })
  for (let count = 0; count < 2; count++) await make('+12025550105')
  await world.run(5)
  const { body } = await make('+12025550100')
  await registry.accounts(world.parts).allowCountries(user.id, ['DE'])
  await world.run(60)
  const call = await world.api(user.token, 'GET', `/user/calls/${body.data.id}`)
  expect(call.body).toMatchObject({ status: 'failed', failure_reason: notAllowed, total_cost: 0 })
})

test('SMS 400 Destination not allowed outside the list', async () => {
  const { user, number } = await caller()
  const { status, body } = await world.api(user.token, 'POST', '/user/sms', { from: number.id, to: german, body: 'Hi' })
  expect({ status, body }).toEqual({ status: 400, body: { message: 'Destination not allowed' } })
})

test('leads outside the list wait, delay nobody, and are called later', async () => {
  const { user, assistant_id } = await caller()
  const campaign_id = await campaignFor(world, user, { assistant_id, max_calls_in_parallel: 1 })
  const waiting: number[] = []
  for (let count = 0; count < 5; count++) waiting.push((await leadFor(world, user, campaign_id, german)).id)
  await leadFor(world, user, campaign_id, '+12025550100')
  const look = async (path: string) => (await world.api(user.token, 'GET', path)).body
  const preview = () => look(`/user/campaigns/${campaign_id}/preview`)
  expect(await preview()).toMatchObject({ would_be_called_now: 1, reasons: [{ reason: notAllowed, leads: 5 }] })

  await world.api(user.token, 'POST', '/user/campaigns/update-status', { campaign_id, action: 'start' })
  await world.run(120)
  expect(await preview()).toMatchObject({
    leads: 6,
    would_be_called_now: 0,
    reasons: [
      { reason: notAllowed, leads: 5 },
      { reason: 'The lead is completed.', leads: 1 },
    ],
  })
  expect(await look(`/user/leads/${waiting[0]}`)).toMatchObject({ attempts: [], reasons: [notAllowed] })
  expect(await look(`/user/campaigns/${campaign_id}`)).toMatchObject({
    status: 'in-progress',
    leads_count: { total: 6, created: 5, completed: 1 },
  })

  await registry.accounts(world.parts).allowCountries(user.id, ['DE', 'US'])
  await world.run(600)
  expect((await look(`/user/campaigns/${campaign_id}`)).leads_count).toMatchObject({ created: 0, completed: 6 })
})

test('a campaign above the cap waits with its reason, without attempts', async () => {
  const { user, assistant_id } = await caller()
  const campaign_id = await campaignFor(world, user, { assistant_id, max_calls_in_parallel: 5, max_retries: 0 })
  for (let count = 0; count < 4; count++) await leadFor(world, user, campaign_id, '+12025550100')
  const look = async (path = '') => (await world.api(user.token, 'GET', `/user/campaigns/${campaign_id}${path}`)).body
  expect((await look()).parallel_calls_note).toBe(
    "The account's campaigns make at most 1 calls at a time, all together.",
  )
  await world.api(user.token, 'POST', '/user/campaigns/update-status', { campaign_id, action: 'start' })
  await world.run(8)
  const { reasons } = await look('/preview')
  expect(reasons.map(({ reason }: { reason: string }) => reason)).toContain(
    'The account makes as many calls at a time as it may.',
  )
  await world.run(400)
  expect((await look()).leads_count).toMatchObject({ created: 0, completed: 4 })
  expect(world.carrier.stats().callsLivePeak).toBeGreaterThan(0)
})
