import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type CallingWindow,
  isOpen,
  nextOpening,
  type Weekday,
  weekdays,
} from '../../../shared/domain/campaigns/calling-window.ts'
import { inProve } from '../../in-prove.ts'

const zones = [...Intl.supportedValuesOf('timeZone'), 'UTC']
const from = Date.UTC(2026, 0, 1)
const until = Date.UTC(2028, 0, 1)
const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

const window = (more: Partial<CallingWindow> = {}): CallingWindow => ({
  timezone: 'Europe/Berlin',
  allowed_hours_start_time: '09:00:00',
  allowed_hours_end_time: '17:00:00',
  allowed_days: ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'],
  ...more,
})

/** Date formats by time zone, to compute windows independently of the product. */
const clocks = new Map<string, Intl.DateTimeFormat>()
const clockOf = (timeZone: string) => {
  const known = clocks.get(timeZone)
  if (known) return known
  const clock = new Intl.DateTimeFormat('sv', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
  clocks.set(timeZone, clock)
  return clock
}
const isOpenByTheBook = (window: CallingWindow, at: number): boolean => {
  const { allowed_hours_start_time: start, allowed_hours_end_time: end, allowed_days, timezone } = window
  const [date = '', time = ''] = clockOf(timezone).format(at).split(' ')
  const dayOf = (offset: number) => {
    const day = new Date(Date.parse(`${date}T12:00:00Z`) + offset * dayMs)
    return weekdays[(day.getUTCDay() + 6) % 7] ?? 'monday'
  }
  const today = allowed_days.includes(dayOf(0))
  const yesterday = allowed_days.includes(dayOf(-1))
  if (start === end) return today
  const beforeEnd = time < end || end === '23:59:59'
  if (start < end) return today && time >= start && beforeEnd
  return (today && time >= start) || (yesterday && time < end)
}

const changes = zones.flatMap((zone) => {
  const clock = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' })
  const offset = (at: number) => clock.format(at).split('GMT')[1]
  const found: { zone: string; at: number }[] = []
  for (let at = from; at < until; at += 7 * dayMs) {
    if (offset(at) === offset(at + 7 * dayMs)) continue
    for (let minute = at; minute < at + 7 * dayMs; minute += 30 * minuteMs)
      if (offset(minute) !== offset(minute + 30 * minuteMs)) found.push({ zone, at: minute + 30 * minuteMs })
  }
  return found
})

const timeOfDay = fc
  .tuple(fc.integer({ min: 0, max: 23 }), fc.constantFrom(0, 15, 30, 45, 59), fc.constantFrom(0, 0, 0, 30, 59))
  .map((parts) => parts.map((part) => String(part).padStart(2, '0')).join(':'))
const days = fc.uniqueArray(fc.constantFrom<Weekday>(...weekdays), { minLength: 1, maxLength: 7 })
const windows = fc.record({
  timezone: fc.constantFrom(...zones),
  allowed_hours_start_time: timeOfDay,
  allowed_hours_end_time: fc.oneof(timeOfDay, fc.constant('23:59:59')),
  allowed_days: days,
})
const instants = fc.integer({ min: from, max: until })

const nothingBetween = (window: CallingWindow, at: number, opening: number, stepMs: number) => {
  for (let time = at; time < opening; time += stepMs) if (isOpenByTheBook(window, time)) return false
  return !isOpenByTheBook(window, opening - 1) || opening === at
}

test('is open exactly by the wall clock, in every zone for two years', () => {
  fc.assert(
    fc.property(windows, instants, (window, at) => isOpen(window, at) === isOpenByTheBook(window, at)),
    { numRuns: 20_000 },
  )
})

test('the next opening is open, and nothing before it was', () => {
  fc.assert(
    fc.property(windows, instants, (window, at) => {
      const opening = nextOpening(window, at)
      if (opening === undefined || opening < at || !isOpenByTheBook(window, opening)) return false
      return nothingBetween(window, at, opening, 15 * minuteMs)
    }),
    { numRuns: 2_000 },
  )
})

inProve('every change of every clock in two years is kept, in gaps and overlaps', () => {
  expect(changes.length).toBeGreaterThan(400)
  // Windows that begin or end in hours that a clock change skips or repeats.
  const hours = [
    ['02:15:00', '02:45:00'],
    ['01:30:00', '03:30:00'],
    ['23:30:00', '00:30:00'],
    ['00:00:00', '00:30:00'],
    ['22:00:00', '02:20:00'],
    ['00:00:00', '23:59:59'],
  ] as const
  for (const [index, { zone, at }] of changes.entries()) {
    const [allowed_hours_start_time, allowed_hours_end_time] = hours[index % hours.length] ?? hours[0]
    const narrow = window({ timezone: zone, allowed_hours_start_time, allowed_hours_end_time, allowed_days: weekdays })
    for (let time = at - 150 * minuteMs; time < at + 150 * minuteMs; time += 15 * minuteMs) {
      const open = isOpenByTheBook(narrow, time)
      if (isOpen(narrow, time) !== open) throw new Error(`${zone} at ${new Date(time).toISOString()}`)
      const opening = nextOpening(narrow, time) ?? 0
      if (open ? opening !== time : !nothingBetween(narrow, time, opening, 15 * minuteMs))
        throw new Error(`${zone} opens at ${new Date(opening).toISOString()}, asked at ${new Date(time).toISOString()}`)
    }
  }
})

describe('a window', () => {
  const at = (text: string) => Date.parse(text)

  test('opens at its start and is closed at its end', () => {
    expect(isOpen(window(), at('2026-11-25T08:59:59.999+01:00'))).toBe(false)
    expect(isOpen(window(), at('2026-11-25T09:00:00+01:00'))).toBe(true)
    expect(isOpen(window(), at('2026-11-25T16:59:59.999+01:00'))).toBe(true)
    expect(isOpen(window(), at('2026-11-25T17:00:00+01:00'))).toBe(false)
  })

  test('over midnight belongs to the day it starts on', () => {
    const night = window({
      allowed_hours_start_time: '22:00:00',
      allowed_hours_end_time: '02:00:00',
      allowed_days: ['friday'],
    })
    expect(isOpen(night, at('2026-11-27T01:00:00+01:00'))).toBe(false)
    expect(isOpen(night, at('2026-11-27T22:00:00+01:00'))).toBe(true)
    expect(isOpen(night, at('2026-11-28T01:59:59+01:00'))).toBe(true)
    expect(isOpen(night, at('2026-11-28T02:00:00+01:00'))).toBe(false)
    expect(isOpen(night, at('2026-11-28T22:00:00+01:00'))).toBe(false)
  })

  test('with equal times is open all day', () => {
    const sundays = window({
      allowed_hours_start_time: '09:00:00',
      allowed_hours_end_time: '09:00:00',
      allowed_days: ['sunday'],
    })
    expect(isOpen(sundays, at('2026-11-29T00:00:00+01:00'))).toBe(true)
    expect(isOpen(sundays, at('2026-11-29T23:59:59.999+01:00'))).toBe(true)
    expect(isOpen(sundays, at('2026-11-30T00:00:00+01:00'))).toBe(false)
    expect(nextOpening(sundays, at('2026-11-30T00:00:00+01:00'))).toBe(at('2026-12-06T00:00:00+01:00'))
  })

  test('until 23:59:59 lasts to the end of the day', () => {
    const whole = window({
      allowed_hours_start_time: '00:00:00',
      allowed_hours_end_time: '23:59:59',
      allowed_days: weekdays,
    })
    expect(isOpen(whole, at('2026-11-25T23:59:59.999+01:00'))).toBe(true)
  })

  test('that lies in the hour that daylight saving skips waits for its next day', () => {
    const skipped = window({
      allowed_hours_start_time: '02:10:00',
      allowed_hours_end_time: '02:50:00',
      allowed_days: ['sunday'],
    })
    expect(nextOpening(skipped, at('2026-03-29T00:00:00+01:00'))).toBe(at('2026-04-05T02:10:00+02:00'))
  })

  test('that daylight saving cuts opens when the clock has jumped into it', () => {
    const cut = window({
      allowed_hours_start_time: '02:30:00',
      allowed_hours_end_time: '04:00:00',
      allowed_days: ['sunday'],
    })
    expect(nextOpening(cut, at('2026-03-29T00:00:00+01:00'))).toBe(at('2026-03-29T03:00:00+02:00'))
  })

  test('is open twice in the hour that comes twice', () => {
    const twice = window({
      allowed_hours_start_time: '02:10:00',
      allowed_hours_end_time: '02:50:00',
      allowed_days: ['sunday'],
    })
    expect(nextOpening(twice, at('2026-10-25T00:00:00+02:00'))).toBe(at('2026-10-25T02:10:00+02:00'))
    expect(nextOpening(twice, at('2026-10-25T02:50:00+02:00'))).toBe(at('2026-10-25T02:10:00+01:00'))
  })

  test('without days never opens', () => {
    expect(nextOpening(window({ allowed_days: [] }), from)).toBeUndefined()
  })
})
