import { describe, expect, test } from 'vitest'
import * as registry from '../../../shared/runtime/registry.ts'
import { campaignFor, leadFor } from '../../fixtures.ts'
import { useWorld } from '../../use-world.ts'
import type { TestUser } from '../../world.ts'

const world = useWorld({ environment: { CARRIER_CALLS_PER_SECOND: '100' } })

const draft = { kind: 'express_written', covers_artificial_voice: true }
const record = (user: TestUser, phone_number: string, more: object = {}) =>
  world.api(user.token, 'POST', '/user/consents', { ...draft, phone_number, ...more })
const caller = async () => {
  const user = await world.user()
  await world.number(user)
  return user
}
const start = (user: TestUser, campaign_id: number) =>
  world.api(user.token, 'POST', '/user/campaigns/update-status', { campaign_id, action: 'start' })
const called = async (user: TestUser) =>
  (await world.services.callPages.page(user.id, {}, 0, 50)).calls.map((call) => call.client_phone_number)
const reasonsOf = async (user: TestUser, id: number) =>
  (await world.api(user.token, 'GET', `/user/leads/${id}`)).body.reasons

describe('a record', () => {
  test('is answered with all that it says', async () => {
    const user = await world.user()
    const text = 'I agree to be called by an AI voice.'
    const { status, body } = await record(user, '+1 202 555 0100', { text, given_at: '2026-11-20', purpose: 'offers' })
    expect([status, body.message]).toEqual([201, 'Consent recorded successfully'])
    expect(body.data).toMatchObject({
      phone_number: '+12025550100',
      status: 'granted',
      channels: ['call'],
      text,
      text_hash: expect.stringMatching(/^[0-9a-f]{64}$/),
      given_at: '2026-11-20 00:00:00',
      purpose: 'offers',
      recorded_by: 'api',
    })
  })

  test.each([
    [{}, 'kind'],
    [{ kind: 'express', given_at: '2027-01-01' }, 'given_at'],
    [{ kind: 'express', given_at: '2026-11-02', expires_at: '2026-11-01' }, 'expires_at'],
    [{ kind: 'oral' }, 'kind'],
  ])('of %j is refused: %s', async (more, field) => {
    const user = await world.user()
    const body = { phone_number: '+12025550100', ...more }
    const reply = await world.api(user.token, 'POST', '/user/consents', body)
    expect([reply.status, Object.keys(reply.body.errors)]).toEqual([422, [field]])
  })
})

describe('a campaign that wants a consent', () => {
  test('calls allowed leads, names what others lack, calls them later', async () => {
    const user = await caller()
    const campaign_id = await campaignFor(world, user, { require_consent: 'express_written' })
    const [may, spoken, none] = ['+12025550111', '+12025550112', '+12025550113']
    await leadFor(world, user, campaign_id, may, { consent: draft })
    const oral = await leadFor(world, user, campaign_id, spoken, { consent: { ...draft, kind: 'express' } })
    const unknown = await leadFor(world, user, campaign_id, none)
    await start(user, campaign_id)
    await world.run(5)
    expect(await called(user)).toEqual([may])
    expect(await reasonsOf(user, oral.id)).toContain('The consent is not in writing.')
    expect(await reasonsOf(user, unknown.id)).toContain('No consent is recorded.')
    await record(user, none)
    await world.run(5)
    expect((await called(user)).toSorted()).toEqual([may, none])
  })

  test('calls a contact with a consent where the lead itself has none', async () => {
    const user = await caller()
    const campaign_id = await campaignFor(world, user, { require_consent: 'express' })
    const secondary_contacts = [{ phone_number: '+12025550115', consent: draft }]
    await leadFor(world, user, campaign_id, '+12025550114', { secondary_contacts })
    await start(user, campaign_id)
    await world.run(5)
    expect(await called(user)).toEqual(['+12025550115'])
  })

  test('that wants none any more calls those whom it had set aside', async () => {
    const user = await caller()
    const campaign_id = await campaignFor(world, user, { require_consent: 'express' })
    await leadFor(world, user, campaign_id, '+12025550116')
    await leadFor(world, user, campaign_id, '+12025550105', { consent: draft })
    await start(user, campaign_id)
    await world.run(5)
    expect(await called(user)).not.toContain('+12025550116')
    await world.api(user.token, 'PUT', `/user/campaigns/${campaign_id}`, { require_consent: 'none' })
    await world.run(10)
    expect(await called(user)).toContain('+12025550116')
  })

  test('shows in its preview whom it would not call', async () => {
    const user = await caller()
    const campaign_id = await campaignFor(world, user, { require_consent: 'express' })
    await leadFor(world, user, campaign_id, '+12025550116')
    await leadFor(world, user, campaign_id, '+12025550117', { consent: draft })
    const { body } = await world.api(user.token, 'GET', `/user/campaigns/${campaign_id}/preview`)
    expect(body).toMatchObject({
      would_be_called_now: 1,
      reasons: [{ reason: 'No consent is recorded.', leads: 1 }],
      exact: true,
    })
  })
})

test('START and a consent to calls queue a lead after STOP', async () => {
  const user = await caller()
  const number = '+12025550118'
  const campaign_id = await campaignFor(world, user)
  const blacklist = registry.blacklist(world.parts)
  await blacklist.add(user.id, number, { cause: 'sms', reason: 'Replied STOP' })
  await leadFor(world, user, campaign_id, number)
  await leadFor(world, user, campaign_id, '+12025550105')
  await start(user, campaign_id)
  await world.run(5)
  await record(user, number)
  await world.run(5)
  expect(await called(user)).not.toContain(number)
  await blacklist.allowTexts(user.id, number, 'SM1')
  await world.run(1)
  await record(user, number)
  await world.run(5)
  expect(await called(user)).toContain(number)
})
