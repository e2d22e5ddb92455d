import { describe, expect, test } from 'vitest'
import * as registry from '../../../shared/runtime/registry.ts'
import type { StoredKey } from '../../../shared/table/keys.ts'
import { campaignFor, leadFor } from '../../fixtures.ts'
import { useCaller, useWorld } from '../../use-world.ts'

let afterConsents: (() => Promise<unknown>) | undefined

const world = useWorld({
  environment: { CARRIER_CALLS_PER_SECOND: '100' },
  open: (entry, parts) => {
    if (entry.operation.id !== 'dispatch-campaign') return entry.open(parts, registry)
    const getMany = async <T>(keys: StoredKey[]) => {
      const found = await parts.table.getMany<T>(keys)
      const happens = keys.some(({ pk }) => pk.endsWith('#consent-number')) ? afterConsents : undefined
      if (happens) afterConsents = undefined
      await happens?.()
      return found
    }
    return entry.open({ ...parts, table: { ...parts.table, getMany } }, registry)
  },
})
const user = useCaller(world)

const start = (campaign_id: number) =>
  world.api(user.token, 'POST', '/user/campaigns/update-status', { campaign_id, action: 'start' })
const read = async (id: number) => (await world.api(user.token, 'GET', `/user/campaigns/${id}`)).body
const lead = async (id: number) => (await world.api(user.token, 'GET', `/user/leads/${id}`)).body
const dials = (...endings: string[]) =>
  world.carrier.stats().creates.filter(({ to }) => endings.some((ending) => to === `+1202555${ending}`))

test('a freed slot is refilled at once by the event that freed it', async () => {
  const id = await campaignFor(world, user, { max_calls_in_parallel: 1 })
  for (const ending of ['0120', '0121']) await leadFor(world, user, id, `+1202555${ending}`)
  await start(id)
  await world.run(25)
  const [one, other] = dials('0120', '0121')
  expect((other?.receivedAt ?? 0) - (one?.receivedAt ?? 0)).toBeLessThan(20_000)
})

test('starts when a window opens, also beyond a queue’s longest delay', async () => {
  const id = await campaignFor(world, user, {
    timezone: 'UTC',
    allowed_hours_start_time: '11:00',
    allowed_hours_end_time: '11:01',
    max_retries: 0,
  })
  await leadFor(world, user, id, '+12025550122')
  await start(id)
  await world.run(62 * 60)
  const [dial] = dials('0122')
  expect(new Date(dial?.receivedAt ?? 0).toISOString()).toMatch(/^2026-11-25T11:00:0\d/)
})

test('contacts are called in their order, each with attempts of its own', async () => {
  const id = await campaignFor(world, user, { max_retries: 1, retry_interval: 60 })
  const secondary_contacts = [{ phone_number: '+12025550102' }, { phone_number: '+12025550123' }]
  const { id: lead_id } = await leadFor(world, user, id, '+12025550101', { secondary_contacts })
  const before = world.carrier.stats().creates.length
  await start(id)
  await world.run(600)
  const called = world.carrier
    .stats()
    .creates.slice(before)
    .map(({ to }) => to.slice(-4))
  expect(called).toEqual(['0101', '0101', '0102', '0102', '0123'])
  expect(await lead(lead_id)).toMatchObject({
    status: 'completed',
    secondary_contacts: [{ status: 'reached-max-retries' }, { status: 'completed' }],
  })
  const { body } = await world.api(user.token, 'GET', `/user/calls?campaign_id=${id}`)
  for (const call of body.data) expect(call).toMatchObject({ campaign_id: id, campaign_name: 'Spring', lead_id })
})

test.each([
  [true, 'reached-max-retries', 2],
  [false, 'completed', 1],
])(
  'with retry_on_voicemail %s a machine makes the lead %s after %i calls',
  async (retry_on_voicemail, status, count) => {
    const id = await campaignFor(world, user, { max_retries: 1, retry_interval: 60, retry_on_voicemail })
    const { id: lead_id } = await leadFor(world, user, id, '+12025550104')
    await start(id)
    await world.run(240)
    const { body } = await world.api(user.token, 'GET', `/user/calls?campaign_id=${id}`)
    expect(body.total).toBe(count)
    expect((await lead(lead_id)).status).toBe(status)
  },
)

test('a wake-up does something once, and nothing when another was set since', async () => {
  const id = await campaignFor(world, user, { mark_complete_when_no_leads: false })
  await leadFor(world, user, id, '+12025550131')
  await start(id)
  await world.run(75)
  const queue = registry.dispatchCampaignQueue(world.parts)
  const ref = { user_id: user.id, campaign_id: id }
  const wake_at = await registry.campaigns(world.parts).wakesAt(ref)
  const looks = () =>
    world.logged.filter(({ message, fields }) => message === 'campaign checked' && fields.campaign_id === id).length
  const before = looks()
  await queue.nudge({ ...ref, wake_at: (wake_at ?? 0) - 1 })
  await world.settled()
  expect(looks()).toBe(before)
  await queue.nudge({ ...ref, wake_at })
  await world.settled()
  expect(looks()).toBe(before + 1)
})

test('a campaign that is not to complete waits for leads', async () => {
  const id = await campaignFor(world, user, { mark_complete_when_no_leads: false })
  await leadFor(world, user, id, '+12025550124')
  await start(id)
  await world.run(120)
  expect(await read(id)).toMatchObject({ status: 'in-progress', leads_count: { completed: 1 } })
  await leadFor(world, user, id, '+12025550125')
  await world.run(5)
  expect(dials('0125')).toHaveLength(1)
})

test('a campaign whose number has expired stops by itself, and says why', async () => {
  const owner = await world.user()
  await world.number(owner, { expires_at: world.clock.now() + 60_000 })
  const campaign_id = await campaignFor(world, owner, { max_retries: 1, retry_interval: 120 })
  await leadFor(world, owner, campaign_id, '+12025550101')
  await world.api(owner.token, 'POST', '/user/campaigns/update-status', { campaign_id, action: 'start' })
  await world.run(300)
  const { body } = await world.api(owner.token, 'GET', `/user/campaigns/${campaign_id}`)
  expect(body).toMatchObject({ status: 'stopped', stop_reason: 'There is no phone number to call from.' })
  expect((await world.services.callPages.page(owner.id, {}, 0, 10)).total).toBe(1)
})

test('blacklisted leads at the queue’s head delay others only briefly', async () => {
  const id = await campaignFor(world, user, { max_calls_in_parallel: 1 })
  const blacklisted = Array.from({ length: 60 }, (_, index) => `+12025557${String(100 + index)}`)
  for (const number of blacklisted) await leadFor(world, user, id, number)
  await world.run(1)
  await leadFor(world, user, id, '+12025550132')
  for (const number of blacklisted) await registry.blacklist(world.parts).add(user.id, number, { cause: 'user' })
  await start(id)
  await world.run(30)
  expect(dials('0132')).toHaveLength(1)
  expect((await read(id)).leads_count.created).toBe(60)
})

describe('what changes while a campaign runs', () => {
  test('a number blacklisted meanwhile is not dialled until it is removed', async () => {
    const id = await campaignFor(world, user, { max_calls_in_parallel: 1 })
    await leadFor(world, user, id, '+12025550105')
    // Waits, because leads created in the same millisecond have no order.
    await world.run(1)
    await leadFor(world, user, id, '+12025550126')
    await start(id)
    await world.run(5)
    const { body } = await world.api(user.token, 'POST', '/user/blacklist', { phone_number: '+12025550126' })
    await world.run(1000)
    expect(dials('0126')).toEqual([])
    expect(await read(id)).toMatchObject({ status: 'completed', leads_count: { created: 1 } })
    await world.api(user.token, 'DELETE', `/user/blacklist/${body.data.id}`)
    await start(id)
    await world.run(60)
    expect(dials('0126')).toHaveLength(1)
  })

  test('a recorded consent queues a lead that lacked it', async () => {
    const id = await campaignFor(world, user, { require_consent: 'express' })
    const phone_number = '+12025550139'
    const { id: lead_id } = await leadFor(world, user, id, phone_number)
    const consent = { kind: 'express', covers_artificial_voice: true, phone_number }
    let recorded = 0
    afterConsents = async () => {
      recorded = (await world.api(user.token, 'POST', '/user/consents', consent)).status
    }
    await start(id)
    await world.run(20)
    expect(recorded).toBe(201)
    expect(dials('0139')).toHaveLength(1)
    expect(await lead(lead_id)).toMatchObject({ status: 'completed' })
  })

  test('dials the changed number of a waiting lead', async () => {
    const id = await campaignFor(world, user, { max_calls_in_parallel: 1 })
    await leadFor(world, user, id, '+12025550105')
    await world.run(1)
    const { id: lead_id } = await leadFor(world, user, id, '+12025550127')
    await start(id)
    await world.run(5)
    await world.api(user.token, 'PUT', `/user/leads/${lead_id}`, { phone_number: '+12025550128' })
    await world.run(1000)
    expect([dials('0127').length, dials('0128').length]).toEqual([0, 1])
  })
})
