import { describe, expect, test } from 'vitest'
import { callerIds } from '../../shared/data/account/caller-ids.ts'
import { ledger } from '../../shared/data/account/ledger.ts'
import { numberOrders } from '../../shared/data/account/number-orders.ts'
import { numbers } from '../../shared/data/account/numbers.ts'
import { subscriptions } from '../../shared/data/account/subscriptions.ts'
import { numberPauses } from '../../shared/data/campaigns/number-pauses.ts'
import type { CallerId } from '../../shared/domain/account/caller-id.ts'
import type { OwnedNumber } from '../../shared/domain/account/number.ts'
import { type NumberOrder, numberOf } from '../../shared/domain/account/number-order.ts'
import { leavesAt } from '../../shared/domain/account/subscription.ts'
import { pauseMs } from '../../shared/domain/dialling/number-pool.ts'
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

  test('stays with the month that was charged meanwhile, until its release is judged again', async () => {
    const { order, number } = await owned()
    expect(await overtake(leave(number), renew(number))).toBe(false)
    expect(await balance(order)).toBe(price)
    const after = must(await numbers(worker()).find(order.user_id, order.id), 'number')
    expect(after).not.toHaveProperty('leaves_at')
    expect(after.subscription?.months).toBe(2)
    expect(await subscriptions(worker()).leave(after, leavesAt(after, world.clock.now()))).toBe(true)
  })

  test('leaves once', async () => {
    const { number } = await owned()
    expect(await overtake(leave(number), leave(number))).toBe(false)
  })
})

describe('a number that is imported', () => {
  const imported = async (own: Partial<OwnedNumber> = {}): Promise<OwnedNumber> => {
    const phone_number = own.phone_number ?? `+12025561${phones++}`
    const user_id = own.user_id ?? (await world.user()).id
    const number = { country_code: 'US', type_label: 'Normal', can_send_sms: true, carrier_sid: 'PN1' } as const
    return { id: world.newId(), user_id, phone_number, ...number, point_at: world.clock.now(), ...own }
  }
  const adopt = (number: OwnedNumber) => (parts: Worker) => numbers(parts).adopt(number)

  test('is adopted by one of two users', async () => {
    const number = await imported()
    const other = await imported({ phone_number: number.phone_number })
    expect(await overtake(adopt(number), adopt(other))).toBe('taken')
    expect(await numbers(worker()).ownerOf(number.phone_number)).toMatchObject({ user_id: other.user_id })
  })

  test('is not adopted under an id that another number has', async () => {
    const number = await imported()
    expect(await overtake(adopt(number), adopt(await imported({ user_id: number.user_id, id: number.id })))).toBe(
      'clash',
    )
  })

  test('is not adopted for a user who is erased meanwhile', async () => {
    const number = await imported()
    expect(await overtake(adopt(number), () => world.services.users.close(number.user_id, world.clock.now()))).toBe(
      'taken',
    )
  })

  test('keeps its deadline when it leaves before it is pointed here', async () => {
    const number = await imported()
    await adopt(number)(worker())
    const leaves_at = world.clock.now()
    await overtake(
      (parts) => numbers(parts).notePointed(number),
      (parts) => subscriptions(parts).leave(number, leaves_at),
    )
    expect(await numbers(worker()).find(number.user_id, number.id)).toMatchObject({ leaves_at, due_at: leaves_at })
  })
})

test('pauses a pool’s number once, also after an earlier pause', async () => {
  const user = await world.user()
  const number = await world.number(user)
  const pause = (seen: OwnedNumber, now: number) => (parts: Worker) =>
    numberPauses(parts).pause(
      { number: seen, answer_rate: 0.1, pool_answer_rate: 0.5 },
      { campaign_id: 1, day: '2026-11-25' },
      now,
    )
  expect(await overtake(pause(number, 1), pause(number, 2))).toBe(false)
  const paused = must(await numbers(worker()).find(user.id, number.id), 'number')
  expect(paused.pause).toMatchObject({ until: 2 + pauseMs })
  expect(await overtake(pause(paused, 3), pause(paused, 4))).toBe(false)
})

test('pauses a refused number once, and lifts only the pause that was seen', async () => {
  const user = await world.user()
  const number = await world.number(user)
  const refusal = { sort: 'our_number', meaning: 'Not verified.', code: 21210 } as const
  const refuse = (seen: OwnedNumber, now: number) => (parts: Worker) =>
    numberPauses(parts).refuse({ number: seen, refusal }, { campaign_id: 1, day: '2026-11-25' }, now)
  expect(await overtake(refuse(number, 1), refuse(number, 2))).toBe(false)
  const paused = must(await numbers(worker()).find(user.id, number.id), 'number')
  expect(paused.pause).toEqual({ until: 2 + pauseMs, day: '2026-11-25', refusal: 'Not verified (21210).' })
  await overtake((parts) => numberPauses(parts).lift(paused), refuse(paused, 3))
  const again = must(await numbers(worker()).find(user.id, number.id), 'number')
  expect(again.pause?.until).toBe(3 + pauseMs)
  await numberPauses(worker()).lift(again)
  expect((await numbers(worker()).find(user.id, number.id))?.pause).toBe(undefined)
})

describe('a number that is verified as a caller id', () => {
  const asking = async (own: Partial<CallerId> = {}): Promise<CallerId> => {
    const user_id = own.user_id ?? (await world.user()).id
    const asked = { country_code: 'US', state: 'pending', asked_at: world.clock.now() } as const
    return { id: world.newId(), user_id, phone_number: `+12025561${phones++}`, ...asked, ...own }
  }
  const open = (callerId: CallerId) => (parts: Worker) => callerIds(parts).open(callerId)
  const verify = (callerId: CallerId) => (parts: Worker) => callerIds(parts).verify(callerId, 'PN1')
  const end = (callerId: CallerId) => (parts: Worker) => callerIds(parts).end(callerId, 'expired')
  const opened = async () => {
    const callerId = await asking()
    await open(callerId)(worker())
    return callerId
  }

  test('is taken by one of two users', async () => {
    const callerId = await asking()
    expect(await overtake(open(callerId), open(await asking({ phone_number: callerId.phone_number })))).toBe('taken')
  })

  test('is opened once with the same id', async () => {
    const callerId = await asking()
    const { id, user_id } = callerId
    expect(await overtake(open(callerId), open(await asking({ id, user_id })))).toBe('exists')
  })

  test('is verified or expires, once', async () => {
    const first = await opened()
    expect(await overtake(end(first), verify(first))).toBe(false)
    expect(await numbers(worker()).find(first.user_id, first.id)).toMatchObject({ type_label: 'Caller ID' })
    const second = await opened()
    expect(await overtake(verify(second), end(second))).toBe(false)
    expect(await numbers(worker()).find(second.user_id, second.id)).toBe(undefined)
    const third = await opened()
    expect(await overtake(verify(third), verify(third))).toBe(false)
  })

  test('has no code once it is over', async () => {
    const callerId = await opened()
    await overtake((parts) => callerIds(parts).noteCode(callerId, '123456'), end(callerId))
    const ref = { user_id: callerId.user_id, number_id: callerId.id }
    expect(await callerIds(worker()).find(ref)).not.toHaveProperty('validation_code')
  })

  test('rings no more often than it may, when two ask', async () => {
    const { user_id, phone_number } = await asking()
    const mayCall = (parts: Worker) => callerIds(parts).mayCall(user_id, phone_number, world.clock.now())
    for (let call = 0; call < 2; call++) await mayCall(worker())
    expect(await overtake(mayCall, mayCall)).toMatchObject({ isAllowed: false })
  })
})
