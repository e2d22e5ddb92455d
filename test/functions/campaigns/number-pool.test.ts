import { describe, expect, test } from 'vitest'
import * as registry from '../../../shared/runtime/registry.ts'
import { numberDayKey } from '../../../shared/table/keys.ts'
import { openFaults } from '../../faults.ts'
import { campaignFor, leadFor } from '../../fixtures.ts'
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
    for (const phone_number_ids of [other.ids, [1], [], Array.from({ length: 51 }, (_, place) => place + 1)]) {
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
