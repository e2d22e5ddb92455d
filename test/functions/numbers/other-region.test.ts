import { afterEach, beforeEach, expect, test } from 'vitest'
import { useWorld } from '../../use-world.ts'
import { monthPrice, openBuyer } from './buyer.ts'

const world = useWorld()
beforeEach(() => world.carrier.serveRegion('IE1'))
afterEach(() => world.carrier.serveRegion('US1'))

const denied = 'The provider does not accept the credentials of this service. Its operator has to correct them.'

test.each([
  ['GET', '/user/phone-numbers/search?country_code=US', undefined],
  ['POST', '/user/phone-numbers/import', { phone_number: '+12025557301' }],
  ['POST', '/user/caller-ids', { phone_number: '+12025550107' }],
])('503 for %s %s with credentials of another region', async (method, path, body) => {
  const { token } = await world.user()
  const reply = await world.api(token, method, path, body)
  expect(reply).toMatchObject({ status: 503, body: { message: denied, error: denied } })
})

test('a purchase with credentials of another region gives the money back', async () => {
  const { buy, entries, numbers, user } = await openBuyer(world)
  expect(await buy('+14157000040')).toMatchObject({ status: 503, body: { message: denied } })
  expect(await entries()).toEqual([`hold ${-monthPrice}`, `release ${monthPrice}`])
  expect(await numbers()).toEqual([])
  expect(await world.services.numbers.ownerOf('+14157000040')).toBe(undefined)
  expect(await world.services.ledger.balance(user.id)).toBe(10 * monthPrice)
})

test('accepts a release with credentials of another region', async () => {
  world.carrier.serveRegion('US1')
  const phone = '+14157000041'
  const { buy, numbers, user } = await openBuyer(world)
  await buy(phone)
  const [number] = await numbers()
  world.carrier.serveRegion('IE1')
  expect((await world.api(user.token, 'DELETE', `/user/phone-numbers/${number?.id}`)).status).toBe(200)
  expect(world.carrier.shop.find(phone)).toBeDefined()
})
