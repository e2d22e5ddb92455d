import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { callStatuses } from '../../../shared/domain/calls/call.ts'
import * as registry from '../../../shared/runtime/registry.ts'
import { dueLeft } from '../../due-left.ts'
import { type FaultKind, faultKinds, openFaults } from '../../faults.ts'
import { openReceiver, type WebhookReceiver } from '../../receiver.ts'
import { useWorld } from '../../use-world.ts'
import type { TestUser } from '../../world.ts'
import { type CallWithEnd, endCall } from './ended-call.ts'

const faults = openFaults()
let user: TestUser
let receiver: WebhookReceiver

const world = useWorld({ open: faults.open })

beforeAll(async () => {
  receiver = await openReceiver()
})
beforeEach(async () => {
  user = await world.user()
})
afterAll(async () => {
  await receiver.close()
})

const end = (ended: CallWithEnd = {}) =>
  endCall(world, user, {
    ...ended,
    assistant: { webhook_url: receiver.url, is_webhook_active: true, ...ended.assistant },
  })

const advance = (ref: { user_id: number; call_id: number }) => registry.advanceCallQueue(world.parts).nudge(ref)
const read = async ({ call_id }: { call_id: number }) =>
  (await world.api(user.token, 'GET', `/user/calls/${call_id}`)).body
const toldOf = ({ call_id }: { call_id: number }) =>
  receiver.received.flatMap(({ body, headers }) =>
    body.id === call_id ? [{ body, webhook_id: headers['webhook-id'] }] : [],
  )

const toldOnce = (ref: { call_id: number }) => {
  const deliveries = toldOf(ref)
  expect(new Set(deliveries.map(({ webhook_id }) => webhook_id)).size).toBe(1)
  return deliveries
}

/**
 * Advances the clock until no work has a deadline. The number of steps varies, because webhook
 * receivers answer in real time.
 */
const nothingDue = async () => {
  const due = () => dueLeft(world.services.deadlines)
  for (let minute = 0; minute < 20 && (await due()).length; minute++) await world.run(60)
  return due()
}

const live = async (scene?: CallWithEnd, seconds = 60) => {
  const ref = await end(scene)
  await advance(ref)
  await world.run(seconds)
  return { ref, call: await read(ref) }
}

test('what was said, an evaluation and the answers to the schema', async () => {
  const { call } = await live()
  expect(call).toMatchObject({
    status: 'ended_by_customer',
    transcript:
      'AI: Hello, this is Anna.\nCustomer: My name is Grace. I need 3 tickets, thank you.\nAI: They are yours. Goodbye!',
    evaluation: { sentiment: 'positive', score: 9, outcome: expect.any(String), customer_name: 'Grace', tickets: 3 },
    variables: { city: 'Paris', customer_name: 'Grace', tickets: 3, email: null },
  })
  expect(call.messages[1]).toEqual({
    text: 'My name is Grace. I need 3 tickets, thank you.',
    type: 'transcript',
    sender: 'human',
    timestamp: expect.stringMatching(/^2026-11-25T10:.*Z$/),
  })
  expect(await nothingDue()).toEqual([])
})

test('the webhook tells of it, once', async () => {
  const { ref } = await live()
  expect(await nothingDue()).toEqual([])
  const [deliveries] = toldOnce(ref)
  expect(deliveries?.body).toMatchObject({
    extracted_variables: { customer_name: 'Grace', tickets: 3, email: null },
    transcript: expect.arrayContaining([expect.objectContaining({ sender: 'human' })]),
    formatted_transcript: expect.stringContaining('Customer: My name is Grace.'),
  })
})

describe.each<[string, CallWithEnd, string | null]>([
  ['a machine answered', { answered_by: 'machine' }, 'AI: Hello, this is Anna.'],
  ['the customer was silent', { said: [['bot', 'Hello, this is Anna.']] }, 'AI: Hello, this is Anna.'],
  ['nothing was said at all', { said: [] }, null],
  ['no evaluation is wanted', { assistant: { post_call_evaluation: false } }, 'AI: Hello, this is Anna.'],
])('when %s', (_, scene, transcript) => {
  test('there is a transcript and no evaluation, and no model is asked', async () => {
    const before = world.model.asked().length
    const { call } = await live(scene)
    expect(call.evaluation).toEqual({})
    expect(call.transcript?.split('\n')[0] ?? null).toBe(transcript)
    expect(world.model.asked()).toHaveLength(before)
    expect(await nothingDue()).toEqual([])
  })
})

test.each(['busy', 'no-answer', 'failed'] as const)('a call that was %s has nothing to evaluate', async (outcome) => {
  expect(callStatuses).toContain(outcome)
  const ref = await end({ report: { outcome, duration: 0, ended_by: undefined } })
  const call = await world.services.calls.find(ref)
  expect(call).toMatchObject({ evaluated: { at: call?.closed_at } })
  await world.run(120)
  expect((await world.services.calls.find(ref))?.charged_at).toBeDefined()
  expect(await nothingDue()).toEqual([])
})

test('a model that fails is replaced by another one', async () => {
  const { call } = await live({ assistant: { system_prompt: 'Sell. [double gpt-4.1-mini: fail]' } })
  expect(call.evaluation).toMatchObject({ customer_name: 'Grace' })
  expect(world.model.asked().at(-1)?.model).toBe('global.amazon.nova-2-lite-v1:0')
})

test('marks an evaluation failed whose answer never fits the schema', async () => {
  const { call } = await live({ assistant: { system_prompt: 'Sell. [double evaluation: wrong]' } })
  expect(call).toMatchObject({
    evaluation: { failed: true },
    variables: { city: 'Paris', customer_name: null, tickets: null, email: null },
  })
  expect(await nothingDue()).toEqual([])
})

test('shows the transcript without a model, and fails after ten minutes', async () => {
  const scene = { assistant: { system_prompt: 'Sell. [double evaluation: busy]' } }
  const { ref, call } = await live(scene, 240)
  expect(call).toMatchObject({ transcript: expect.stringContaining('Grace'), evaluation: {} })
  expect(toldOf(ref)).toEqual([])
  await world.run(600)
  expect((await read(ref)).evaluation).toEqual({ failed: true })
  expect(await nothingDue()).toEqual([])
  toldOnce(ref)
})

test('a call that is deleted before its evaluation stays deleted', async () => {
  const ref = await end()
  expect((await world.api(user.token, 'DELETE', `/user/calls/${ref.call_id}`)).status).toBe(200)
  await registry.evaluateCallQueue(world.parts).nudge(ref)
  await world.run(5)
  expect(await world.services.calls.details([ref])).toEqual([undefined])
  expect((await world.api(user.token, 'GET', `/user/calls/${ref.call_id}`)).status).toBe(404)
})

describe('an opt-out in words that no rule knows', () => {
  const words = 'I hope this was the last I hear of you.'
  const optOutOf = async ({ call_id }: { call_id: number }) => {
    const number = (await read({ call_id })).client_phone_number
    const { data } = (await world.api(user.token, 'GET', '/user/blacklist')).body
    return data.find((entry: { phone_number: string }) => entry.phone_number === number)
  }

  test('is found by the evaluation and suppresses the number for review', async () => {
    const { ref, call } = await live({
      said: [
        ['bot', 'Hello.'],
        ['human', words],
      ],
    })
    expect(await optOutOf(ref)).toMatchObject({ source: 'phrase', needs_review: true })
    expect(call.evaluation).not.toHaveProperty('opt_out')
  })

  test('is not found where nobody asked', async () => {
    expect(await optOutOf((await live()).ref)).toBeUndefined()
  })
})

test('three deliveries of one message: one evaluation stays', async () => {
  const { ref, call } = await live()
  await Promise.all([1, 2, 3].map(() => registry.evaluateCallQueue(world.parts).nudge(ref)))
  await world.run(5)
  expect(await read(ref)).toEqual(call)
})

test.each(faultKinds)(
  '%s, at every call it makes: evaluated in the end, told once, nothing stuck',
  async (kind) => {
    for (let call = 0; call < callsMax; call++) {
      const struck = await strike(kind, call)
      if (!struck) {
        expect(call).toBeGreaterThan(4)
        return
      }
    }
    throw new Error('The operation makes more calls than expected')
  },
  180_000,
)

const callsMax = 40

const strike = async (kind: FaultKind, call: number): Promise<boolean> => {
  faults.arm({ operation: 'evaluate-call', call, kind })
  const { ref } = await live(undefined, 30)
  const struck = faults.struck() !== undefined
  faults.disarm()
  expect(await nothingDue()).toEqual([])
  expect(await read(ref)).toMatchObject({ status: 'ended_by_customer', evaluation: { customer_name: 'Grace' } })
  toldOnce(ref)
  return struck
}

test('no log line tells what was said', () => {
  const lines = JSON.stringify(world.logged.map(({ message, fields }) => [message, fields]))
  expect(lines).toContain('call evaluated')
  expect(lines).not.toMatch(/Grace|tickets|this is Anna/)
})
