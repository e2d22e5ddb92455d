import { describe, expect, test } from 'vitest'
import type { Call, CallStatus, ClosedCall } from '../../../shared/domain/calls/call.ts'
import { finalStatuses } from '../../../shared/domain/calls/call-life.ts'
import {
  addressOf,
  afterAttempt,
  attemptOffsetsMs,
  cancel,
  type Delivery,
  deliveriesOf,
  deliveryDueAt,
  deliveryId,
  isDue,
  putOff,
  sendAgain,
  switchedOff,
  type WebhookSettings,
} from '../../../shared/domain/webhooks/delivery.ts'
import { listedDelivery } from '../../../shared/domain/webhooks/delivery-view.ts'
import type { WebhookAnswer } from '../../../shared/domain/webhooks/webhook-answer.ts'
import { timeOfId } from '../../../shared/words/id.ts'
import { ringingCall } from '../../fixtures.ts'

const closed_at = Date.UTC(2026, 10, 25, 10)
const second = 1_000
const minute = 60 * second
const hour = 60 * minute

const callWith = (more: Partial<ClosedCall> = {}): ClosedCall => ({
  ...ringingCall({ id: 4_711, user_id: 12, assistant_id: 5, status: 'completed', answered_by: 'human' }, closed_at),
  placement: { phase: 'over', outcome: 'completed', asked_at: closed_at, answered_at: closed_at, over_at: closed_at },
  duration: 10,
  closed_at,
  evaluated: { at: closed_at, goal: false },
  ...more,
})

const assistantWith = (more: Partial<WebhookSettings> = {}): WebhookSettings => ({
  webhook_url: 'https://a.example',
  is_webhook_active: true,
  inbound_webhook_url: null,
  conversation_ended_webhook_url: null,
  send_webhook_only_on_completed: true,
  include_recording_in_webhook: true,
  post_call_schema: [{ name: 'goal', type: 'bool', description: '' }],
  ...more,
})

const recorded = (): Delivery => {
  const [delivery] = deliveriesOf(callWith(), assistantWith())
  if (!delivery) throw new Error('Nothing was recorded')
  return delivery
}

const answer = (http_status: number | null, more: Partial<WebhookAnswer> = {}): WebhookAnswer => ({
  http_status,
  text: '',
  is_cut: false,
  is_binary: false,
  duration_ms: 20,
  ...more,
})

const attempt = (delivery: Delivery, given: WebhookAnswer, now = delivery.next_at ?? 0, random = 0): Delivery =>
  afterAttempt(delivery, delivery, { at: now, answer: given, random }, now)

describe('what is sent about a closed call', () => {
  const conversations: CallStatus[] = ['completed', 'ended', 'ended_by_customer', 'ended_by_assistant']

  test.each(finalStatuses)('%s', (status) => {
    const kinds = (more: Partial<WebhookSettings>) =>
      deliveriesOf(callWith({ status }), assistantWith(more)).map(({ kind }) => kind)
    expect(kinds({})).toEqual(conversations.includes(status) ? ['post_call'] : [])
    expect(kinds({ send_webhook_only_on_completed: false })).toEqual(['post_call'])
    expect(kinds({ is_webhook_active: false })).toEqual([])
    expect(kinds({ webhook_url: null })).toEqual([])
  })

  test('an incoming call is told to both webhooks, its end whatever it was', () => {
    const inbound_webhook_url = 'https://b.example'
    const receivers = (status: CallStatus, type: Call['type']) =>
      deliveriesOf(callWith({ status, type }), assistantWith({ inbound_webhook_url })).map(({ url }) => url)
    expect(receivers('ended', 'inbound')).toEqual(['https://a.example', 'https://b.example'])
    expect(receivers('failed', 'inbound')).toEqual(['https://b.example'])
    expect(receivers('ended', 'outbound')).toEqual(['https://a.example'])
    expect(receivers('ended', 'web')).toEqual(['https://a.example'])
  })

  test('of an assistant that is gone nothing is', () => {
    expect(deliveriesOf(callWith(), undefined)).toEqual([])
  })

  test('is recorded with what its event needs, due at once', () => {
    expect(recorded()).toEqual({
      id: deliveryId(callWith(), 'post_call'),
      user_id: 12,
      call_id: 4_711,
      assistant_id: 5,
      kind: 'post_call',
      url: 'https://a.example',
      includes_recording: true,
      schema: ['goal'],
      state: 'pending',
      queued_at: closed_at,
      tries: 0,
      next_at: closed_at,
      by_hand: false,
      attempts: [],
      updated_at: closed_at,
      revision: 1,
      expires_at_seconds: closed_at / 1000 + 30 * 24 * 3600,
    })
  })

  test('waits for the evaluation, ten minutes at most', () => {
    const [delivery] = deliveriesOf(callWith({ evaluated: undefined }), assistantWith())
    expect(delivery).toMatchObject({ queued_at: closed_at, next_at: closed_at + 10 * minute })
  })

  test('has ids of its time, different for both webhooks and for concurrent calls', () => {
    const ids = [0, 1, 2, 2047].flatMap((id) =>
      (['post_call', 'inbound'] as const).map((kind) => deliveryId(callWith({ id: 2 ** 40 + id }), kind)),
    )
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids.map(timeOfId)).toEqual(ids.map(() => closed_at))
  })
})

describe('an attempt', () => {
  const statuses = [null, ...Array.from({ length: 500 }, (_, index) => 100 + index)]

  test('has an outcome for every status: yes, gone, or again in five seconds', () => {
    for (const status of statuses) {
      const after = attempt(recorded(), answer(status))
      const [made] = after.attempts
      expect(made).toEqual({ at: closed_at, http_status: status, duration_ms: 20, response: '' })
      const outcome = [after.state, after.next_at]
      if (status !== null && status >= 200 && status < 300)
        expect(outcome, String(status)).toEqual(['delivered', undefined])
      else if (status === 410) expect(outcome).toEqual(['failed', undefined])
      else expect(outcome, String(status)).toEqual(['pending', closed_at + 5 * second])
    }
  })

  test('follows the schedule ten times, and not once more', () => {
    let delivery = recorded()
    const made: number[] = []
    while (delivery.state === 'pending') {
      made.push((delivery.next_at ?? 0) - closed_at)
      delivery = attempt(delivery, answer(500))
    }
    expect(made).toEqual(attemptOffsetsMs)
    expect(made).toEqual([0, 5_000, 300_000, ...[0.5, 2, 5, 10, 14, 20, 24].map((hours) => hours * hour)])
    expect(delivery).toMatchObject({ state: 'failed', tries: 10, note: 'Every attempt failed' })
    expect(delivery.next_at).toBeUndefined()
    expect(delivery.attempts).toHaveLength(10)
  })

  test('is spread by at most a tenth of the pause, never early', () => {
    for (let tries = 1; tries < attemptOffsetsMs.length; tries++) {
      const now = closed_at + (attemptOffsetsMs[tries - 1] ?? 0)
      const before = { ...recorded(), tries: tries - 1, first_at: closed_at, next_at: now }
      const next = (random: number) => (attempt(before, answer(500), now, random).next_at ?? 0) - closed_at
      const offset = attemptOffsetsMs[tries] ?? 0
      expect(next(0)).toBe(offset)
      expect(next(0.999)).toBeGreaterThan(offset)
      expect(next(0.999)).toBeLessThanOrEqual(offset + (offset - (attemptOffsetsMs[tries - 1] ?? 0)) / 10)
    }
  })

  test.each([
    ['longer than the schedule: it counts', 60 * second, 60 * second],
    ['shorter than the schedule: the schedule counts', second, 5 * second],
    ['beyond the last attempt: that is made nevertheless', 72 * hour, 24 * hour],
  ])('whose receiver wants to be left alone %s', (_what, retry_after_ms, offset) => {
    expect(attempt(recorded(), answer(503, { retry_after_ms })).next_at).toBe(closed_at + offset)
  })

  test('that is late keeps the first schedule, with five seconds’ pause', () => {
    const late = attempt(
      { ...recorded(), tries: 1, first_at: closed_at, next_at: closed_at + 20 * minute },
      answer(500),
    )
    expect(late.next_at).toBe(closed_at + 20 * minute + 5 * second)
    expect(attempt(late, answer(500)).next_at).toBe(closed_at + 30 * minute)
  })

  test('keeps the beginning of what came back, and why nothing did', () => {
    const [long] = attempt(recorded(), answer(500, { text: `${'x'.repeat(499)}😀` })).attempts
    expect(long?.response).toBe('x'.repeat(499))
    const [none] = attempt(recorded(), answer(null, { error: 'The connection was refused' })).attempts
    expect(none).toMatchObject({ http_status: null, error: 'The connection was refused' })
  })

  test('remembers the last twenty', () => {
    let delivery = recorded()
    for (let count = 0; count < 30; count++) {
      const now = closed_at + count
      delivery = attempt(sendAgain(delivery, now), answer(500), now)
    }
    expect(delivery.attempts.map(({ at }) => at - closed_at)).toEqual(
      Array.from({ length: 20 }, (_, index) => index + 10),
    )
  })
})

describe('beside somebody else', () => {
  const taken = recorded()
  const made = (http_status: number) => ({ at: closed_at, answer: answer(http_status), random: 0 })

  test('an attempt before a resend by hand changes only the list', () => {
    const again = sendAgain(taken, closed_at + 1)
    const after = afterAttempt(again, taken, made(500), closed_at + 2)
    expect(after).toMatchObject({ state: 'pending', tries: 0, next_at: closed_at + 1 })
    expect(after.attempts).toHaveLength(1)
    expect(afterAttempt(again, taken, made(200), closed_at + 2)).toMatchObject({
      state: 'pending',
      next_at: closed_at + 1,
    })
  })

  test('what was delivered stays delivered when a repetition fails', () => {
    const delivered = afterAttempt(taken, taken, made(200), closed_at)
    expect(afterAttempt(delivered, taken, made(500), closed_at)).toMatchObject({ state: 'delivered' })
    expect(afterAttempt(delivered, taken, made(410), closed_at)).toMatchObject({ state: 'delivered' })
  })

  test('a yes is a yes, also after it was canceled', () => {
    const canceled = cancel(taken, 'The webhook was switched off', closed_at)
    expect(afterAttempt(canceled, taken, made(500), closed_at)).toMatchObject({ state: 'canceled' })
    expect(afterAttempt(canceled, taken, made(200), closed_at)).toMatchObject({ state: 'delivered', note: undefined })
  })
})

describe('putting off', () => {
  test('says what it waits for, and has an end after a day', () => {
    const waiting = putOff(recorded(), closed_at + hour, closed_at, 'slot')
    expect(waiting).toMatchObject({ next_at: closed_at + hour, waits_for: 'slot' })
    const late = putOff(waiting, closed_at + 27 * hour, closed_at + 25 * hour, 'slot')
    expect(late).toMatchObject({ state: 'failed', note: 'The receiver was busy, or failed, for too long' })
    expect([late.next_at, late.waits_for]).toEqual([undefined, undefined])
  })

  test('is told to people in words', () => {
    const until = closed_at + hour
    const noteOf = (waits_for: Delivery['waits_for']) =>
      listedDelivery(putOff(recorded(), until, closed_at, waits_for)).note
    expect(noteOf('slot')).toBe('The receiver is busy, or left alone after failures: it stands in line')
    expect(noteOf('pause')).toBe(
      `The receiver failed 10 times in a row. It is left alone until ${new Date(until).toISOString()}`,
    )
    expect(noteOf(undefined)).toBeNull()
  })

  test('sending again starts the day and the schedule again', () => {
    const failed = {
      ...recorded(),
      state: 'failed' as const,
      next_at: undefined,
      tries: 10,
      first_at: closed_at,
      note: 'x',
    }
    const later = closed_at + 29 * 24 * hour
    const again = sendAgain(failed, later)
    expect(again).toMatchObject({ state: 'pending', tries: 0, next_at: later, queued_at: later, by_hand: true })
    expect(again.note).toBeUndefined()
    expect(again.expires_at_seconds * 1000).toBe(later + 30 * 24 * hour)
    expect(attempt(again, answer(500)).next_at).toBe(later + 5 * second)
  })
})

test('a worker checks it a minute after its message was due', () => {
  const delivery = recorded()
  expect(deliveryDueAt(delivery)).toBe(closed_at + minute)
  expect(deliveryDueAt({ ...delivery, next_at: closed_at + 15 * minute })).toBe(closed_at + 16 * minute)
  expect(deliveryDueAt({ ...delivery, next_at: closed_at + 16 * minute })).toBe(closed_at + 16 * minute)
  expect(deliveryDueAt(cancel(delivery, '', closed_at))).toBeUndefined()
  expect(isDue(delivery, closed_at - 1)).toBe(false)
  expect(isDue(delivery, closed_at)).toBe(true)
})

test('may leave the queue when called, unless it waits for a later attempt', () => {
  const until = closed_at + hour
  expect(isDue(putOff(recorded(), until, closed_at, 'slot'), closed_at, true)).toBe(true)
  expect(isDue(putOff(recorded(), until, closed_at, 'slot'), closed_at)).toBe(false)
  expect(isDue(putOff(recorded(), until, closed_at, 'pause'), closed_at, true)).toBe(false)
  expect(isDue(cancel(putOff(recorded(), until, closed_at, 'slot'), 'Gone', closed_at), closed_at, true)).toBe(false)
})

test.each<[string, Partial<WebhookSettings> | undefined, boolean, string | undefined]>([
  ['as it was', {}, false, 'https://a.example'],
  ['another by now', { webhook_url: 'https://c.example' }, false, 'https://c.example'],
  ['switched off', { is_webhook_active: false }, false, undefined],
  ['switched off, but sent again by hand', { is_webhook_active: false }, true, 'https://a.example'],
  ['another, and sent again by hand', { webhook_url: 'https://c.example' }, true, 'https://c.example'],
  ['of an assistant that is gone', undefined, false, 'https://a.example'],
])('goes to its address: %s', (_what, more, by_hand, url) => {
  expect(addressOf({ ...recorded(), by_hand }, more && assistantWith(more))).toBe(url)
})

test('a receiver that is gone switches off its own webhook, and no other', () => {
  const inbound = { ...recorded(), kind: 'inbound' as const, url: 'https://b.example' }
  const assistant = assistantWith({ inbound_webhook_url: 'https://b.example' })
  expect(switchedOff(assistant, recorded(), 7)).toEqual({ ...assistant, is_webhook_active: false, updated_at: 7 })
  expect(switchedOff(assistant, inbound, 7)).toEqual({ ...assistant, inbound_webhook_url: null, updated_at: 7 })
  const ofChats = { ...recorded(), kind: 'conversation_ended' as const, url: 'https://d.example' }
  const chatting = assistantWith({ conversation_ended_webhook_url: 'https://d.example' })
  const off = { conversation_ended_webhook_url: null, updated_at: 7 }
  expect(switchedOff(chatting, ofChats, 7)).toEqual({ ...chatting, ...off })
  const moved = assistantWith({ webhook_url: 'https://c.example' })
  expect(switchedOff(moved, recorded(), 7)).toBe(moved)
})
