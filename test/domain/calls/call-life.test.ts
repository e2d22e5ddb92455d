import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Call, CallStatus } from '../../../shared/domain/calls/call.ts'
import {
  advance,
  deadlineOf,
  dueAt,
  evaluateAgainMs,
  evidenceGraceMs,
  finalStatuses,
  fold,
  moves,
  mustBeOverAt,
  type Report,
} from '../../../shared/domain/calls/call-life.ts'
import { asked, newlyWaiting, type Waiting } from '../../../shared/domain/calls/placement.ts'
import { closedOf, ringingCall } from '../../fixtures.ts'

const start = Date.UTC(2026, 0, 5, 10)

const prices = { carrier_minute: 14_000, platform_minute: 50_000 }
const call = ringingCall(
  { id: 1, user_id: 2, assistant_id: 3, status: 'initiated', placement: asked(newlyWaiting(), start), ...prices },
  start,
)

const sid = { carrier_sid: 'CA1' }
const lives: Record<string, { reports: Report[]; status: CallStatus }> = {
  'the caller hangs up': {
    reports: [
      { ...sid },
      { ...sid, progress: 'initiated' },
      { ...sid, progress: 'ringing' },
      { ...sid, progress: 'in-progress' },
      { ...sid, answered_by: 'human' },
      { ...sid, ended_by: 'customer' },
      { ...sid, outcome: 'completed', duration: 61, over_at: start + 90_000 },
    ],
    status: 'ended_by_customer',
  },
  'the assistant ends it': {
    reports: [
      { ...sid, progress: 'ringing' },
      { ...sid, progress: 'in-progress' },
      { ...sid, ended_by: 'assistant' },
      { ...sid, outcome: 'completed', duration: 5, over_at: start + 9_000 },
    ],
    status: 'ended_by_assistant',
  },
  'the time limit cuts it': {
    reports: [
      { ...sid, progress: 'in-progress' },
      { ...sid, ended_by: 'customer' },
      { ...sid, outcome: 'completed', duration: 600, over_at: start + 610_000 },
    ],
    status: 'ended',
  },
  'nobody says by whom': {
    reports: [
      { ...sid, progress: 'in-progress' },
      { ...sid, outcome: 'completed', duration: 5, over_at: start + 9_000 },
    ],
    status: 'completed',
  },
  'it is busy': {
    reports: [
      { ...sid, progress: 'ringing' },
      { ...sid, outcome: 'busy', over_at: start },
    ],
    status: 'busy',
  },
  'nobody answers': { reports: [{ ...sid, outcome: 'no-answer', over_at: start }], status: 'no-answer' },
  'the carrier refuses it': { reports: [{ not_placed: true }], status: 'failed' },
}

const shown = ({ status, duration, answered_by, carrier_sid, carrier_cost, total_cost }: Call) => ({
  status,
  duration,
  answered_by,
  carrier_sid,
  carrier_cost,
  total_cost,
})

const liveThrough = (reports: readonly Report[], from: Call = call) => {
  let current = from
  const seen: CallStatus[] = [from.status]
  const step = (report: Report, at: number) => {
    current = advance(current, report, at)
    if (current.status !== seen.at(-1)) seen.push(current.status)
  }
  for (const [index, report] of reports.entries()) step(report, start + index * 100)
  step({}, start + 3600_000)
  return { call: current, seen }
}

describe.each(Object.entries(lives))('%s', (_name, { reports, status }) => {
  const orders = fc.shuffledSubarray([...reports, ...reports], { minLength: reports.length * 2 })

  test(`ends ${status}, whatever the order and duplication of its reports`, () =>
    fc.assert(
      fc.property(orders, (order) => {
        const lived = liveThrough(order).call
        expect(lived.status).toBe(status)
        expect(shown(lived)).toEqual(shown(liveThrough(reports).call))
      }),
    ))

  test('makes only moves that the table allows, and none after its end', () =>
    fc.assert(
      fc.property(orders, (order) => {
        const { seen } = liveThrough(order)
        for (const [index, to] of seen.slice(1).entries()) expect(moves[seen[index] ?? 'failed']).toContain(to)
      }),
    ))

  test('stores a deadline that is never later than it must be, nor much earlier', () =>
    fc.assert(
      fc.property(orders, fc.array(fc.nat(200_000)), (order, pauses) => {
        let current: Call = call
        let [standing, now] = [deadlineOf(call, undefined), start]
        for (const [index, report] of order.entries()) {
          now += pauses[index] ?? 1
          current = advance(current, report, now)
          standing = deadlineOf(current, standing)
          const due = dueAt(current)
          expect(standing === undefined).toBe(due === undefined)
          expect(standing ?? 0).toBeLessThanOrEqual(due ?? 0)
          expect(standing ?? 0).toBeGreaterThanOrEqual((due ?? 0) - 90_000)
        }
      }),
    ))

  test('has a deadline at every step until it is charged', () =>
    fc.assert(
      fc.property(orders, (order) => {
        let current: Call = call
        for (const [index, report] of order.entries()) {
          current = advance(current, report, start + index)
          if (!current.charged_at) expect(dueAt(current)).toBeLessThanOrEqual(mustBeOverAt(current))
        }
      }),
    ))
})

test('an answered call has a deadline until it is charged and evaluated', () => {
  const closed = closedOf(liveThrough(lives['the caller hangs up']?.reports ?? []).call)
  expect([closed.charged_at, closed.evaluated]).toEqual([undefined, undefined])
  const charged = { ...closed, charged_at: start }
  expect(dueAt(closed)).toBeDefined()
  expect(dueAt(charged)).toBe(start + evaluateAgainMs)
  expect(dueAt({ ...charged, evaluated: { at: start, goal: false } })).toBeUndefined()
})

test('the deadline moves at pick-up and at the end of the conversation only', () => {
  let [current, standing]: [Call, number | undefined] = [{ ...call, placement: newlyWaiting() }, undefined]
  const stood: (number | undefined)[] = []
  const become = (next: Call) => {
    current = next
    standing = deadlineOf(current, standing)
    stood.push(standing)
  }
  become(current)
  become({ ...current, placement: asked(newlyWaiting(), start + 2000) })
  for (const [seconds, report] of [
    [3, sid],
    [4, { ...sid, progress: 'ringing' }],
    [9, { ...sid, progress: 'in-progress' }],
    [10, { ...sid, answered_by: 'human' }],
    [60, { ...sid, ended_by: 'customer' }],
    [61, { ...sid, outcome: 'completed', duration: 52 }],
  ] satisfies [number, Report][])
    become(advance(current, report, start + seconds * 1000))
  const [atFirst, onceAnswered, onceOver] = [start + 20_000, start + 639_000, start + 90_000]
  expect(stood).toEqual([...Array(4).fill(atFirst), onceAnswered, onceAnswered, onceOver, onceOver])
})

test('a waiting or talking call has no earlier deadline than needed', () => {
  for (const waiting of [
    { ...call, placement: newlyWaiting(start + 30_000) },
    {
      ...call,
      ...sid,
      placement: { phase: 'answered' as const, asked_at: start, answered_at: start },
      max_duration_seconds: 30,
    },
  ])
    expect(deadlineOf(waiting, start + 10_000)).toBe(dueAt(waiting))
})

test('an unanswered call has no deadline once its hold is released', () => {
  const closed = closedOf(liveThrough(lives['nobody answers']?.reports ?? []).call)
  expect(closed.evaluated?.at).toBe(closed.closed_at)
  expect(dueAt({ ...closed, charged_at: closed.closed_at })).toBeUndefined()
})

test('every final status has no move, and the table knows every status', () => {
  expect(Object.keys(moves).toSorted()).toEqual([...finalStatuses, 'initiated', 'ringing', 'in-progress'].toSorted())
  for (const status of finalStatuses) expect(moves[status]).toEqual([])
})

test('a report that says nothing new is the very same call', () => {
  const ringing = fold(call, { ...sid, progress: 'ringing' }, start)
  expect(fold(ringing, { ...sid, progress: 'ringing' }, start + 1)).toBe(ringing)
  expect(fold(ringing, { ...sid, progress: 'initiated' }, start + 1)).toBe(ringing)
})

test('a report about another leg changes nothing', () => {
  const placed = fold(call, sid, start)
  expect(fold(placed, { carrier_sid: 'CA2', outcome: 'completed', duration: 3 }, start)).toBe(placed)
})

test('a refusal after a sign of life does not count', () => {
  const ringing = fold(call, { ...sid, progress: 'ringing' }, start)
  expect(fold(ringing, { not_placed: true }, start + 1)).toBe(ringing)
})

test('an ended call waits for its ender no longer than the grace', () => {
  const over = advance(
    call,
    { ...sid, progress: 'in-progress', outcome: 'completed', duration: 5, over_at: start },
    start,
  )
  expect(over.closed_at).toBeUndefined()
  expect(advance(over, {}, start + evidenceGraceMs - 1)).toBe(over)
  expect(advance(over, {}, start + evidenceGraceMs)).toMatchObject({
    status: 'completed',
    closed_at: start + evidenceGraceMs,
  })
})

test('a call is put off from the carrier’s first refusal', () => {
  const putOff = (from: Waiting, asked_at: number): Waiting => {
    const { placement } = fold({ ...call, placement: asked(from, asked_at) }, { put_off: true, again_at }, asked_at)
    if (placement.phase !== 'waiting') throw new Error('The call does not wait')
    return placement
  }
  const again_at = start + 3_660_000
  const first = putOff(newlyWaiting(), start + 3_600_000)
  expect(first).toMatchObject({ turn_at: again_at, put_off_since: start + 3_600_000 })
  expect(putOff(first, start + 3_630_000).put_off_since).toBe(start + 3_600_000)
})

test('a machine makes us hang up when the assistant does not talk to machines', () => {
  const answered = fold(call, { ...sid, progress: 'in-progress' }, start)
  expect(fold(answered, { ...sid, answered_by: 'machine' }, start)).toMatchObject({ hang_up: 'assistant' })
  const patient = { ...answered, on_machine: 'talk' as const }
  expect(fold(patient, { ...sid, answered_by: 'machine' }, start).hang_up).toBeUndefined()
})

test('costs are started minutes at the prices of the day it was placed', () => {
  const lived = liveThrough(lives['the caller hangs up']?.reports ?? []).call
  expect(lived).toMatchObject({ duration: 61, carrier_cost: 28_000, total_cost: 128_000 })
})
