import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { writeCallRef } from '../../../shared/domain/calls/call-ref.ts'
import * as registry from '../../../shared/runtime/registry.ts'
import { assistantFor, campaignFor, leadFor } from '../../fixtures.ts'
import { post } from '../../posted.ts'
import { useCaller, useWorld } from '../../use-world.ts'

const refusals = new Map<string, { status: number; code?: number }>()
const world = useWorld({
  environment: { CARRIER_CALLS_PER_SECOND: '100' },
  open: ({ open }, parts) => {
    const send: typeof fetch = async (url, init) => {
      const to = init?.body instanceof URLSearchParams ? (init.body.get('To') ?? '') : ''
      const refusal = String(url).endsWith('/Calls.json') ? (refusals.get(to) ?? refusals.get('all')) : undefined
      return refusal ? Response.json({ code: refusal.code }, { status: refusal.status }) : parts.fetch(url, init)
    }
    return open({ ...parts, fetch: send }, registry)
  },
})
const user = useCaller(world)
let assistant_id: number
beforeAll(async () => {
  assistant_id = await assistantFor(world, user, { post_call_evaluation: false })
})
afterEach(() => refusals.clear())

const view = async (path: string) => (await world.api(user.token, 'GET', path)).body
const act = (campaign_id: number, action: string) =>
  world.api(user.token, 'POST', '/user/campaigns/update-status', { campaign_id, action })
const campaignOf = async (numbers: string[], more = {}) => {
  const id = await campaignFor(world, user, { assistant_id, max_calls_in_parallel: 2, max_retries: 0, ...more })
  const leads: number[] = []
  for (const number of numbers) leads.push((await leadFor(world, user, id, number)).id)
  return { id, leads, lead: (place: number) => view(`/user/leads/${leads[place]}`) }
}
const created = { status: 'created', attempts: [] }
const others = ['+12025550301', '+12025550302', '+12025550303']

describe.each([
  ['a number of ours', 21210],
  ['a number of ours', 21212],
  ['a number of ours', 21264],
  ['a trial account', 21219],
  ['an account without voice', 10005],
  ['a mistake of this service', 21205],
  ['a code that is not known', 29999],
])('a refusal of %s (%i)', (_, code) => {
  test('stops the campaign with the code, and uses no attempt of any lead', async () => {
    refusals.set('all', { status: 400, code })
    const { id, lead } = await campaignOf(others)
    await act(id, 'start')
    await world.run(120)
    const { status, stop_reason } = await view(`/user/campaigns/${id}`)
    expect([status, stop_reason]).toEqual(['stopped', expect.stringContaining(`(${code})`)])
    for (const place of others.keys()) expect(await lead(place)).toMatchObject(created)
    refusals.clear()
    await act(id, 'start')
    await world.run(900)
    for (const place of others.keys()) expect((await lead(place)).status).toBe('completed')
  })

  test('fails a single call at once, with code and reason', async () => {
    refusals.set('all', { status: 400, code })
    const made = await world.api(user.token, 'POST', '/user/make_call', { phone_number: others[0], assistant_id })
    await world.run(10)
    const shown = { status: 'failed', carrier_code: code, failure_reason: expect.stringContaining(`(${code}).`) }
    expect(await view(`/user/calls/${made.body.data.id}`)).toMatchObject(shown)
    expect((await view('/user/calls')).data[0]).toMatchObject(shown)
    expect(world.logged.some(({ level, fields }) => level === 'error' && fields.code === code)).toBe(true)
  })
})

test('a refused country sets its leads aside until a permitted restart', async () => {
  refusals.set('+12025550301', { status: 400, code: 21215 })
  const { id, lead } = await campaignOf(others)
  await act(id, 'start')
  await world.run(200)
  const reasons = [expect.stringContaining('may not call this country or range of numbers (21215).')]
  expect(await lead(0)).toMatchObject({ ...created, reasons })
  for (const place of [1, 2]) expect((await lead(place)).status).toBe('completed')
  refusals.clear()
  await world.run(400)
  expect(await lead(0)).toMatchObject(created)
  await act(id, 'start')
  await world.run(100)
  expect((await lead(0)).status).toBe('completed')
})

test('skips a contact in a refused country and calls the next', async () => {
  refusals.set('+12025550301', { status: 400, code: 21215 })
  const id = await campaignFor(world, user, { assistant_id, max_retries: 0 })
  const secondary_contacts = [{ phone_number: '+12025550304' }]
  const { body } = await world.api(user.token, 'POST', '/user/lead', {
    campaign_id: id,
    phone_number: '+12025550301',
    secondary_contacts,
  })
  await act(id, 'start')
  await world.run(120)
  const lead = await view(`/user/leads/${body.data.id}`)
  expect(lead).toMatchObject({ status: 'completed', secondary_contacts: [{ status: 'completed' }] })
})

test('an unreachable number uses up all attempts, others do not', async () => {
  const numbers = ['+12025550103', '+12025550185', '+12025550186']
  const { id, lead } = await campaignOf(numbers, { max_retries: 5 })
  await act(id, 'start')
  await world.run(200)
  expect(await lead(0)).toMatchObject({ status: 'reached-max-retries', attempts: [{ outcome: 'failed' }] })
  expect(await lead(1)).toMatchObject({ status: 'reached-max-retries', attempts: [{ outcome: 'failed' }] })
  expect(await lead(2)).toMatchObject({ status: 'created', attempts: [{ outcome: 'failed' }] })
  const calls = (await view(`/user/calls?campaign_id=${id}`)).data
  expect(calls.map(({ carrier_code }: { carrier_code: number }) => carrier_code).toSorted()).toEqual([21211, 404, 503])
})

test('an account that a report refuses stops the campaign and uses no attempt', async () => {
  const { id, lead } = await campaignOf(['+12025550105'])
  await act(id, 'start')
  await world.run(3)
  const [call] = (await world.services.calls.since(user.id, world.clock.now() - 60_000)).filter(
    ({ campaign }) => campaign?.id === id,
  )
  if (!call?.carrier_sid) throw new Error('No call was placed')
  await post(world, `/carrier/calls/${writeCallRef({ user_id: user.id, call_id: call.id })}/status`, {
    CallSid: call.carrier_sid,
    CallStatus: 'failed',
    ErrorCode: '32005',
  })
  await world.run(30)
  expect(await lead(0)).toMatchObject(created)
  expect((await view(`/user/campaigns/${id}`)).stop_reason).toContain('(32005)')
  expect(await view(`/user/calls/${call.id}`)).toMatchObject({ status: 'failed', carrier_code: 32005 })
})

test.each([
  [401, undefined],
  [403, 29998],
  [404, 20404],
])('status %i with code %s is about the account: the campaign stops', async (status, code) => {
  refusals.set('all', { status, ...(code !== undefined && { code }) })
  const { id, lead } = await campaignOf(others)
  await act(id, 'start')
  await world.run(60)
  const stop_reason = expect.stringContaining('The carrier does not accept our account at the moment.')
  expect(await view(`/user/campaigns/${id}`)).toMatchObject({ status: 'stopped', stop_reason })
  expect(await lead(0)).toMatchObject(created)
})

test('a lost sender and a trial account stop only the campaigns that meet them', async () => {
  world.carrier.haveStanding('trial')
  world.carrier.verify('+12025550301')
  const reached = await campaignOf(['+12025550301'])
  const refused = await campaignOf(['+12025550302'])
  await act(reached.id, 'start')
  await act(refused.id, 'start')
  await world.run(100)
  world.carrier.haveStanding('active')
  expect((await reached.lead(0)).status).toBe('completed')
  expect(await refused.lead(0)).toMatchObject(created)
  expect((await view(`/user/campaigns/${refused.id}`)).stop_reason).toContain('(21219)')
})
