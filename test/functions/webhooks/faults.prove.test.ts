import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Assistant } from '../../../shared/domain/assistants/assistant.ts'
import { writeCallRef } from '../../../shared/domain/calls/call-ref.ts'
import { callOf, webhookId } from '../../../shared/domain/webhooks/delivery.ts'
import { endpointHash } from '../../../shared/domain/webhooks/webhook-endpoint.ts'
import * as registry from '../../../shared/runtime/registry.ts'
import { webhookEndpointKey } from '../../../shared/table/keys.ts'
import { dueLeft } from '../../due-left.ts'
import { faultKinds, openFaults } from '../../faults.ts'
import { assistantFor } from '../../fixtures.ts'
import { post } from '../../posted.ts'
import { openReceiver, type WebhookReceiver } from '../../receiver.ts'
import { useWorld } from '../../use-world.ts'
import type { TestUser } from '../../world.ts'
import { endCall, ring } from './subscriber.ts'

const lifetimeSeconds = 500
/** Seconds in which all work ends if no fault occurs. */
const undisturbedSeconds = 30

const faults = openFaults()
let receiver: WebhookReceiver
let watched: { calls: number } | undefined
let callsBeforeAnswer = 0
let template: Assistant

const world = useWorld({ open: faults.open })

beforeAll(async () => {
  receiver = await openReceiver(({ path }) => {
    const isFirst = receiver.received.filter((one) => one.path === path).length === 1
    if (isFirst) callsBeforeAnswer = watched?.calls ?? 0
    return { status: isFirst && path.startsWith(failsFirst) ? 500 : 200 }
  })
  const user = await world.user()
  const webhook = { webhook_url: receiver.url, is_webhook_active: true, send_webhook_only_on_completed: false }
  const found = await world.services.assistants.find(user.id, await assistantFor(world, user, webhook))
  if (!found) throw new Error('There is no assistant')
  template = found
})
afterAll(async () => {
  await receiver.close()
})

const agrees = '/agrees/'
const failsFirst = '/fails-first/'

interface Somebody {
  user: TestUser
  assistant_id: number
  path: string
}

const somebody = async (manner: string): Promise<Somebody> => {
  const user = await world.user()
  const path = manner + user.id
  const assistant = { ...template, id: world.newId(), user_id: user.id, webhook_url: receiver.url + path }
  await world.services.assistants.create(assistant)
  return { user, assistant_id: assistant.id, path }
}

const theirCallEnds = ({ user, assistant_id }: Somebody) =>
  endCall(world, user, { assistant_id, id: Math.floor(world.newId() / 2) * 2 + 1 })
const leftAlone = ({ user, path }: Somebody) => {
  const key = webhookEndpointKey(user.id, endpointHash(receiver.url + path))
  const paused_until = world.clock.now() + 40_000
  return world.parts.table.write([{ put: { ...key, failures: 10, pauses: 1, paused_until } }])
}
const twoCallsEnd = async ({ user, assistant_id }: Somebody) => {
  const id = Math.floor(world.newId() / 2) * 2
  for (const each of [id, id + 1]) await endCall(world, user, { assistant_id, id: each })
}
const receivedBy = ({ path }: Somebody) => receiver.received.filter((one) => one.path === path)
const deliveriesOf = async ({ user }: Somebody) =>
  (await registry.deliveries(world.parts).page(user.id, {}, 0, 100)).items

interface Life {
  manner?: string
  prepare?: (one: Somebody) => Promise<unknown>
  act: (one: Somebody) => Promise<unknown>
  onlyAfterAnswer?: boolean
  idOf?: (one: Somebody) => Promise<number>
}

/**
 * Counts an operation's outgoing requests in a run without faults. Then fails each request with
 * each kind of fault, each time for a different user.
 */
const strike = async (operation: string, life: Life): Promise<Somebody[]> => {
  const { manner = agrees, prepare, act, onlyAfterAnswer = false, idOf = async ({ user }) => user.id } = life
  const people = async (count: number) => {
    const born: Somebody[] = []
    while (born.length < count) born.push(await somebody(manner))
    for (const one of born) await prepare?.(one)
    await world.run(undisturbedSeconds)
    return born
  }

  const undisturbed = await people(1)
  ;[watched] = faults.arm({ operation, call: Number.POSITIVE_INFINITY, kind: 'dies before it' })
  for (const one of undisturbed) await act(one)
  await world.run(undisturbedSeconds)
  const first = onlyAfterAnswer ? callsBeforeAnswer : 0
  const calls = (watched?.calls ?? 0) - first
  expect(calls).toBeGreaterThan(1)

  const { disturbed, ids } = await toldApart(() => people(calls * faultKinds.length), idOf)
  const armed = faults.arm(
    ...faultKinds.flatMap((kind, place) =>
      ids
        .slice(place * calls, (place + 1) * calls)
        .map((about, index) => ({ operation, call: first + index, kind, about })),
    ),
  )
  for (const one of disturbed) await act(one)
  await world.run(lifetimeSeconds)
  faults.disarm()
  expect(armed.filter(({ struck }) => struck === undefined)).toEqual([])
  return [...undisturbed, ...disturbed]
}

const toldApart = async (people: () => Promise<Somebody[]>, idOf: (one: Somebody) => Promise<number>) => {
  for (;;) {
    const disturbed = await people()
    const ids = await Promise.all(disturbed.map(idOf))
    if (new Set(ids).size === ids.length) return { disturbed, ids }
  }
}

/**
 * Expects that every event arrived with a valid signature, that repeats have the same id, and that
 * no work is left.
 */
const expectArrived = async (people: Somebody[], events = 1) => {
  expect(await dueLeft(world.services.deadlines)).toEqual([])
  for (const one of people) {
    const committed = await deliveriesOf(one)
    expect(committed.map(({ state }) => state)).toEqual(Array(events).fill('delivered'))
    const received = receivedBy(one)
    expect(new Set(received.map(({ headers }) => headers['webhook-id']))).toEqual(new Set(committed.map(webhookId)))
    expect(received.length).toBeLessThanOrEqual(4 * events)
    const [secret = ''] = await registry.webhookSecrets(world.parts).current(one.user.id, world.clock.now())
    for (const { text, headers } of received) new Webhook(secret).verify(text, headers)
    expect(await world.services.calls.details(committed.flatMap((one) => callOf(one) ?? []))).toMatchObject(
      Array(events).fill({ webhook_response: { status: 'success' } }),
    )
  }
}

test('receive-call-status that closes the call: every fault, the event arrives', async () => {
  const people = await strike('receive-call-status', {
    act: async ({ user, assistant_id }) => {
      const ref = await ring(world, user, { assistant_id, carrier_sid: `CA${user.id}` })
      const form = { CallSid: `CA${user.id}`, CallStatus: 'busy', CallDuration: '0' }
      await post(world, `/carrier/calls/${writeCallRef(ref)}/status`, form)
    },
  })
  await expectArrived(people)
})

test('advance-call, which says that the event is complete: whatever goes wrong, the event arrives', async () => {
  await expectArrived(await strike('advance-call', { act: theirCallEnds }))
})

test('deliver-webhook: whatever goes wrong at any call it makes, the event arrives', async () => {
  await expectArrived(await strike('deliver-webhook', { act: theirCallEnds }))
})

test('deliver-webhook after a failure: every fault, the event arrives', async () => {
  await expectArrived(
    await strike('deliver-webhook', { manner: failsFirst, onlyAfterAnswer: true, act: theirCallEnds }),
  )
})

test('deliver-webhook with an open circuit: every fault, all arrives', async () => {
  await expectArrived(await strike('deliver-webhook', { prepare: leftAlone, act: twoCallsEnd }), 2)
})

test('deliver-webhook of a failing probe: every fault, all arrives', async () => {
  const probing = { manner: failsFirst, onlyAfterAnswer: true }
  await expectArrived(await strike('deliver-webhook', { ...probing, prepare: leftAlone, act: twoCallsEnd }), 2)
})

test('resend-webhook-delivery: whatever goes wrong, the event arrives again if the answer says so', async () => {
  const again: Somebody[] = []
  const idOf = async (one: Somebody) => (await deliveriesOf(one))[0]?.id ?? 0
  const people = await strike('resend-webhook-delivery', {
    prepare: theirCallEnds,
    act: async (one) => {
      const path = `/user/webhook-deliveries/${await idOf(one)}/resend`
      if ((await world.api(one.user.token, 'POST', path)).status === 200) again.push(one)
    },
    idOf,
  })
  await expectArrived(people)
  expect(again.length).toBeGreaterThan(1)
  for (const one of again) expect(receivedBy(one).length).toBeGreaterThanOrEqual(2)
})
