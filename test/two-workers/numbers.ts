import { describe, expect, test } from 'vitest'
import { ledger } from '../../shared/data/account/ledger.ts'
import { numberOrders } from '../../shared/data/account/number-orders.ts'
import { numbers } from '../../shared/data/account/numbers.ts'
import { subscriptions } from '../../shared/data/account/subscriptions.ts'
import type { OwnedNumber } from '../../shared/domain/account/number.ts'
import { type NumberOrder, numberOf } from '../../shared/domain/account/number-order.ts'
import { must } from '../../shared/words/must.ts'
import { overtake, type Worker, worker, world } from './meet.ts'

const price = 1_000_000
const handover = { carrier_sid: 'PN1', can_send_sms: true }
let phones = 100

const newOrder = async (own: Partial<NumberOrder> = {}): Promise<NumberOrder> => {
  const user_id = own.user_id ?? (await world.user()).id
  await ledger(worker()).move({ user_id, type: 'top_up', amount: 3 * price, description: 'Top-up' })
  const phone_number = `+12025561${phones++}`
  return { id: world.newId(), user_id, phone_number, country_code: 'US', price, asked_at: world.clock.now(), ...own }
}
const open = (order: NumberOrder) => (parts: Worker) => numberOrders(parts).open(order, { micros: 3 * price })
const complete = (order: NumberOrder) => (parts: Worker) =>
  numberOrders(parts).complete(order, numberOf(order, handover))
const abandon = (order: NumberOrder) => (parts: Worker) => numberOrders(parts).abandon(order)
const balance = ({ user_id }: NumberOrder) => ledger(worker()).balance(user_id)

describe('the order of a number', () => {
  test('is opened once by two workers with the same id', async () => {
    const order = await newOrder()
    expect(await overtake(open(order), open({ ...order, phone_number: '+12025561099' }))).toBe('exists')
    expect(await balance(order)).toBe(2 * price)
  })

  test('is opened by one of two users', async () => {
    const order = await newOrder()
    const other = await newOrder({ phone_number: order.phone_number })
    expect(await overtake(open(order), open(other))).toBe('taken')
    expect(await balance(order)).toBe(3 * price)
  })

  test('is not opened for a user who is erased meanwhile', async () => {
    const order = await newOrder()
    expect(await overtake(open(order), () => world.services.users.close(order.user_id, world.clock.now()))).toBe(
      'taken',
    )
    expect(await balance(order)).toBe(3 * price)
  })

  test('is completed or abandoned, once', async () => {
    const order = await newOrder()
    await open(order)(worker())
    expect(await overtake(abandon(order), complete(order))).toBe(false)
    expect(await overtake(complete(order), complete(order))).toBe(false)
    expect(await balance(order)).toBe(2 * price)
    expect(await numbers(worker()).ownerOf(order.phone_number)).toMatchObject({ number_id: order.id })
  })

  test('is asked for again by one of two workers', async () => {
    const order = await newOrder()
    await open(order)(worker())
    const askAgain = (now: number) => (parts: Worker) => numberOrders(parts).askAgain(order, now)
    expect(await overtake(askAgain(order.asked_at + 1), askAgain(order.asked_at + 2))).toBe(undefined)
  })

  test('that is abandoned becomes no number', async () => {
    const order = await newOrder()
    await open(order)(worker())
    expect(await overtake(complete(order), abandon(order))).toBe(false)
    expect(await balance(order)).toBe(3 * price)
  })
})

describe('a number that is paid by the month', () => {
  const owned = async () => {
    const order = await newOrder()
    await open(order)(worker())
    await complete(order)(worker())
    const number = must(await numbers(worker()).find(order.user_id, order.id), 'number')
    return { order, number }
  }
  const renew = (number: OwnedNumber) => (parts: Worker) => subscriptions(parts).renew(number)
  const leave = (number: OwnedNumber) => (parts: Worker) => subscriptions(parts).leave(number, world.clock.now())

  test('is charged once by two workers', async () => {
    const { order, number } = await owned()
    expect(await overtake(renew(number), renew(number))).toBe('conflict')
    expect(await balance(order)).toBe(price)
  })

  test('is not charged once it leaves', async () => {
    const { order, number } = await owned()
    expect(await overtake(renew(number), leave(number))).toBe('conflict')
    expect(await balance(order)).toBe(2 * price)
  })

  test('is not suspended once it is renewed', async () => {
    const { number } = await owned()
    const suspend = (parts: Worker) => subscriptions(parts).suspend(number, world.clock.now())
    expect(await overtake(suspend, renew(number))).toBe(false)
  })

  test('leaves once', async () => {
    const { number } = await owned()
    expect(await overtake(leave(number), leave(number))).toBe(false)
  })
})
