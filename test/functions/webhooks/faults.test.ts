import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { tableShape } from '../../../shared/data/keys.ts'
import { type FaultKind, faultKinds, openFaults } from '../../faults.ts'
import { openWorld, type World } from '../../world.ts'
import { idsOf, openSubscriber, type Subscriber } from './subscriber.ts'

/** Where an operation is struck by fewer kinds, to save time: without its effect a call fails, with it the process dies. */
const bothKinds = ['fails without effect', 'dies after its effect'] as const satisfies FaultKind[]

/** More calls than any of these operations makes. */
const callsMax = 30
/** Longer than a deadline, a lease and a visibility time-out take, one after another, and the retry of what failed. */
const lifetimeSeconds = 500

const faults = openFaults()
let world: World
beforeAll(async () => {
  world = await openWorld({ open: faults.open })
})
afterAll(() => world.close())

/**
 * Strikes every call that an operation makes, one after another, each in the life of somebody else; then lets the world
 * live on.
 */
const strike = async (operation: string, kind: FaultKind, act: () => Promise<Subscriber>): Promise<Subscriber[]> => {
  const struck: Subscriber[] = []
  for (let call = 0; call < callsMax; call++) {
    faults.arm({ operation, call, kind })
    struck.push(await act())
    const wasStruck = faults.struck()
    faults.disarm()
    if (wasStruck) continue
    expect(call).toBeGreaterThan(1)
    await world.run(lifetimeSeconds)
    return struck
  }
  throw new Error('The operation makes more calls than expected')
}

/** Every committed event has arrived, repetitions of it under its own id, and nothing is left to do. */
const expectArrived = async (subscribers: Subscriber[], status = 'success') => {
  const unfinished = (await world.items()).filter((item) => tableShape.dueIndex.sortKey in item)
  for (const { receiver, deliveries, user, ...subscriber } of subscribers) {
    const committed = await deliveries()
    expect(committed).toHaveLength(1)
    const [delivery] = committed
    expect(delivery.state).toBe('delivered')
    expect(new Set(idsOf(receiver))).toEqual(new Set([delivery.webhook_id]))
    expect(receiver.received.length).toBeLessThanOrEqual(4)
    expect((await subscriber.call({ user_id: user.id, call_id: delivery.call_id })).webhook_response).toMatchObject({
      status,
    })
    expect(unfinished.filter(({ pk }) => pk.startsWith(`${user.id}#`))).toEqual([])
  }
}

describe('receive-call-status, which closes the call', () => {
  test.each(bothKinds)('%s, at every call it makes: the event arrives', async (kind) => {
    const subscribers = await strike('receive-call-status', kind, async () => {
      const subscriber = await openSubscriber(world)
      await world.number(subscriber.user)
      const { assistant_id } = subscriber
      await subscriber.api('POST', '/user/make_call', { phone_number: '+12025550101', assistant_id })
      await world.run(30)
      return subscriber
    })
    await expectArrived(subscribers)
  })
})

describe('advance-call, which says that the event is complete', () => {
  test.each(bothKinds)('%s, at every call it makes: the event arrives', async (kind) => {
    const subscribers = await strike('advance-call', kind, async () => {
      const subscriber = await openSubscriber(world)
      await subscriber.ended()
      await world.run(2)
      return subscriber
    })
    await expectArrived(subscribers)
  })
})

describe('deliver-webhook', () => {
  test.each(faultKinds)('%s, at every call it makes: the event arrives', async (kind) => {
    const subscribers = await strike('deliver-webhook', kind, async () => {
      const subscriber = await openSubscriber(world)
      await subscriber.ended()
      await world.run(2)
      return subscriber
    })
    await expectArrived(subscribers)
  })

  test.each(bothKinds)('%s, at every call it makes after a failure: the event arrives', async (kind) => {
    const subscribers = await strike('deliver-webhook', kind, async () => {
      const subscriber = await openSubscriber(world, (_request, index) => ({ status: index === 0 ? 500 : 200 }))
      await subscriber.ended()
      await world.run(2)
      return subscriber
    })
    await expectArrived(subscribers)
  })
})

describe('resend-webhook-delivery', () => {
  test.each(bothKinds)('%s, at every call it makes: the event arrives again if the answer says so', async (kind) => {
    const answers = new Map<Subscriber, number>()
    const subscribers = await strike('resend-webhook-delivery', kind, async () => {
      const subscriber = await openSubscriber(world)
      await subscriber.ended()
      await world.run(2)
      const [{ id }] = await subscriber.deliveries()
      const { status } = await subscriber.api('POST', `/user/webhook-deliveries/${id}/resend`)
      answers.set(subscriber, status)
      return subscriber
    })
    await expectArrived(subscribers)
    for (const [{ receiver }, status] of answers)
      if (status === 200) expect(receiver.received.length).toBeGreaterThanOrEqual(2)
  })
})
