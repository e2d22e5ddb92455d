import { beforeEach, describe, expect, test } from 'vitest'
import { dueLeft } from '../../due-left.ts'
import { faultKinds, openFaults } from '../../faults.ts'
import { useWorld } from '../../use-world.ts'
import type { World } from '../../world.ts'

const faults = openFaults()
const world = useWorld({ open: faults.open })
const elsewhere = 'https://elsewhere.test/voice'
let last = 100
let phone: string
const nextPhone = () => `+12025557${String(last++).padStart(3, '0')}`
const atCarrier = (phone_number: string, more: object = {}) =>
  world.setCarrierNumber({ phone_number, ...{ voiceUrl: elsewhere, ...more } })
beforeEach(async () => {
  phone = nextPhone()
  await atCarrier(phone)
})

type User = Awaited<ReturnType<World['user']>>
const importNumber = (user: User, phone_number: string, headers: Record<string, string> = {}) =>
  world.api(user.token, 'POST', '/user/phone-numbers/import', { phone_number }, headers)
const routing = async (phone_number: string) => (await world.carrierPort.fetchNumber(phone_number))?.routing
const here = {
  VoiceUrl: expect.stringContaining('/api/carrier/incoming-call'),
  StatusCallback: expect.stringContaining('/api/carrier/incoming-status'),
  SmsUrl: expect.stringContaining('/api/carrier/incoming-message'),
}
const notFound = { status: 404, body: { message: 'Phone number not found.', error: 'Phone number not found.' } }

test('201 with a number whose calls and messages arrive here, at no price', async () => {
  const user = await world.user()
  const { status, body } = await importNumber(user, phone)
  const [number] = await world.services.numbers.list(user.id)
  expect({ status, body }).toEqual({
    status: 201,
    body: {
      message: 'Phone number imported successfully.',
      data: { id: number?.id, phone_number: phone, country_code: 'US', type: 'normal', sms_capable: true },
    },
  })
  expect(await routing(phone)).toMatchObject(here)
  expect(number).not.toHaveProperty('point_at')
  expect(await world.services.ledger.balance(user.id)).toBe(0)
  expect(number).not.toHaveProperty('due_at')
})

test('takes the number out of the trunk and the application that it leads to', async () => {
  const taken = nextPhone()
  const rest = { trunk_sid: `TK${'1'.repeat(32)}`, sms_application_sid: `AP${'1'.repeat(32)}`, sms_method: 'GET' }
  await atCarrier(taken, { rest })
  await importNumber(await world.user(), taken)
  expect(await routing(taken)).toMatchObject({ ...here, TrunkSid: '', SmsApplicationSid: '', SmsMethod: 'POST' })
})

test('returns 404 for an unknown number and for another user’s', async () => {
  const user = await world.user()
  expect(await importNumber(user, '+14157000055')).toMatchObject(notFound)
  await importNumber(await world.user(), phone)
  expect(await importNumber(user, phone)).toMatchObject(notFound)
  expect(await world.services.numbers.list(user.id)).toEqual([])
})

test('returns 404 for a number bought for another user without record', async () => {
  const orphan = nextPhone()
  await atCarrier(orphan, { friendly_name: 'Parlance 12-34' })
  expect(await importNumber(await world.user(), orphan)).toMatchObject(notFound)
  expect(await routing(orphan)).toMatchObject({ VoiceUrl: elsewhere })
})

test('400 for an own number, 422 for what is no number', async () => {
  const user = await world.user()
  await importNumber(user, phone)
  expect(await importNumber(user, phone)).toMatchObject({
    status: 400,
    body: { error: 'This phone number is already in use.' },
  })
  expect((await importNumber(user, '0415 700')).status).toBe(422)
})

test('one of two users who import a number at the same time gets it', async () => {
  const users = await Promise.all([world.user(), world.user()])
  const answers = await Promise.all(users.map((user) => importNumber(user, phone)))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 404])
  const numbers = await Promise.all(users.map(({ id }) => world.services.numbers.list(id)))
  expect(numbers.flat()).toHaveLength(1)
})

test('a release removes the number at once and leaves it in the account', async () => {
  const user = await world.user()
  const { body } = await importNumber(user, phone)
  const released = await world.api(user.token, 'DELETE', `/user/phone-numbers/${body.data.id}`)
  expect(released.body.message).toBe('Phone number deleted successfully.')
  expect(await routing(phone)).toBeDefined()
  expect((await importNumber(await world.user(), phone)).status).toBe(201)
})

describe('a fault at every call', () => {
  const strike = async (kind: (typeof faultKinds)[number], again?: (user: User) => Promise<unknown>) => {
    for (let call = 0; call < 30; call++) {
      const user = await world.user()
      const number = nextPhone()
      phone = number
      await atCarrier(number)
      faults.arm({ operation: 'import-number', call, kind })
      await importNumber(user, number, { 'idempotency-key': 'again' })
      const wasStruck = faults.struck()
      faults.disarm()
      await world.run(900)
      await again?.(user)
      const owned = await world.services.numbers.list(user.id)
      expect(owned).toEqual(owned.map((one) => expect.not.objectContaining({ point_at: one.point_at ?? 0 })))
      expect((await routing(number))?.VoiceUrl === elsewhere).toBe(owned.length === 0)
      expect(await dueLeft(world.services.deadlines, world.clock.now())).toEqual([])
      if (!wasStruck) return
    }
    throw new Error('The operation makes more calls than expected')
  }

  test.each(faultKinds)('%s: the number is imported, or stays where it leads', (kind) => strike(kind))

  test.each(faultKinds)('%s, and repeated with its key: 201 only with the number', (kind) =>
    strike(kind, async (user) => {
      const { status } = await importNumber(user, phone, { 'idempotency-key': 'again' })
      if (status === 201) expect(await world.services.numbers.list(user.id)).toHaveLength(1)
    }),
  )
})

test('an import whose number the account lost meanwhile leaves nothing', async () => {
  const user = await world.user()
  const carrier_sid = (await world.carrierPort.fetchNumber(phone))?.carrier_sid
  const number = { user_id: user.id, phone_number: phone, country_code: 'US', type_label: 'Normal' } as const
  await world.services.numbers.adopt({
    ...number,
    id: world.newId(),
    can_send_sms: true,
    carrier_sid,
    point_at: world.clock.now(),
  })
  world.carrier.loseNumber(phone)
  await world.run(400)
  expect(await world.services.numbers.list(user.id)).toEqual([])
  expect(await world.services.numbers.ownerOf(phone)).toBe(undefined)
})

test('returns 404 when the account loses the number meanwhile', async () => {
  const statuses = new Set<number>()
  for (let call = 0; call < 12; call++) {
    const user = await world.user()
    const number = nextPhone()
    await atCarrier(number)
    faults.arm({ operation: 'import-number', call, kind: async () => world.carrier.loseNumber(number) })
    const { status } = await importNumber(user, number)
    const wasStruck = faults.struck()
    faults.disarm()
    statuses.add(status)
    expect((await world.services.numbers.list(user.id)).length).toBe(status === 201 ? 1 : 0)
    if (!wasStruck) break
  }
  expect(statuses).toEqual(new Set([201, 404]))
})
