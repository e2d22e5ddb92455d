import { expect, test } from 'vitest'
import { numberDueAt } from '../../../shared/domain/account/subscription.ts'
import { dueKey, numberKey } from '../../../shared/table/keys.ts'
import { must } from '../../../shared/words/must.ts'
import { dueLeft } from '../../due-left.ts'
import { faultKinds, openFaults } from '../../faults.ts'
import { useWorld } from '../../use-world.ts'
import { type Buyer, monthPrice, openBuyer } from './buyer.ts'

const dayMs = 24 * 60 * 60_000
const faults = openFaults()
const world = useWorld({ open: faults.open })
let last = 0
/**
 * The simulated carrier sells a hundred numbers per area code, but rejects some whose last two
 * digits are above 90.
 */
const sold = ['312', '415', '212'].flatMap((area) =>
  Array.from({ length: 90 }, (_, index) => `+1${area}70000${String(index).padStart(2, '0')}`),
)
const nextPhone = () => must(sold[last++], 'number on sale')

const age = async (buyer: Buyer, days: number) => {
  const number = must((await buyer.numbers())[0], 'number')
  const back = days * dayMs
  const { subscription, leaves_at } = number
  const suspension = subscription?.suspension
  const aged = {
    ...number,
    ...(leaves_at !== undefined && { leaves_at: leaves_at - back }),
    subscription: subscription && {
      ...subscription,
      bought_at: subscription.bought_at - back,
      ...(suspension && { suspension: { since: suspension.since - back, charge_at: suspension.charge_at - back } }),
    },
  }
  const { subscription: own, leaves_at: leaves = undefined } = aged
  await world.parts.table.write([
    {
      update: numberKey(number.user_id, number.id),
      set: {
        subscription: own,
        ...(leaves !== undefined && { leaves_at: leaves }),
        ...dueKey(number.id, numberDueAt(aged)),
      },
    },
  ])
  await world.run(200)
}

const shown = async ({ user }: Buyer) => (await world.api(user.token, 'GET', '/user/phone-numbers/all')).body.data[0]

test('charges a number each month, and suspends it while the money does not suffice', async () => {
  const buyer = await openBuyer(world, { months: 2 })
  await buyer.buy(nextPhone())
  await age(buyer, 27)
  expect(await buyer.balance()).toBe(monthPrice)
  await age(buyer, 5)
  expect(await buyer.entries()).toEqual([`hold ${-monthPrice}`, 'number 0', `number ${-monthPrice}`])
  expect(await shown(buyer)).toMatchObject({ has_active_subscription: true })
  await age(buyer, 31)
  expect(await shown(buyer)).toMatchObject({ has_active_subscription: false })
  const top_up = { user_id: buyer.user.id, type: 'top_up' as const, amount: monthPrice, description: 'Top-up' }
  await world.services.ledger.move(top_up)
  await age(buyer, 1)
  expect(await shown(buyer)).toMatchObject({ has_active_subscription: true })
  expect(await buyer.balance()).toBe(0)
})

test('keeps a suspended number for seven days, then gives it back', async () => {
  const buyer = await openBuyer(world, { months: 1 })
  const phone = nextPhone()
  await buyer.buy(phone)
  await age(buyer, 32)
  await age(buyer, 6)
  expect(await buyer.numbers()).toHaveLength(1)
  await age(buyer, 2)
  expect(await buyer.numbers()).toEqual([])
  expect(world.carrier.shop.find(phone)).toBe(undefined)
  expect(await world.services.numbers.ownerOf(phone)).toBe(undefined)
})

test.each(faultKinds)('%s, at every call of a renewal: charged once', async (kind) => {
  for (let call = 0; call < 30; call++) {
    const buyer = await openBuyer(world, { months: 2 })
    await buyer.buy(nextPhone())
    faults.arm({ operation: 'tend-number', call, kind })
    await age(buyer, 32)
    await world.run(400)
    const wasStruck = faults.struck()
    faults.disarm()
    expect(await buyer.balance()).toBe(0)
    expect((await buyer.numbers())[0]?.subscription).toMatchObject({ months: 2 })
    if (!wasStruck) return
  }
  throw new Error('The operation makes more calls than expected')
})

test.each(faultKinds)('%s, at every call that ends a suspension: given back, never charged', async (kind) => {
  for (let call = 0; call < 30; call++) {
    const buyer = await openBuyer(world, { months: 1 })
    const phone = nextPhone()
    await buyer.buy(phone)
    await age(buyer, 32)
    faults.arm({ operation: 'tend-number', call, kind })
    await age(buyer, 8)
    await world.run(400)
    const wasStruck = faults.struck()
    faults.disarm()
    expect(await buyer.numbers()).toEqual([])
    expect(world.carrier.shop.find(phone)).toBe(undefined)
    expect(await buyer.entries()).toEqual([`hold ${-monthPrice}`, 'number 0'])
    expect(await buyer.balance()).toBe(0)
    expect(await dueLeft(world.services.deadlines, world.clock.now())).toEqual([])
    if (!wasStruck) return
  }
  throw new Error('The operation makes more calls than expected')
})

test('charges nothing for a number that its user releases while it is suspended', async () => {
  const buyer = await openBuyer(world, { months: 1 })
  const phone = nextPhone()
  await buyer.buy(phone)
  await age(buyer, 32)
  const [number] = await buyer.numbers()
  expect((await world.api(buyer.user.token, 'DELETE', `/user/phone-numbers/${number?.id}`)).status).toBe(200)
  const top_up = { user_id: buyer.user.id, type: 'top_up' as const, amount: monthPrice, description: 'Top-up' }
  await world.services.ledger.move(top_up)
  await age(buyer, 1)
  expect(await buyer.numbers()).toEqual([])
  expect(world.carrier.shop.find(phone)).toBe(undefined)
  expect(await buyer.balance()).toBe(monthPrice)
})

test.each(faultKinds)('%s, at every call of giving back: neither a number nor a record', async (kind) => {
  for (let call = 0; call < 30; call++) {
    const buyer = await openBuyer(world, { months: 1 })
    const phone = nextPhone()
    await buyer.buy(phone)
    const [number] = await buyer.numbers()
    await world.api(buyer.user.token, 'DELETE', `/user/phone-numbers/${number?.id}`)
    faults.arm({ operation: 'tend-number', call, kind })
    await age(buyer, 32)
    await world.run(400)
    const wasStruck = faults.struck()
    faults.disarm()
    expect(await buyer.numbers()).toEqual([])
    expect(world.carrier.shop.find(phone)).toBe(undefined)
    expect(await dueLeft(world.services.deadlines, world.clock.now())).toEqual([])
    if (!wasStruck) return
  }
  throw new Error('The operation makes more calls than expected')
})
