import { describe, expect, test } from 'vitest'
import { writeCallRef } from '../../../shared/domain/calls/call-ref.ts'
import * as registry from '../../../shared/runtime/registry.ts'
import { numberDayKey } from '../../../shared/table/keys.ts'
import { openFaults } from '../../faults.ts'
import { campaignFor, leadFor } from '../../fixtures.ts'
import { post } from '../../posted.ts'
import { openReceiver } from '../../receiver.ts'
import { useWorld } from '../../use-world.ts'
import type { TestUser } from '../../world.ts'

const faults = openFaults()
const world = useWorld({ environment: { CARRIER_CALLS_PER_SECOND: '100' }, open: faults.open })

const today = '2026-11-25'
const rules = { max_calls_in_parallel: 10, max_retries: 0, timezone: 'UTC' }

const begin = async (count: number) => {
  const user = await world.user()
  await world.api(user.token, 'GET', '/user/me')
  const numbers = []
  for (let place = 0; place < count; place++) numbers.push(await world.number(user))
  return { user, numbers, ids: numbers.map(({ id }) => id) }
}
const act = (user: TestUser, campaign_id: number, action: string) =>
  world.api(user.token, 'POST', '/user/campaigns/update-status', { campaign_id, action })
const read = async (user: TestUser, id: number) => (await world.api(user.token, 'GET', `/user/campaigns/${id}`)).body
const leads = async (user: TestUser, campaign_id: number, count: number) => {
  for (let place = 0; place < count; place++) await leadFor(world, user, campaign_id, '+12025550101')
}
const callers = (since: number) =>
  world.carrier
    .stats()
    .creates.slice(since)
    .map(({ from }) => from)
const asked = () => world.carrier.stats().creates.length
const count = (from: readonly string[]) =>
  Object.values(Object.groupBy(from, (number) => number)).map((calls) => calls?.length ?? 0)

test('rotates within one call of even, also when many dispatch at once', async () => {
  const { user, ids, numbers } = await begin(3)
  const id = await campaignFor(world, user, { ...rules, phone_number_ids: ids })
  await leads(user, id, 10)
  const before = asked()
  await act(user, id, 'start')
  const ref = { user_id: user.id, campaign_id: id }
  await Promise.all(Array.from({ length: 8 }, () => registry.dispatchCampaignQueue(world.parts).nudge(ref)))
  await world.run(120)
  const from = callers(before)
  expect(count(from).toSorted()).toEqual([3, 3, 4])
  expect(new Set(from)).toEqual(new Set(numbers.map(({ phone_number }) => phone_number)))
  const shown = (await read(user, id)).numbers
  expect(shown.map(({ calls_today }: { calls_today: number }) => calls_today).toSorted()).toEqual([3, 3, 4])
  expect(shown[0]).toMatchObject({ id: ids[0], answer_rate_7d: 0, paused_until: null })
})

test('keeps the number of a lead while it can', async () => {
  const { user, ids, numbers } = await begin(3)
  const settings = { phone_number_ids: ids, caller_id_strategy: 'sticky', max_retries: 2, retry_interval: 60 }
  const id = await campaignFor(world, user, { ...rules, ...settings, max_calls_in_parallel: 1 })
  await leads(user, id, 1)
  const before = asked()
  await act(user, id, 'start')
  await world.run(100)
  const [first, second] = callers(before)
  expect(second).toBe(first)
  const own = numbers.find(({ phone_number }) => phone_number === first)
  await world.api(user.token, 'DELETE', `/user/phone-numbers/${own?.id}`)
  await world.run(100)
  expect(callers(before)).toHaveLength(3)
  expect(callers(before)[2]).not.toBe(first)
})

test('a released number leaves the pool; without numbers the campaign stops', async () => {
  const { user, ids } = await begin(1)
  const id = await campaignFor(world, user, { ...rules, phone_number_ids: ids, max_calls_in_parallel: 1 })
  await leadFor(world, user, id, '+12025550100')
  await leadFor(world, user, id, '+12025550100')
  const before = asked()
  await act(user, id, 'start')
  await world.run(8)
  expect((await world.api(user.token, 'DELETE', `/user/phone-numbers/${ids[0]}`)).status).toBe(200)
  await world.run(120)
  expect(callers(before)).toHaveLength(1)
  const { body: calls } = await world.api(user.token, 'GET', '/user/calls')
  expect(calls.data[0]).toMatchObject({ status: 'ended_by_customer' })
  expect(await read(user, id)).toMatchObject({
    status: 'stopped',
    stop_reason: 'The campaign has no number left to call from.',
    numbers: [],
  })
  expect((await act(user, id, 'start')).status).toBe(422)
})

test('takes back a reserved call whose number leaves, and calls from another', async () => {
  const { user, ids, numbers } = await begin(2)
  const id = await campaignFor(world, user, { ...rules, phone_number_ids: ids, max_calls_in_parallel: 1 })
  await leads(user, id, 1)
  const before = asked()
  const [first, other] = numbers
  faults.arm({
    operation: 'place-call',
    call: 0,
    about: user.id,
    kind: () => world.api(user.token, 'DELETE', `/user/phone-numbers/${first?.id}`),
  })
  await act(user, id, 'start')
  await world.run(60)
  faults.disarm()
  expect(callers(before)).toEqual([other?.phone_number])
  expect((await read(user, id)).numbers).toMatchObject([{ id: other?.id, calls_today: 1 }])
  const { pk, sk } = numberDayKey(user.id, today, first?.id ?? 0)
  expect(await world.parts.table.get({ pk, sk })).toMatchObject({ calls: 0 })
})

test('pauses a number answered less than half as often as the pool', async () => {
  const receiver = await openReceiver()
  const { user, ids, numbers } = await begin(2)
  await world.api(user.token, 'PUT', '/user/event-webhook', { webhook_url: `${receiver.url}/events` })
  const id = await campaignFor(world, user, { ...rules, phone_number_ids: ids, max_calls_in_parallel: 2 })
  const day = (number_id: number, answered: number) => ({
    put: {
      ...numberDayKey(user.id, '2026-11-24', number_id),
      day: '2026-11-24',
      number_id,
      calls: 0,
      ended: 100,
      answered,
    },
  })
  await world.parts.table.write([day(ids[0] ?? 0, 5)])
  await world.parts.table.write([day(ids[1] ?? 0, 60)])
  await leads(user, id, 4)
  const before = asked()
  await act(user, id, 'start')
  await world.run(180)
  expect(new Set(callers(before))).toEqual(new Set([numbers[1]?.phone_number]))
  const paused_until = expect.stringMatching(/^2026-11-26T10:/)
  expect((await read(user, id)).numbers).toMatchObject([
    { id: ids[0], answer_rate_7d: 0.05, paused_until },
    { id: ids[1], calls_today: 4, paused_until: null },
  ])
  expect(receiver.received.map(({ body }) => body)).toEqual([
    {
      event: 'number.paused',
      id: expect.any(Number),
      campaign_id: id,
      phone_number_id: ids[0],
      phone_number: numbers[0]?.phone_number,
      answer_rate: 0.05,
      pool_answer_rate: 0.325,
      paused_until,
      timestamp: expect.stringMatching(/^2026-11-25/),
    },
  ])
  await receiver.close()
})

describe('a number that the carrier refuses (21210)', () => {
  const lose = (...lost_numbers: string[]) =>
    world.parts.fetch(`${world.carrierUrl}/_double/account`, {
      method: 'POST',
      body: JSON.stringify({ lost_numbers }),
    })
  const refusal = 'The account at the carrier may not call from this number: it is not verified (21210).'

  test('is paused alone, with the reason in campaign and event, and uses no attempt', async () => {
    const receiver = await openReceiver()
    const { user, ids, numbers } = await begin(2)
    const [lost, other] = numbers
    await world.api(user.token, 'PUT', '/user/event-webhook', { webhook_url: `${receiver.url}/events` })
    await lose(lost?.phone_number ?? '')
    const id = await campaignFor(world, user, { ...rules, phone_number_ids: ids, max_calls_in_parallel: 2 })
    const called = [await leadFor(world, user, id, '+12025550101'), await leadFor(world, user, id, '+12025550101')]
    const before = asked()
    await act(user, id, 'start')
    await world.run(180)
    const placed = world.carrier.stats().creates.slice(before)
    expect(placed.filter(({ outcome }) => outcome === 'placed').map(({ from }) => from)).toEqual([
      ...[other?.phone_number, other?.phone_number],
    ])
    const paused_until = expect.stringMatching(/^2026-11-26T/)
    const { numbers: shown, stop_reason } = await read(user, id)
    expect(stop_reason).toBeNull()
    expect(shown).toMatchObject([
      { id: ids[0], calls_today: 0, paused_until, pause_reason: refusal },
      { id: ids[1], calls_today: 2, paused_until: null, pause_reason: null },
    ])
    for (const { id: lead_id } of called)
      expect((await world.api(user.token, 'GET', `/user/leads/${lead_id}`)).body.attempts).toHaveLength(1)
    expect(receiver.received.map(({ body }) => body)).toEqual([
      {
        event: 'number.refused',
        ...{ id: expect.any(Number), campaign_id: id, phone_number_id: ids[0], phone_number: lost?.phone_number },
        ...{ reason: refusal, carrier_code: 21210, paused_until, timestamp: expect.stringMatching(/^2026-11-25/) },
      },
    ])
    await receiver.close()
  })

  test('stops the campaign when it was the last, until a start', async () => {
    const { user, ids, numbers } = await begin(2)
    await lose(...numbers.map(({ phone_number }) => phone_number))
    const id = await campaignFor(world, user, { ...rules, phone_number_ids: ids })
    await leads(user, id, 4)
    await act(user, id, 'start')
    await world.run(60)
    const stopped = await read(user, id)
    expect([stopped.status, stopped.stop_reason]).toEqual(['stopped', expect.stringContaining('(21210)')])
    await lose()
    const before = asked()
    await act(user, id, 'start')
    await world.run(120)
    expect(count(callers(before)).toSorted()).toEqual([2, 2])
    expect((await read(user, id)).numbers).toMatchObject([{ pause_reason: null }, { pause_reason: null }])
  })

  test('that the carrier reports later for a placed call is paused, too', async () => {
    const { user, ids, numbers } = await begin(2)
    const id = await campaignFor(world, user, { ...rules, phone_number_ids: ids, max_calls_in_parallel: 1 })
    await leadFor(world, user, id, '+12025550102')
    await act(user, id, 'start')
    await world.run(5)
    const [call] = await world.services.calls.since(user.id, world.clock.now() - 60_000)
    await post(world, `/carrier/calls/${writeCallRef({ user_id: user.id, call_id: call?.id ?? 0 })}/status`, {
      CallSid: call?.carrier_sid ?? '',
      CallStatus: 'failed',
      ErrorCode: '32204',
    })
    const place = numbers.findIndex(({ phone_number }) => phone_number === call?.assistant_phone_number)
    const shown = await read(user, id)
    expect(shown.status).toBe('in-progress')
    expect(shown.numbers[place]).toMatchObject({ pause_reason: expect.stringContaining('(32204)') })
    expect(shown.numbers[1 - place]).toMatchObject({ pause_reason: null })
    await act(user, id, 'stop')
  })

  test('is told by preview and look-up when another campaign was refused', async () => {
    const { user, ids, numbers } = await begin(1)
    const first = await campaignFor(world, user, { ...rules, phone_number_ids: ids })
    const id = await campaignFor(world, user, { ...rules, phone_number_ids: ids })
    await leads(user, first, 1)
    const lead = await leadFor(world, user, id, '+12025550101')
    await lose(...numbers.map(({ phone_number }) => phone_number))
    await act(user, first, 'start')
    await world.run(30)
    await lose()
    const reason = 'The numbers of the campaign are paused, because the carrier refused calls from them.'
    expect((await world.api(user.token, 'GET', `/user/campaigns/${id}/preview`)).text).toContain(reason)
    expect((await world.api(user.token, 'GET', `/user/leads/${lead.id}`)).text).toContain(reason)
  })
})

test('counts a call and its answer once, however often the end is reported', async () => {
  const { user, ids } = await begin(1)
  const id = await campaignFor(world, user, { ...rules, phone_number_ids: ids })
  await leadFor(world, user, id, '+12025550109')
  await act(user, id, 'start')
  await world.run(120)
  const [counted] = await registry.numberDays(world.parts).since(user.id, today)
  expect(counted).toMatchObject({ calls: 1, ended: 1, answered: 1 })
})

test('a campaign without a pool uses its assistant’s number', async () => {
  const { user } = await begin(1)
  const id = await campaignFor(world, user, rules)
  await leads(user, id, 2)
  const before = asked()
  await act(user, id, 'start')
  await world.run(60)
  expect(new Set(callers(before)).size).toBe(1)
  expect(await registry.numberDays(world.parts).since(user.id, '')).toEqual([])
  expect(await read(user, id)).toMatchObject({ phone_number_ids: null, caller_id_strategy: 'rotate', numbers: [] })
})

describe('phone_number_ids', () => {
  const put = (user: TestUser, id: number, body: object) => world.api(user.token, 'PUT', `/user/campaigns/${id}`, body)

  test('returns 422 for foreign, unknown, no, or over fifty numbers', async () => {
    const { user } = await begin(1)
    const other = await begin(1)
    const id = await campaignFor(world, user)
    for (const phone_number_ids of [other.ids, [1], [], Array.from({ length: 51 }, (_, index) => index + 1)]) {
      const { status, body } = await put(user, id, { phone_number_ids })
      expect([status, Object.keys(body.errors)]).toEqual([422, ['phone_number_ids']])
    }
  })

  test('stores each number once, accepts its own view, and null removes', async () => {
    const { user, ids } = await begin(2)
    const id = await campaignFor(world, user, { phone_number_ids: [...ids, ...ids] })
    expect((await read(user, id)).phone_number_ids).toEqual(ids)
    await world.api(user.token, 'DELETE', `/user/phone-numbers/${ids[0]}`)
    expect((await put(user, id, { phone_number_ids: ids })).status).toBe(200)
    const { body } = await put(user, id, { phone_number_ids: null })
    expect(body.data.phone_number_ids).toBe(null)
  })
})

test('calls no more than a number’s daily maximum, with the reason', async () => {
  const { user, ids } = await begin(2)
  const id = await campaignFor(world, user, { ...rules, phone_number_ids: ids, caller_id_daily_max: 2 })
  await leads(user, id, 6)
  const before = asked()
  await act(user, id, 'start')
  await world.run(300)
  expect(count(callers(before))).toEqual([2, 2])
  const reason = 'The numbers of the campaign have made as many calls today as they may.'
  expect(await read(user, id)).toMatchObject({ next_call_at: '2026-11-26T00:00:00.000000Z' })
  const { body: preview } = await world.api(user.token, 'GET', `/user/campaigns/${id}/preview`)
  expect(preview.reasons).toContainEqual({ reason, leads: 2, is_final: false })
  const { body: list } = await world.api(user.token, 'GET', `/user/leads?campaign_id=${id}&status=created`)
  const { body: lead } = await world.api(user.token, 'GET', `/user/leads/${list.data[0].id}`)
  expect(lead).toMatchObject({ reasons: [reason], next_attempt_at: '2026-11-26 00:00:00' })
  await world.run(14 * 3600)
  expect(count(callers(before)).toSorted()).toEqual([3, 3])
})
