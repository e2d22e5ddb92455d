import { afterEach, describe, expect, test } from 'vitest'
import { numberDueAt } from '../../../shared/domain/account/subscription.ts'
import * as registry from '../../../shared/runtime/registry.ts'
import { dueKey, numberKey } from '../../../shared/table/keys.ts'
import { must } from '../../../shared/words/must.ts'
import { useWorld } from '../../use-world.ts'
import { monthPrice, openBuyer } from './buyer.ts'

let refusal: (() => Response) | undefined
let refused = 0
let isReadOnly = false
const world = useWorld({
  open: ({ open }, parts) => {
    const send: typeof fetch = async (url, init) => {
      const isRefused = refusal && String(url).includes('/2010-04-01/') && !(isReadOnly && !init?.method)
      if (!refusal || !isRefused) return parts.fetch(url, init)
      refused += 1
      return refusal()
    }
    return open({ ...parts, fetch: send }, registry)
  },
})
const refuse = (status: number, code: number) => {
  refused = 0
  refusal = () => Response.json({ status, code, message: 'Permission Denied' }, { status })
}
afterEach(() => {
  refusal = undefined
  isReadOnly = false
})

const denied = 'The provider does not accept the credentials of this service. Its operator has to correct them.'

describe.each([
  [401, 20003, '+12025550107'],
  [403, 20003, '+12025550108'],
  [403, 20403, '+12025550109'],
  [403, 70051, '+12025550110'],
])('refused with %d and code %d', (status, code, phone_number) => {
  test.each([
    ['GET', '/user/phone-numbers/search?country_code=US', undefined],
    ['POST', '/user/phone-numbers/import', { phone_number: '+12025557301' }],
    ['POST', '/user/caller-ids', { phone_number }],
  ])('answers 503 to %s %s', async (method, path, body) => {
    const { token } = await world.user()
    refuse(status, code)
    expect(await world.api(token, method, path, body)).toMatchObject({
      status: 503,
      body: { message: denied, error: denied },
    })
  })

  test('a purchase gives the money back', async () => {
    const { buy, entries, numbers, user } = await openBuyer(world)
    refuse(status, code)
    expect(await buy('+14157000040')).toMatchObject({ status: 503, body: { message: denied } })
    expect(await entries()).toEqual([`hold ${-monthPrice}`, `release ${monthPrice}`])
    expect(await numbers()).toEqual([])
    expect(await world.services.ledger.balance(user.id)).toBe(10 * monthPrice)
  })
})

test('a denied purchase buys with the same key once the credentials are right', async () => {
  const { buy, entries, numbers } = await openBuyer(world)
  const key = { 'Idempotency-Key': 'first-number' }
  refuse(401, 20003)
  expect(await buy('+14157000041', key)).toMatchObject({ status: 503 })
  refusal = undefined
  expect(await buy('+14157000041', key)).toMatchObject({ status: 201 })
  expect(await buy('+14157000041', key)).toMatchObject({ status: 201 })
  expect(await numbers()).toMatchObject([{ phone_number: '+14157000041' }])
  const held = `hold ${-monthPrice}`
  expect(await entries()).toEqual([held, `release ${monthPrice}`, held, 'number 0'])
})

test.each([
  [401, 20003, '+14157000050'],
  [403, 20403, '+14157000051'],
])('the worker keeps a number whose release is refused with %d, and tries again', async (status, code, phone) => {
  const buyer = await openBuyer(world)
  await buyer.buy(phone)
  const bought = must((await buyer.numbers())[0], 'number')
  await world.api(buyer.user.token, 'DELETE', `/user/phone-numbers/${bought.id}`)
  const leaving = { ...bought, leaves_at: world.clock.now() }
  await world.parts.table.write([
    {
      update: numberKey(bought.user_id, bought.id),
      set: { leaves_at: leaving.leaves_at, ...dueKey(bought.id, numberDueAt(leaving)) },
    },
  ])
  const paid = await buyer.entries()

  refuse(status, code)
  await world.run(600)
  expect(refused).toBeGreaterThan(1)
  expect((await buyer.numbers()).map(({ phone_number }) => phone_number)).toEqual([phone])
  expect(world.carrier.shop.find(phone)).toBeDefined()

  refusal = undefined
  await world.run(1800)
  expect(await buyer.numbers()).toEqual([])
  expect(world.carrier.shop.released.filter((one) => one === phone)).toHaveLength(1)
  expect([await buyer.entries(), await buyer.balance()]).toEqual([paid, 9 * monthPrice])
})

test('a code with its own meaning keeps it with status 403', async () => {
  const { buy } = await openBuyer(world)
  refuse(403, 21649)
  expect(await buy('+14157000042')).toMatchObject({ status: 422 })
})

test('an import with credentials that can only read is finished once they can write', async () => {
  const [{ id, token }, phone_number] = [await world.user(), '+12025557302']
  await world.setCarrierNumber({ phone_number })
  const adopt = () => world.api(token, 'POST', '/user/phone-numbers/import', { phone_number })
  isReadOnly = true
  refuse(403, 20003)
  expect(await adopt()).toMatchObject({ status: 503, body: { message: denied } })
  expect(refused).toBe(1)
  refusal = undefined
  expect((await adopt()).status).toBe(201)
  expect(await world.services.numbers.list(id)).toMatchObject([{ phone_number }])
})
