import { beforeEach, expect, test } from 'vitest'
import { useWorld } from '../../use-world.ts'
import { monthPrice, openBuyer } from './buyer.ts'

const world = useWorld()
let last = 10
let phone: string
beforeEach(() => {
  phone = `+14157000${String(last++).padStart(3, '0')}`
})

const unavailable = 'This phone number is not available for purchase. Please search for available numbers first.'

test('201 with a number that is charged once and called at once', async () => {
  const buyer = await openBuyer(world)
  const { status, body } = await buyer.buy(phone)
  const [number] = await buyer.numbers()
  expect({ status, body }).toEqual({
    status: 201,
    body: {
      message: 'Phone number purchased successfully.',
      data: { id: number?.id, phone_number: phone, country_code: 'US', type: 'normal', sms_capable: true },
    },
  })
  expect(await buyer.entries()).toEqual([`hold ${-monthPrice}`, 'number 0'])
  expect(await buyer.balance()).toBe(9 * monthPrice)
  expect(number).toMatchObject({ carrier_sid: world.carrier.shop.find(phone)?.sid })
  const heard = await world.incomingMessage({ to: phone, from: '+12025550100', body: 'Hello' })
  expect(heard.status).toBe(201)
  expect(world.carrier.shop.find(phone)).toMatchObject({
    voiceUrl: expect.stringContaining('/api/carrier/incoming-call'),
    statusUrl: expect.stringContaining('/api/carrier/incoming-status'),
    messageUrl: expect.stringContaining('/api/carrier/incoming-message'),
  })
  const { data } = (await world.api(buyer.user.token, 'GET', '/user/transactions')).body
  expect(data[0]).toMatchObject({ type: 'number', phone_number_id: number?.id })
})

test('402 without money, and the carrier is not asked', async () => {
  const buyer = await openBuyer(world, { months: 0.5 })
  const message = 'Payment failed. Please top up your balance.'
  expect(await buyer.buy(phone)).toMatchObject({ status: 402, body: { message, error: message } })
  expect({ entries: await buyer.entries(), asked: buyer.creates() }).toEqual({ entries: [], asked: [] })
  expect(await world.services.numbers.ownerOf(phone)).toBe(undefined)
})

test('400 for an own number', async () => {
  const buyer = await openBuyer(world)
  await buyer.buy(phone)
  const message = 'This phone number is already in use.'
  expect(await buyer.buy(phone)).toMatchObject({ status: 400, body: { message, error: message } })
  expect(buyer.creates()).toHaveLength(1)
})

test('a number of another user is as one that is not for sale', async () => {
  await (await openBuyer(world)).buy(phone)
  const buyer = await openBuyer(world)
  expect(await buyer.buy(phone)).toMatchObject({ status: 400, body: { message: unavailable } })
  expect(await buyer.buy('+12025550199')).toMatchObject({ status: 400, body: { message: unavailable } })
  expect(await buyer.buy('+33970000000')).toMatchObject({ status: 400, body: { message: unavailable } })
  expect(await buyer.balance()).toBe(10 * monthPrice)
})

test.each([
  ['+12127000091', 400, unavailable],
  ['+12127000092', 422, 'This phone number needs an address or documents.'],
  ['+12127000093', 422, 'This phone number needs an address or documents.'],
  ['+12127000094', 503, 'The provider does not accept the credentials of this service.'],
  ['+12127000095', 503, 'The provider takes no more requests at the moment.'],
])('gives the money back when the carrier refuses %s', async (refused, status, message) => {
  const buyer = await openBuyer(world)
  expect(await buyer.buy(refused)).toMatchObject({ status, body: { message: expect.stringContaining(message) } })
  expect(await buyer.entries()).toEqual([`hold ${-monthPrice}`, `release ${monthPrice}`])
  expect(await buyer.numbers()).toEqual([])
})

test('a trial account sells a second number to nobody', async () => {
  const buyer = await openBuyer(world)
  await buyer.buy(phone)
  world.carrier.haveStanding('trial')
  expect((await buyer.buy('+13127000001')).status).toBe(500)
  world.carrier.haveStanding('active')
  expect(await buyer.balance()).toBe(9 * monthPrice)
})

test('422 for what is no number in E.164', async () => {
  const buyer = await openBuyer(world)
  const message = 'Unable to parse phone number. Please provide a valid E.164 format number.'
  expect(await buyer.buy('0415 700')).toMatchObject({ status: 422, body: { message, error: message } })
})

test('two requests for one number at the same time buy it once', async () => {
  const buyer = await openBuyer(world)
  const answers = await Promise.all([buyer.buy(phone), buyer.buy(phone)])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 400])
  expect(buyer.creates()).toHaveLength(1)
  expect(await buyer.balance()).toBe(9 * monthPrice)
})

test('ten purchases at the same time are charged ten months', async () => {
  const buyer = await openBuyer(world)
  const phones = Array.from({ length: 10 }, (_, index) => `+1312700005${index}`)
  const answers = await Promise.all(phones.map((phone) => buyer.buy(phone)))
  expect(answers.map(({ status }) => status)).toEqual(phones.map(() => 201))
  expect(await buyer.balance()).toBe(0)
  expect(await buyer.numbers()).toHaveLength(10)
})
