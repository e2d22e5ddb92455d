import { beforeAll, describe, expect, test } from 'vitest'
import { assistantFor } from '../../fixtures.ts'
import { useCaller, useWorld } from '../../use-world.ts'

let assistant_id: number

const world = useWorld()
const user = useCaller(world, { type_label: 'Caller ID' })

beforeAll(async () => {
  await world.number(user, { phone_number: '+12025570001', type_label: 'SIP' })
  assistant_id = await assistantFor(world, user, { variables: { agent: 'Anna', city: 'Bonn' } })
})

const make = (body: unknown, who = user) => world.api(who.token, 'POST', '/user/make_call', body)

test('200 with the call, and the variables of the request', async () => {
  const { status, body } = await make({ phone_number: '+1 (202) 555-0101', assistant_id, variables: { city: 'Köln' } })
  expect(status).toBe(200)
  expect(body).toEqual({
    message: 'Call initiated successfully',
    data: {
      id: expect.any(Number),
      call_id: body.data.id,
      status: 'initiated',
      type: 'outbound',
      assistant_id,
      assistant_phone_number: '+12025570001',
      client_phone_number: '+12025550101',
      variables: { city: 'Köln' },
      created_at: '2026-11-25 10:00:00',
    },
  })
  const call = await world.api(user.token, 'GET', `/user/calls/${body.data.id}`)
  expect(call.body.variables).toEqual({ agent: 'Anna', city: 'Köln' })
})

test('200 for clients that send ids as text and variables as lists', async () => {
  const { status, body } = await make({
    phone_number: '0012025550101',
    assistant_id: String(assistant_id),
    variables: [{ a: 1 }, { b: 2, a: 3 }],
  })
  expect(status).toBe(200)
  expect(body.data.variables).toEqual({ a: 3, b: 2 })
  const none = await make({ phone_number: '+12025550101', assistant_id, variables: [] })
  expect(none.body.data.variables).toEqual({})
})

test('calls from the assistant’s number, else from the first usable one', async () => {
  const owner = await world.user()
  const lasting = await world.number(owner)
  const soonGone = await world.number(owner, { expires_at: world.clock.now() + 1000 })
  const id = await assistantFor(world, owner, { phone_number_id: soonGone.id })
  const from = async () =>
    (await make({ phone_number: '+12025550101', assistant_id: id }, owner)).body.data.assistant_phone_number
  expect(await from()).toBe(soonGone.phone_number)
  await world.run(2)
  expect(await from()).toBe(lasting.phone_number)
})

describe('422 Validation failed', () => {
  test.each([
    [
      {},
      { phone_number: ['The phone number field is required.'], assistant_id: ['The assistant id field is required.'] },
    ],
    [
      { phone_number: 12025550101, assistant_id: 'x' },
      {
        phone_number: ['The phone number field must be a string.'],
        assistant_id: ['The assistant id field must be an integer.'],
      },
    ],
    [{ phone_number: '  ', assistant_id: 1 }, { phone_number: ['The phone number field is required.'] }],
    [
      { phone_number: '+12025550101', assistant_id: 1.5 },
      { assistant_id: ['The assistant id field must be an integer.'] },
    ],
    [{ phone_number: '+12025550101', assistant_id: 1, variables: 'x' }, { variables: ['Variables must be an array'] }],
    [
      { phone_number: '+12025550101', assistant_id: 1, variables: { big: 'x'.repeat(17_000) } },
      { variables: ['Variables must be an array'] },
    ],
  ])('%j', async (sent, errors) => {
    const { status, body } = await make(sent)
    expect({ status, body }).toEqual({ status: 422, body: { message: 'Validation failed', errors } })
  })
})

test.each([0, -1, 999, 2 ** 53, 1e300])('404 Assistant not found for assistant_id %d', async (unknown) => {
  const { status, body } = await make({ phone_number: '+12025550101', assistant_id: unknown })
  expect({ status, body }).toEqual({ status: 404, body: { message: 'Assistant not found' } })
})

test("404 Assistant not found for somebody else's assistant", async () => {
  const other = await world.user()
  await world.number(other)
  const { status, body } = await make({ phone_number: '+12025550101', assistant_id }, other)
  expect({ status, body }).toEqual({ status: 404, body: { message: 'Assistant not found' } })
})

test('422 for a number without + says what is missing', async () => {
  const { status, body } = await make({ phone_number: ' 12025550101', assistant_id })
  const errors = { phone_number: ['The phone number field must begin with + and the country code.'] }
  expect({ status, body }).toEqual({ status: 422, body: { message: 'Invalid phone number', errors } })
})

test.each(['2025550101', '+1202555', '+12025550101 ext. 5', '+999123456789', 'anna'])(
  '422 Invalid phone number for %s',
  async (phone_number) => {
    const { status, body } = await make({ phone_number, assistant_id })
    expect({ status, body }).toEqual({ status: 422, body: { message: 'Invalid phone number' } })
  },
)

test('422 Phone number is blacklisted, which comes before what is wrong with the assistant', async () => {
  const owner = await world.user()
  const inbound = await assistantFor(world, owner, { calls_direction: 'receive' })
  await world.api(owner.token, 'POST', '/user/blacklist', { phone_number: '+12025550155' })
  const { status, body } = await make({ phone_number: '+1 202 555 0155', assistant_id: inbound }, owner)
  expect({ status, body }).toEqual({ status: 422, body: { message: 'Phone number is blacklisted' } })
})

test('422 Assistant cannot make calls when it is inbound', async () => {
  const inbound = await assistantFor(world, user, { calls_direction: 'receive' })
  const { status, body } = await make({ phone_number: '+12025550101', assistant_id: inbound })
  expect({ status, body }).toEqual({ status: 422, body: { message: 'Assistant cannot make calls' } })
})

test('422 No phone number available when all have expired', async () => {
  const poor = await world.user()
  await world.number(poor, { expires_at: world.clock.now() - 1 })
  const id = await assistantFor(world, poor)
  const { status, body } = await make({ phone_number: '+12025550101', assistant_id: id }, poor)
  expect({ status, body }).toEqual({ status: 422, body: { message: 'No phone number available' } })
})

test('the same Idempotency-Key 20 times at once places one call', async () => {
  const owner = await world.user()
  await world.number(owner)
  const id = await assistantFor(world, owner)
  const request = { phone_number: '+12025550100', assistant_id: id }
  const send = () => world.api(owner.token, 'POST', '/user/make_call', request, { 'idempotency-key': 'once' })
  const replies = await Promise.all(Array.from({ length: 20 }, send))
  for (const { status } of replies) expect([200, 409]).toContain(status)
  await world.run(60)
  const again = await send()
  expect(again.headers.get('idempotency-replayed')).toBe('true')
  const { body } = await world.api(owner.token, 'GET', '/user/calls')
  expect(body.total).toBe(1)
  expect(body.data[0].id).toBe(again.body.data.id)
})

test('returns 422 when variables make the greeting longer than a talk has room for', async () => {
  const long = await assistantFor(world, user, { initial_message: '{{a}}'.repeat(300) })
  const { status, body } = await make({
    phone_number: '+12025550101',
    assistant_id: long,
    variables: { a: 'x'.repeat(16_000) },
  })
  expect({ status, errors: body.errors }).toEqual({
    status: 422,
    errors: { variables: ['The variables field makes the initial message longer than 4000 characters.'] },
  })
})
