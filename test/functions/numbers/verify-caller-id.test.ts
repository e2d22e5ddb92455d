import { describe, expect, test } from 'vitest'
import { dueLeft } from '../../due-left.ts'
import { faultKinds, openFaults } from '../../faults.ts'
import { useWorld } from '../../use-world.ts'
import type { TestUser } from '../../world.ts'

const faults = openFaults()
const world = useWorld({ open: faults.open })
let last = 100
const nextPhone = () => `+12025554${last++}`

const verify = (user: TestUser, phone_number: string, headers: Record<string, string> = {}) =>
  world.api(user.token, 'POST', '/user/caller-ids', { phone_number }, headers)
const look = async (user: TestUser, id: number) => (await world.api(user.token, 'GET', `/user/caller-ids/${id}`)).body
const numbersOf = ({ id }: TestUser) => world.services.numbers.list(id)
const atCarrier = (phone: string) => world.carrierPort.fetchCallerId(phone)

test('201 with the code, and a Caller ID once the person has typed it', async () => {
  const user = await world.user()
  const phone = nextPhone()
  const { status, body } = await verify(user, phone)
  const asked = world.carrier.callerIds.asked.at(-1)
  expect({ status, body }).toEqual({
    status: 201,
    body: { id: expect.any(Number), phone_number: phone, validation_code: asked?.validation_code, status: 'pending' },
  })
  expect(await look(user, body.id)).toEqual(body)
  expect(await numbersOf(user)).toEqual([])
  await world.run(30)
  expect(await look(user, body.id)).toEqual({ ...body, validation_code: null, status: 'verified' })
  expect(await numbersOf(user)).toMatchObject([
    { id: body.id, phone_number: phone, type_label: 'Caller ID', can_send_sms: false },
  ])
  expect(await dueLeft(world.services.deadlines, world.clock.now())).toEqual([])
})

test('a phone that nobody answers is not verified, and can be tried again', async () => {
  const user = await world.user()
  const { body } = await verify(user, '+12025550102')
  await world.run(60)
  expect(await look(user, body.id)).toMatchObject({ status: 'failed', validation_code: null })
  expect((await verify(user, '+12025550102')).status).toBe(201)
})

test('returns 500 without an answer; the number is free after ten minutes', async () => {
  const user = await world.user()
  const phone = '+12025550108'
  const waiting = verify(user, phone)
  let owner: Awaited<ReturnType<typeof world.services.numbers.ownerOf>>
  while (!owner) owner = await world.services.numbers.ownerOf(phone)
  await world.run(16)
  expect((await waiting).status).toBe(500)
  expect(await look(user, owner.number_id)).toMatchObject({ status: 'pending', validation_code: null })
  await world.run(700)
  expect(await look(user, owner.number_id)).toMatchObject({ status: 'expired' })
  expect(await world.services.numbers.ownerOf(phone)).toBe(undefined)
  expect(world.carrier.callerIds.asked.filter(({ phone_number }) => phone_number === phone)).toEqual([])
})

test('rings once for two users who verify a number', async () => {
  const users = [await world.user(), await world.user()]
  const phone = nextPhone()
  const answers = await Promise.all(users.map((user) => verify(user, phone)))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 400])
  expect(world.carrier.callerIds.asked.filter(({ phone_number }) => phone_number === phone)).toHaveLength(1)
})

test.each([
  ['+12025550180', 422, 'a country that the account may not call'],
  ['+12025550187', 500, 'a refusal of the account'],
  ['+12025550183', 503, 'a carrier that is busy'],
  ['12', 422, 'no number'],
])('%s: %i for %s, and nothing stays', async (phone, status) => {
  const user = await world.user()
  expect((await verify(user, phone)).status).toBe(status)
  expect(await world.services.numbers.ownerOf(phone)).toBe(undefined)
})

test('400 for a number that the account may show already', async () => {
  const phone = nextPhone()
  await world.carrierPort.verifyCallerId({ phone_number: phone, name: 'By hand', ref: '1-1' })
  await world.run(30)
  expect(await verify(await world.user(), phone)).toMatchObject({
    status: 400,
    body: { error: expect.stringContaining('cannot be verified') },
  })
  expect(await atCarrier(phone)).toMatchObject({ name: 'By hand' })
})

test('a release forgets the number at the carrier, at once', async () => {
  const user = await world.user()
  const phone = nextPhone()
  const { body } = await verify(user, phone)
  await world.run(30)
  expect(await atCarrier(phone)).toBeDefined()
  const released = await world.api(user.token, 'DELETE', `/user/phone-numbers/${body.id}`)
  expect(released.body.message).toBe('Phone number deleted successfully.')
  expect(await atCarrier(phone)).toBe(undefined)
  expect(await numbersOf(user)).toEqual([])
})

describe('the limits', () => {
  test('a number rings three times a day, whoever asks', async () => {
    const phone = '+12025550104'
    const statuses: number[] = []
    for (let attempt = 0; attempt < 4; attempt++) {
      statuses.push((await verify(await world.user(), phone)).status)
      await world.run(60)
    }
    expect(statuses.at(-1)).toBe(429)
  })

  test('a user has ten calls an hour', async () => {
    const user = await world.user()
    for (let call = 0; call < 10; call++) expect((await verify(user, nextPhone())).status).toBe(201)
    const { status, headers } = await verify(user, nextPhone())
    expect(status).toBe(429)
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
  })

  test('a blacklisted number is not called', async () => {
    const user = await world.user()
    const phone = nextPhone()
    await world.api(user.token, 'POST', '/user/blacklist', { phone_number: phone })
    expect((await verify(user, phone)).status).toBe(422)
  })

  test('a person who opted out is not called, also after their erasure', async () => {
    const user = await world.user()
    const phone = nextPhone()
    await world.api(user.token, 'POST', '/user/blacklist', { phone_number: phone, reason: 'Asked to be left alone' })
    await world.api(user.token, 'POST', '/user/people/erasures', { phone_number: phone })
    await world.run(300)
    expect((await verify(user, phone)).body).toMatchObject({ message: 'Phone number is blacklisted' })
    expect(world.carrier.callerIds.asked.filter(({ phone_number }) => phone_number === phone)).toEqual([])
  })
})

describe('a fault at every call', () => {
  const operations = ['verify-caller-id', 'receive-caller-id-status'] as const
  test.each(operations.flatMap((operation) => faultKinds.map((kind) => [operation, kind] as const)))(
    '%s %s: a verified number, or none; and the phone rings once',
    async (operation, kind) => {
      for (let call = 0; call < 30; call++) {
        const user = await world.user()
        const phone = nextPhone()
        faults.arm({ operation, call, kind })
        await verify(user, phone)
        await world.run(60)
        const wasStruck = faults.struck()
        faults.disarm()
        await world.run(900)
        const owned = await numbersOf(user)
        const owner = await world.services.numbers.ownerOf(phone)
        expect(owner === undefined).toBe(owned.length === 0)
        expect((await atCarrier(phone)) === undefined).toBe(owned.length === 0)
        expect(world.carrier.callerIds.asked.filter(({ phone_number }) => phone_number === phone).length).toBeLessThan(
          2,
        )
        expect(await dueLeft(world.services.deadlines, world.clock.now())).toEqual([])
        if (!wasStruck) return
      }
      throw new Error('The operation makes more calls than expected')
    },
  )
})
