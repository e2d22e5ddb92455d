import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Account, liveCallIds } from '../../../shared/domain/account/account.ts'
import { transcriptionPerMinute } from '../../../shared/domain/reference/prices.ts'
import * as registry from '../../../shared/runtime/registry.ts'
import { balanceKey } from '../../../shared/table/keys.ts'
import { microsPerUnit } from '../../../shared/words/money.ts'
import { assistantFor, campaignFor, leadFor } from '../../fixtures.ts'
import { openWorld, type TestUser, type World } from '../../world.ts'
import { multimodal } from '../conversations/realtime.ts'

const minutePrice = 64_000
/** Number of a simulated person who never hangs up. */
const patient = '+12025550105'

let world: World
beforeAll(async () => {
  world = await openWorld({
    environment: { CARRIER_CALLS_PER_SECOND: '100', LIVE_CALLS_PER_USER: '5' },
    createsPerSecondMax: 100,
    open: (entry, parts) =>
      entry.operation.id === 'watch-silence' ? async () => ({ batchItemFailures: [] }) : entry.open(parts, registry),
  })
})
afterAll(() => world.close())

const payer = async (micros: number) => {
  const user = await world.user()
  await world.number(user)
  if (micros) await pay(user, micros)
  return { user, assistant_id: await assistantFor(world, user, { max_call_duration: 900 }) }
}
const pay = ({ id }: TestUser, amount: number) =>
  world.services.ledger.move({ user_id: id, type: 'top_up', amount, description: 'Top-up' })
const make = async ({ user, assistant_id }: { user: TestUser; assistant_id: number }, phone_number = patient) =>
  world.api(user.token, 'POST', '/user/make_call', { phone_number, assistant_id })
const callsOf = async ({ id }: TestUser) => (await world.services.callPages.page(id, {}, 0, 100)).calls
const shown = async ({ token }: TestUser, id: number) => (await world.api(token, 'GET', `/user/calls/${id}`)).body
const createsOf = ({ id }: TestUser) =>
  world.carrier.stats().creates.filter(({ statusCallback }) => statusCallback?.includes(`/${id}-`))
const accountOf = ({ id }: TestUser) => world.parts.table.get<Account>(balanceKey(id))
const expectNothingHeld = async (user: TestUser) => {
  const account = await accountOf(user)
  expect(account).toMatchObject({ reserved: 0, live_calls: 0 })
  expect(account && liveCallIds(account)).toEqual([])
}

test('places one of fifty calls with money for one minute', async () => {
  const one = await payer(minutePrice)
  const made = await Promise.all(Array.from({ length: 50 }, () => make(one)))
  expect(made.every(({ status }) => status === 200)).toBe(true)
  await world.run(300)
  expect(createsOf(one.user)).toHaveLength(1)
  const calls = await callsOf(one.user)
  expect(calls.filter(({ status }) => status === 'failed')).toHaveLength(49)
  const refused = calls.find(({ status }) => status === 'failed')
  expect((await shown(one.user, refused?.id ?? 0)).failure_reason).toMatch(/^The balance is (used up|held for calls)/)
  const placed = calls.find(({ status }) => status === 'ended')
  expect(placed?.duration).toBeLessThanOrEqual(61)
  expect((await shown(one.user, placed?.id ?? 0)).failure_reason).toBe('The balance is used up.')
  expect(await world.services.ledger.balance(one.user.id)).toBeGreaterThanOrEqual(-minutePrice)
  await expectNothingHeld(one.user)
})

test('extends a call while money remains, and charges one entry', async () => {
  const one = await payer(minutePrice * 7)
  await make(one)
  await world.run(700)
  const [call] = await callsOf(one.user)
  expect(call).toMatchObject({ status: 'ended', failure_reason: 'The balance is used up.' })
  expect(call?.duration).toBeGreaterThan(6 * 60)
  expect(call?.duration).toBeLessThanOrEqual(7 * 60)
  expect(await world.services.ledger.balance(one.user.id)).toBe(0)
  const { entries } = await world.services.ledger.page(one.user.id, 0, 10)
  expect(entries.map(({ type, balance_after }) => [type, balance_after])).toEqual([
    ['call', 0],
    ['top_up', minutePrice * 7],
  ])
  await expectNothingHeld(one.user)
})

test('money that is paid in during the last minute keeps the call', async () => {
  const one = await payer(minutePrice)
  await make(one)
  await world.run(30)
  await pay(one.user, minutePrice)
  await world.run(240)
  const [call] = await callsOf(one.user)
  expect(call?.duration).toBeGreaterThan(61)
  expect(call?.duration).toBeLessThanOrEqual(120)
})

test('who has never paid anything in is not limited', async () => {
  const one = await payer(0)
  await make(one)
  await world.run(1000)
  expect(await callsOf(one.user)).toMatchObject([{ status: 'ended', duration: 900 }])
  expect(await world.services.ledger.balance(one.user.id)).toBe(-15 * minutePrice)
})

test('a call above the cap waits; incoming calls are never refused', async () => {
  const one = await payer(0)
  const number = await world.number(one.user)
  const inbound = { calls_direction: 'receive', phone_number_id: number.id, max_call_duration: 200 }
  await assistantFor(world, one.user, inbound)
  const brief = { ...one, assistant_id: await assistantFor(world, one.user, { max_call_duration: 60 }) }
  for (let count = 0; count < 5; count++) await make(brief)
  await world.run(10)
  await world.incomingCall({ to: number.phone_number, from: '+12025550105' })
  const waiting = await make(brief, '+12025550100')
  expect(waiting.status).toBe(200)
  await world.run(20)
  expect(await accountOf(one.user)).toMatchObject({ live_calls: 6 })
  expect(createsOf(one.user)).toHaveLength(5)
  expect((await shown(one.user, waiting.body.data.id)).status).toBe('initiated')
  await world.run(400)
  expect(createsOf(one.user)).toHaveLength(6)
  expect((await shown(one.user, waiting.body.data.id)).status).toBe('ended_by_customer')
  expect((await callsOf(one.user)).filter(({ type }) => type === 'inbound')).toMatchObject([{ status: 'ended' }])
  await expectNothingHeld(one.user)
})

test('an incoming call without money gets a minute, and not more', async () => {
  const one = await payer(1)
  const number = await world.number(one.user)
  await assistantFor(world, one.user, { calls_direction: 'receive', phone_number_id: number.id })
  await world.incomingCall({ to: number.phone_number, from: '+12025550105' })
  await world.run(200)
  const [call] = await callsOf(one.user)
  expect(call).toMatchObject({ status: 'ended', failure_reason: 'The balance is used up.' })
  expect(call?.duration).toBeLessThanOrEqual(61)
})

test('a campaign without money stops, and continues without lost attempts', async () => {
  const one = await payer(minutePrice)
  const brief = await assistantFor(world, one.user, { max_call_duration: 60 })
  const campaign_id = await campaignFor(world, one.user, { assistant_id: brief })
  for (let count = 0; count < 3; count++) await leadFor(world, one.user, campaign_id, '+12025550105')
  const start = () =>
    world.api(one.user.token, 'POST', '/user/campaigns/update-status', { campaign_id, action: 'start' })
  await start()
  await world.run(200)
  const look = async () => (await world.api(one.user.token, 'GET', `/user/campaigns/${campaign_id}`)).body
  expect(await look()).toMatchObject({ status: 'stopped', stop_reason: 'The balance is used up.' })
  expect((await look()).leads_count).toMatchObject({ created: 2, completed: 1 })
  const leads = await world.api(one.user.token, 'GET', '/user/leads?status=created')
  for (const { id } of leads.body.data)
    expect((await world.api(one.user.token, 'GET', `/user/leads/${id}`)).body.attempts).toEqual([])
  await pay(one.user, microsPerUnit)
  expect((await start()).status).toBe(200)
  await world.run(300)
  expect((await look()).leads_count).toMatchObject({ created: 0, completed: 3 })
  await expectNothingHeld(one.user)
})

test('a multimodal campaign without money for transcription stops, in all views', async () => {
  const one = await payer(minutePrice + transcriptionPerMinute - 1)
  const assistant_id = await assistantFor(world, one.user, multimodal)
  const campaign_id = await campaignFor(world, one.user, { assistant_id })
  const lead = await leadFor(world, one.user, campaign_id, '+12025550100')
  const view = async (path: string) => (await world.api(one.user.token, 'GET', path)).body
  const preview = () => view(`/user/campaigns/${campaign_id}/preview`)
  const reason = 'The balance is used up.'
  expect(await preview()).toMatchObject({ would_be_called_now: 0, reasons: [{ reason, leads: 1 }] })
  const start = { campaign_id, action: 'start' }
  await world.api(one.user.token, 'POST', '/user/campaigns/update-status', start)
  await world.run(60)
  expect(await view(`/user/campaigns/${campaign_id}`)).toMatchObject({ status: 'stopped', stop_reason: reason })
  expect((await view(`/user/leads/${lead.id}`)).reasons).toContain(reason)
  const looked = world.logged.filter(({ fields }) => fields.campaign_id === campaign_id)
  expect(looked.filter(({ message }) => message === 'campaign checked')).toHaveLength(1)
  expect(await callsOf(one.user)).toEqual([])

  await pay(one.user, 1)
  expect(await preview()).toMatchObject({ would_be_called_now: 1 })
  await world.api(one.user.token, 'POST', '/user/campaigns/update-status', start)
  await world.run(20)
  expect(createsOf(one.user)).toHaveLength(1)
})
