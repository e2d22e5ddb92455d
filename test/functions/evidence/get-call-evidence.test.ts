import { beforeEach, expect, test } from 'vitest'
import * as registry from '../../../shared/runtime/registry.ts'
import { assistantFor, campaignFor, leadFor, ringingCall } from '../../fixtures.ts'
import { useWorld } from '../../use-world.ts'

let meanwhile = async () => {}
const world = useWorld({
  open: ({ operation, open }, parts) => {
    const run = open(parts, registry)
    return async (event, context) => {
      if (operation.id === 'place-call') await meanwhile()
      return run(event, context)
    }
  },
})
beforeEach(() => {
  meanwhile = async () => {}
})

const evidenceOf = async (token: string, id: number) => {
  const { status, body } = await world.api(token, 'GET', `/user/calls/${id}/evidence`)
  return { status, body }
}

const aCaller = async () => {
  const user = await world.user()
  await world.number(user)
  return { user, assistant_id: await assistantFor(world, user) }
}
const place = async ({ user, assistant_id }: Awaited<ReturnType<typeof aCaller>>, phone_number: string) =>
  (await world.api(user.token, 'POST', '/user/make_call', { phone_number, assistant_id })).body.data.id as number

test('links a single call’s decision within a minute', async () => {
  const caller = await aCaller()
  const id = await place(caller, '+12025550101')
  await world.run(3)
  const { status, body } = await evidenceOf(caller.user.token, id)
  expect(status).toBe(200)
  expect(body).toMatchObject({
    call_id: id,
    decisions: [
      {
        decision: 'dial',
        record: { call_id: id, chain: 0, suppression: { listed: false } },
        facts: { phone_number: '+12025550101' },
        link: null,
      },
    ],
  })
  await world.run(65)
  expect((await evidenceOf(caller.user.token, id)).body.decisions).toMatchObject([{ link: { chain: 0, seq: 1 } }])
})

test('shows a campaign call’s hours by its clock, and its attempt', async () => {
  const { user, assistant_id } = await aCaller()
  const timezone = 'Europe/Berlin'
  const campaign_id = await campaignFor(world, user, { assistant_id, timezone, max_retries: 2 })
  const lead = await leadFor(world, user, campaign_id, '+12025550101')
  await world.api(user.token, 'POST', '/user/campaigns/update-status', { campaign_id, action: 'start' })
  await world.run(30)
  const { body } = await world.api(user.token, 'GET', `/user/calls?campaign_id=${campaign_id}`)
  const [proof] = (await evidenceOf(user.token, body.data[0].id)).body.decisions
  expect(proof.record).toMatchObject({
    chain: campaign_id,
    lead_id: lead.id,
    attempt: 1,
    max_retries: 2,
    window: { timezone, local_time: expect.stringMatching(/^2026-11-25T11:\d\d:\d\d\.\d{3}\+01:00$/) },
  })
  expect(proof.words.join(' ')).toContain('Europe/Berlin')
})

test('a call blacklisted meanwhile has one decision, the refusal', async () => {
  const caller = await aCaller()
  meanwhile = async () => {
    await registry.blacklist(world.parts).add(caller.user.id, '+12025550100', { cause: 'user' })
  }
  const id = await place(caller, '+12025550100')
  await world.run(60)
  expect((await evidenceOf(caller.user.token, id)).body.decisions).toMatchObject([
    { decision: 'refused', record: { reasons: ['The phone number is on the blacklist.'] } },
  ])
})

test('a blacklisted lead is set aside with a decision', async () => {
  const { user, assistant_id } = await aCaller()
  const campaign_id = await campaignFor(world, user, { assistant_id, timezone: 'UTC' })
  const lead = await leadFor(world, user, campaign_id, '+12025550100')
  await registry.blacklist(world.parts).add(user.id, '+12025550100', { cause: 'user' })
  await world.api(user.token, 'POST', '/user/campaigns/update-status', { campaign_id, action: 'start' })
  await world.run(120)
  const [block] = await registry.evidence(world.parts).blocks(user.id)
  const [refusal] = await registry.evidence(world.parts).contents(user.id, block?.links.map(({ key }) => key) ?? [])
  expect(refusal?.record).toMatchObject({ chain: campaign_id, decision: 'refused', lead_id: lead.id })
})

test('a refused single call leaves a decision in its chain', async () => {
  const { user, assistant_id } = await aCaller()
  await registry.blacklist(world.parts).add(user.id, '+12025550100', { cause: 'user' })
  const asked = { phone_number: '+12025550100', assistant_id }
  expect((await world.api(user.token, 'POST', '/user/make_call', asked)).status).toBe(422)
  await world.run(120)
  const [block] = await registry.evidence(world.parts).blocks(user.id)
  const [refusal] = await registry.evidence(world.parts).contents(user.id, block?.links.map(({ key }) => key) ?? [])
  expect(refusal?.record).toMatchObject({
    ...{ chain: 0, decision: 'refused', reasons: ['The phone number is on the blacklist.'] },
    suppression: { checked: 'with_the_request', listed: true },
  })
  expect(refusal?.facts).toMatchObject({ phone_number: '+12025550100' })
})

test('evidence outlives its call', async () => {
  const caller = await aCaller()
  const id = await place(caller, '+12025550101')
  await world.run(300)
  expect((await world.api(caller.user.token, 'DELETE', `/user/calls/${id}`)).status).toBe(200)
  expect((await evidenceOf(caller.user.token, id)).body.decisions).toHaveLength(1)
})

test('returns 404 for calls before decisions, and for unknown calls', async () => {
  const caller = await aCaller()
  const id = world.newId()
  const own = { id, user_id: caller.user.id, assistant_id: caller.assistant_id }
  await world.services.calls.open(ringingCall(own, world.clock.now()), { variables: {}, input_variables: {} })
  const other = await world.user()
  expect((await evidenceOf(other.token, id)).body.message).toBe('Call not found')
  expect((await evidenceOf(caller.user.token, id)).body.message).toMatch(/^No evidence is recorded for this call/)
})
