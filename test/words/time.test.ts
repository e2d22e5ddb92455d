import { expect, test } from 'vitest'
import { endOfDay, isoTime, plainTime, startOfDay } from '../../shared/words/time.ts'

const time = Date.UTC(2026, 1, 3, 4, 5, 6, 7)

test('leads, calls and SMS show whole seconds of UTC', () => {
  expect(plainTime(time)).toBe('2026-02-03 04:05:06')
  expect(plainTime(time + 992)).toBe('2026-02-03 04:05:06')
})

test('assistants and campaigns show ISO 8601 with six places', () => {
  expect(isoTime(time)).toBe('2026-02-03T04:05:06.007000Z')
  expect(Date.parse(isoTime(time))).toBe(time)
})

test('a day is whole in UTC, also in leap years', () => {
  expect(new Date(startOfDay('2024-02-29')).toISOString()).toBe('2024-02-29T00:00:00.000Z')
  expect(endOfDay('2024-02-29')).toBe(startOfDay('2024-03-01'))
  expect(endOfDay('2025-12-31')).toBe(startOfDay('2026-01-01'))
})
