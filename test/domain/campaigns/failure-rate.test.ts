import { expect, test } from 'vitest'
import { type EndedCall, failureStop, judgedCalls, judgedSince } from '../../../shared/domain/campaigns/failure-rate.ts'

const minuteMs = 60_000
const ended = (failed: number, count: number = judgedCalls): EndedCall[] =>
  Array.from({ length: count }, (_, index) => ({ call_id: index + 1, ended_at: index, has_failed: index < failed }))

test.each([
  ['fewer than half of the calls failed', 0.5, 9, 20, false],
  ['half of the calls failed', 0.5, 10, 20, true],
  ['all calls failed, but too few have ended', 0.5, 19, 19, false],
  ['all calls failed, and no limit exists', null, 20, 20, false],
  ['one call failed at the lowest limit', 0.05, 1, 20, true],
])('%s', (_, pause_on_failure_rate, failed, count, stops) => {
  expect(failureStop({ pause_on_failure_rate }, ended(failed, count)) !== undefined).toBe(stops)
})

test('says how many calls failed', () => {
  expect(failureStop({ pause_on_failure_rate: 0.5 }, ended(12))?.reason).toBe(
    '12 of its last 20 calls failed for technical reasons. Start it again when the cause is corrected.',
  )
})

test('counts calls of the last ten minutes since the last start', () => {
  const now = 60 * minuteMs
  expect(judgedSince({}, now)).toBe(50 * minuteMs)
  expect(judgedSince({ started_at: 20 * minuteMs }, now)).toBe(50 * minuteMs)
  expect(judgedSince({ started_at: 55 * minuteMs }, now)).toBe(55 * minuteMs)
})
