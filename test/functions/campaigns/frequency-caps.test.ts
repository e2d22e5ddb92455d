import { describe, expect, test } from 'vitest'
import { newLead } from '../../../shared/domain/leads/lead-form.ts'
import * as registry from '../../../shared/runtime/registry.ts'
import { dialledKey, leadKey } from '../../../shared/table/keys.ts'
import { assistantFor, campaignFor, leadFor } from '../../fixtures.ts'
import { useWorld } from '../../use-world.ts'
import type { TestUser } from '../../world.ts'

/** The clock starts at 10:00 in Washington, DC, where only the user's own limit applies. */
const world = useWorld({
  startAt: Date.UTC(2026, 10, 25, 15),
  environment: { CARRIER_CALLS_PER_SECOND: '100', CALLING_RULES: 'enforce' },
})
const hourMs = 60 * 60_000

const caller = async (caps?: { calls: number; hours: number }[]): Promise<TestUser> => {
  const user = await world.user()
  await world.number(user)
  if (caps) expect((await world.api(user.token, 'PUT', '/user/calling-rules/US', { caps })).status).toBe(200)
  return user
}
const start = (user: TestUser, campaign_id: number) =>
  world.api(user.token, 'POST', '/user/campaigns/update-status', { campaign_id, action: 'start' })
const get = async (user: TestUser, path: string) => (await world.api(user.token, 'GET', path)).body
const dialsOf = (number: string) => world.carrier.stats().creates.filter(({ to }) => to === number)
const countOf = (user: TestUser, number: string) =>
  world.parts.table.get<{ times: number[]; calls: number[] }>(dialledKey(user.id, number))
const enough = 'The number was called as often as it may be: once in 24 hours (United States). The limit is your own.'

test('two campaigns call one number once; the other waits for the cap', async () => {
  for (let race = 0; race < 5; race++) {
    const user = await caller([{ calls: 1, hours: 24 }])
    const number = `+1202555${String(1000 + race)}`
    const campaigns = [
      await campaignFor(world, user, { calling_rules: 'enforce' }),
      await campaignFor(world, user, { calling_rules: 'enforce' }),
    ]
    const leads = await Promise.all(campaigns.map((id) => leadFor(world, user, id, number)))
    await Promise.all(campaigns.map((id) => start(user, id)))
    await world.run(120)
    const [dial, ...others] = dialsOf(number)
    expect(others).toEqual([])
    const count = await countOf(user, number)
    expect(count?.calls).toHaveLength(1)
    const seen = await Promise.all(leads.map(({ id }) => get(user, `/user/leads/${id}`)))
    const waiting = seen.filter(({ status }) => status === 'created')
    expect(waiting).toHaveLength(1)
    expect(waiting[0].reasons[0]).toBe(enough)
    const free = (count?.times[0] ?? 0) + 24 * hourMs
    expect(Date.parse(waiting[0].next_attempt_at)).toBe(free - (free % 1000))
    expect(free - (dial?.receivedAt ?? 0)).toBeLessThanOrEqual(24 * hourMs)
  }
})

test('retries, single calls and contacts count together until the first open instant', async () => {
  const user = await caller([{ calls: 2, hours: 8 }])
  const assistant_id = await assistantFor(world, user)
  const number = '+12025550101'
  const id = await campaignFor(world, user, { calling_rules: 'enforce', max_retries: 5, retry_interval: 600 })
  const secondary_contacts = [{ phone_number: '+12025550101' }]
  const { id: lead } = await leadFor(world, user, id, '+12025552001', { secondary_contacts })
  await leadFor(world, user, id, number)
  const single = () => world.api(user.token, 'POST', '/user/make_call', { phone_number: number, assistant_id })
  expect((await single()).status).toBe(200)
  await world.run(60)
  await start(user, id)
  await world.run(1800)
  const before = dialsOf(number).filter(({ receivedAt }) => receivedAt > world.clock.now() - 2 * hourMs)
  expect(before).toHaveLength(2)
  expect((await get(user, `/user/leads/${lead}`)).status).toBe('completed')

  const refused = await single()
  expect(refused.status).toBe(422)
  const first = (await countOf(user, number))?.times[0] ?? 0
  const free = new Date(first + 8 * hourMs).toISOString().replace('Z', '000Z')
  expect(refused.body.errors.phone_number[0]).toBe(
    `The number was called as often as it may be: 2 times in 8 hours (United States). The limit is your own. It may be called from ${free}.`,
  )
  const checked = await world.api(user.token, 'POST', '/user/calling-rules/check', { phone_number: number })
  expect(checked.body).toMatchObject({
    decision: 'wait',
    next_at: free,
    findings: [{ code: 'called_enough', region: 'US' }],
    caps: [{ region: 'US', calls: 2, hours: 8, counted: 2, is_own: true }],
  })
  await world.run((first + 8 * hourMs - world.clock.now()) / 1000 - 2)
  expect(dialsOf(number)).toHaveLength(before.length)
  await world.run(20)
  expect(dialsOf(number)).toHaveLength(before.length + 1)
  await world.api(user.token, 'POST', '/user/campaigns/update-status', { campaign_id: id, action: 'stop' })
})

test('a rule’s own cap binds, and evidence has caps and counts', async () => {
  const user = await caller()
  const assistant_id = await assistantFor(world, user)
  const number = '+13055550123'
  const ids: number[] = []
  for (let call = 0; call < 4; call++) {
    const { status, body } = await world.api(user.token, 'POST', '/user/make_call', {
      phone_number: number,
      assistant_id,
    })
    expect(status).toBe(call < 3 ? 200 : 422)
    if (call < 3) ids.push(body.data.id)
    else expect(body.errors.phone_number[0]).toContain('3 times in 24 hours (Florida).')
    await world.run(120)
  }
  const counted = []
  for (const id of ids) {
    const { decisions } = await get(user, `/user/calls/${id}/evidence`)
    counted.push(decisions[0].record.rules.caps)
  }
  expect(counted).toEqual([0, 1, 2].map((count) => [{ region: 'US-FL', calls: 3, hours: 24, counted: count }]))
})

test('a call is not placed once another used up the cap', async () => {
  const user = await caller([{ calls: 1, hours: 1 }])
  const assistant_id = await assistantFor(world, user)
  const ask = () => world.api(user.token, 'POST', '/user/make_call', { phone_number: '+12025553001', assistant_id })
  const made = await Promise.all([ask(), ask(), ask()])
  expect(made.map(({ status }) => status)).toEqual([200, 200, 200])
  await world.run(120)
  expect(dialsOf('+12025553001')).toHaveLength(1)
  const calls = await Promise.all(made.map(({ body }) => get(user, `/user/calls/${body.data.id}`)))
  const failed = calls.filter(({ status }) => status === 'failed')
  expect(failed).toHaveLength(2)
  for (const call of failed) expect(call.failure_reason).toContain('once in an hour (United States)')
})

test('an observing campaign calls, and evidence says it was not allowed', async () => {
  const user = await caller([{ calls: 1, hours: 24 }])
  const number = '+12025553101'
  const first = await campaignFor(world, user, { calling_rules: 'off' })
  const second = await campaignFor(world, user, { calling_rules: 'observe' })
  const third = await campaignFor(world, user, { calling_rules: 'enforce' })
  for (const id of [first, second, third]) {
    await leadFor(world, user, id, number)
    await start(user, id)
    await world.run(90)
  }
  expect(dialsOf(number)).toHaveLength(2)
  const { data } = await get(user, `/user/calls?campaign_id=${second}`)
  const { decisions } = await get(user, `/user/calls/${data[0].id}/evidence`)
  expect(decisions[0].record.rules).toMatchObject({ allowed: false, caps: [{ calls: 1, counted: 1, own: true }] })
  expect(decisions[0].record.rules.words[0]).toBe(enough)
})

test('the preview counts capped leads with the reason', async () => {
  const user = await caller([{ calls: 1, hours: 24 }])
  const first = await campaignFor(world, user, { calling_rules: 'enforce' })
  const numbers = ['+12025553201', '+12025553202', '+12025553203']
  for (const number of numbers) await leadFor(world, user, first, number)
  await start(user, first)
  await world.run(120)
  const second = await campaignFor(world, user, { calling_rules: 'enforce' })
  for (const number of [...numbers, '+12025553204']) await leadFor(world, user, second, number)
  expect(await get(user, `/user/campaigns/${second}/preview`)).toMatchObject({
    leads: 4,
    would_be_called_now: 1,
    reasons: [{ reason: enough, leads: 3 }],
    exact: true,
  })
})

describe('a thousand leads whose numbers were called as often as they may be', () => {
  test('delay no others, wait without a write, and cost no more', async () => {
    const user = await caller([{ calls: 1, hours: 8 }])
    const id = await campaignFor(world, user, { calling_rules: 'enforce', max_calls_in_parallel: 1 })
    const leads = registry.leads(world.parts)
    const now = world.clock.now()
    const capped = Array.from({ length: 1000 }, (_, row) => {
      const phone_number = `+1202${5_560_000 + row}`
      const lead = newLead({ id: id + 1_000_000 + row, user_id: user.id, campaign_id: id, phone_number, contacts: [] })
      return { ...lead, next_attempt_at: now - 60_000 }
    })
    for (let from = 0; from < capped.length; from += 50) await leads.createMany(capped.slice(from, from + 50), true)
    await world.parts.table.putMany(
      capped.map(({ phone_number }) => ({
        ...dialledKey(user.id, phone_number),
        ...{ times: [now - 1000], calls: [1], revision: 1 },
      })),
    )
    await leadFor(world, user, id, '+12025553301')
    await start(user, id)
    for (let minute = 0; minute < 10 && dialsOf('+12025553301').length === 0; minute++) await world.run(60)
    expect(dialsOf('+12025553301')).toHaveLength(1)
    await world.run(60)
    const [one] = capped
    const before = await world.parts.table.get(leadKey(user.id, one?.id ?? 0))
    expect(before?.next_attempt_at).toBe(now - 1000 + 8 * hourMs)
    world.consumed.length = 0
    await registry.dispatchCampaignQueue(world.parts).nudge({ user_id: user.id, campaign_id: id })
    await world.run(1)
    const units = world.consumed
      .flatMap(({ capacity }) => capacity)
      .reduce((sum, each) => sum + (each.CapacityUnits ?? 0), 0)
    expect(units).toBeLessThan(25)
    expect(await world.parts.table.get(leadKey(user.id, one?.id ?? 0))).toEqual(before)
    expect(world.carrier.stats().creates.filter(({ to }) => to.startsWith('+1202556'))).toEqual([])
    await world.api(user.token, 'POST', '/user/campaigns/update-status', { campaign_id: id, action: 'stop' })
  })
})
