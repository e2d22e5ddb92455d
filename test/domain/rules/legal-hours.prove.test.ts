import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type CallingWindow, isOpen, weekdays } from '../../../shared/domain/campaigns/calling-window.ts'
import { clocks } from '../../../shared/domain/places/number-places.ts'
import { nextLegalOpening, standingAt } from '../../../shared/domain/rules/legal-hours.ts'
import { daily, type Rule, rule, week } from '../../../shared/domain/rules/rule.ts'
import { type RuleOverride, type RuleSet, shippedRules } from '../../../shared/domain/rules/rule-set.ts'

const row = (region: string, hours: Rule['hours'], more: Partial<Parameters<typeof rule>[0]> = {}): Rule =>
  rule({ region, hours, source: 'a test', as_of: '2026-01-01', grade: 'B', ...more })

const shipped: RuleSet = { rules: shippedRules, overrides: [] }
const of = (...rules: Rule[]): RuleSet => ({ rules, overrides: [] })

const secondMs = 1000
const dayMs = 24 * 60 * 60 * secondMs

/** Date formats by time zone, to compute local times independently of the product. */
const shown = new Map<string, Intl.DateTimeFormat>()
const wallOf = (zone: string, at: number) => {
  const format =
    shown.get(zone) ??
    new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium', hourCycle: 'h23' })
  shown.set(zone, format)
  const [date = '', time = ''] = format.format(at).split(' ')
  const weekday = weekdays[(new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7] ?? 'monday'
  return { date, time, weekday }
}

const holds = ({ hours }: Rule, zone: string, at: number): boolean => {
  const { weekday, time } = wallOf(zone, at)
  return hours[weekday].some((range) => {
    const [from = '', to = ''] = range.split('-')
    const last = new Date(
      Date.parse(`2026-01-01T${to === '24:00' ? '23:59' : to}:00Z`) + (to === '24:00' ? 60_000 : 0) - 120_000,
    )
    return `${from}:00` <= time && time < last.toISOString().slice(11, 19)
  })
}

const thirtyZones = [
  ...[
    'America/New_York',
    'America/Chicago',
    'America/Denver',
    'America/Phoenix',
    'America/Los_Angeles',
    'America/Juneau',
  ],
  ...[
    'Pacific/Honolulu',
    'America/Halifax',
    'America/St_Johns',
    'America/Toronto',
    'America/Sao_Paulo',
    'America/Santiago',
  ],
  ...[
    'Europe/London',
    'Europe/Berlin',
    'Europe/Paris',
    'Europe/Madrid',
    'Atlantic/Canary',
    'Atlantic/Azores',
    'Europe/Athens',
  ],
  ...[
    'Africa/Cairo',
    'Africa/Casablanca',
    'Asia/Beirut',
    'Asia/Kolkata',
    'Asia/Kathmandu',
    'Asia/Tokyo',
    'Australia/Sydney',
  ],
  ...['Australia/Adelaide', 'Australia/Lord_Howe', 'Pacific/Auckland', 'Pacific/Chatham'],
]

const kinds = [
  row('US', daily(['08:00-21:00'])),
  row('US', week(['09:00-21:00'], ['09:00-21:00'], ['12:00-21:00'])),
  row('US', week(['10:00-13:00', '14:00-20:00'])),
  row('US', week(['09:00-17:00'])),
  row('US', daily(['00:00-02:30', '03:15-24:00'])),
]

describe('a year in thirty zones, with both clock changes', () => {
  const begin = Date.UTC(2026, 9, 1)
  const end = Date.UTC(2027, 10, 15)

  test('judges hours by the wall clock at every boundary of every day', () => {
    expect(thirtyZones).toHaveLength(30)
    let checks = 0
    const wrong: string[] = []
    for (const [place, zone] of thirtyZones.entries()) {
      const kind = kinds[place % kinds.length] ?? kinds[0]
      if (!kind) throw new Error('no kind')
      const ruleSet = of(kind)
      const ranges = [...new Set(Object.values(kind.hours).flat())].flatMap((range) => range.split('-'))
      const margins = ranges.map((time) => Date.parse(`1970-01-01T00:00:00Z`) + minutes(time))
      for (let day = begin; day < end; day += dayMs) {
        const offsets = new Set([offsetAt(zone, day), offsetAt(zone, day + dayMs)])
        for (const boundary of margins.flatMap((ms) => [ms, ms - 120_000]))
          for (const offset of offsets)
            for (const off of [-secondMs, 0, secondMs]) {
              const at = day + boundary - offset + off
              checks++
              if (standingAt({ regions: ['US'], zones: [zone] }, ruleSet, at).isOpen !== holds(kind, zone, at))
                wrong.push(`${zone} ${new Date(at).toISOString()}`)
            }
      }
    }
    expect(wrong).toEqual([])
    expect(checks).toBeGreaterThan(100_000)
  })

  test('dials at the first open instant, and never outside', () => {
    const wrong: string[] = []
    for (const [place, zone] of thirtyZones.entries()) {
      const kind = kinds[place % kinds.length] ?? kinds[0]
      if (!kind) throw new Error('no kind')
      const somewhere = { regions: ['US'], zones: [zone] }
      let at = begin + place
      let dials = 0
      while (at < end) {
        const opening = nextLegalOpening(somewhere, of(kind), at)
        if (opening === undefined) throw new Error(`${zone} never opens`)
        if (!holds(kind, zone, opening)) wrong.push(`dials outside: ${zone} ${new Date(opening).toISOString()}`)
        for (let between = at; between < opening; between += 15 * 60_000)
          if (holds(kind, zone, between)) wrong.push(`misses: ${zone} ${new Date(between).toISOString()}`)
        if (opening > at && holds(kind, zone, opening - 1))
          wrong.push(`late: ${zone} ${new Date(opening).toISOString()}`)
        dials++
        at = opening + 197 * 60_000
      }
      expect(dials).toBeGreaterThan(600)
    }
    expect(wrong).toEqual([])
  })
})

const minutes = (time: string): number => {
  const [hours = 0, minute = 0] = time.split(':').map(Number)
  return (hours * 60 + minute) * 60_000
}

const offsetAt = (zone: string, at: number): number => {
  const { date, time } = wallOf(zone, at)
  return Date.parse(`${date}T${time}Z`) - at
}

const regions = [...new Set(shippedRules.map(({ region }) => region))]
const zones = [...new Set(Object.values(clocks).flatMap((names) => names.split(' ')))]
const somewhere = fc.record({
  regions: fc.uniqueArray(fc.constantFrom(...regions, 'US-CA', 'JP'), { minLength: 1, maxLength: 3 }),
  zones: fc.uniqueArray(fc.constantFrom(...zones), { minLength: 1, maxLength: 3 }),
})
const instant = fc.integer({ min: Date.UTC(2026, 0, 1), max: Date.UTC(2027, 11, 31) })
const window: CallingWindow = {
  timezone: 'Europe/Berlin',
  allowed_hours_start_time: '07:30:00',
  allowed_hours_end_time: '22:10:00',
  allowed_days: weekdays,
}

describe('of several regions and zones', () => {
  test('more of them never allow what fewer do not', () => {
    fc.assert(
      fc.property(somewhere, somewhere, instant, (some, more, at) => {
        const both = { regions: [...some.regions, ...more.regions], zones: [...some.zones, ...more.zones] }
        if (standingAt(both, shipped, at).isOpen) expect(standingAt(some, shipped, at).isOpen).toBe(true)
      }),
      { numRuns: 3000 },
    )
  })

  test('the next opening is the first instant at which all are open', () => {
    const openAt = (place: { regions: string[]; zones: string[] }, at: number) =>
      standingAt(place, shipped, at).isOpen && isOpen(window, at)
    fc.assert(
      fc.property(somewhere, instant, (place, at) => {
        const opening = nextLegalOpening(place, { ...shipped }, at, window)
        if (opening !== undefined) expect(openAt(place, opening)).toBe(true)
        if (opening !== undefined && opening > at) expect(openAt(place, opening - 1)).toBe(false)
        const until = Math.min(opening ?? Infinity, at + 20 * dayMs)
        for (let between = at; between < until; between += 29 * 60_000) expect(openAt(place, between)).toBe(false)
      }),
      { numRuns: 150 },
    )
  })

  test('what was found for one instant does not mislead another', () => {
    const place = { regions: ['US', 'US-FL'], zones: ['America/New_York'] }
    fc.assert(
      fc.property(instant, instant, (one, other) => {
        nextLegalOpening(place, shipped, one, window)
        expect(nextLegalOpening(place, shipped, other, window)).toBe(
          nextLegalOpening(place, { ...shipped }, other, window),
        )
      }),
      { numRuns: 300 },
    )
  })
})

describe('what is not known is closed', () => {
  const at = Date.UTC(2026, 10, 25, 17)
  test.each([
    ['a number of no country', { regions: [], zones: [] }, 'It is not known where the person is.'],
    ['a place without a clock', { regions: ['US'], zones: [] }, 'It is not known where the person is.'],
    [
      'a country without rules',
      { regions: ['JP'], zones: ['Asia/Tokyo'] },
      'No calling rules are recorded for this country.',
    ],
    [
      'a zone that the runtime lacks',
      { regions: ['US'], zones: ['America/New_York', 'Mars/Olympus'] },
      'This system does not know the time zone Mars/Olympus.',
    ],
  ])('%s', (_name, place, words) => {
    expect(standingAt(place, shipped, at)).toMatchObject({ isOpen: false, findings: [{ words }] })
    expect(nextLegalOpening(place, shipped, at)).toBeUndefined()
  })

  test('rules that were not read', () => {
    const place = { regions: ['US'], zones: ['America/New_York'] }
    expect(standingAt(place, undefined, at)).toMatchObject({ isOpen: false, findings: [{ code: 'rules_unknown' }] })
    expect(nextLegalOpening(place, undefined, at)).toBeUndefined()
  })

  test('a rule that is not in force yet', () => {
    const ruleSet = of(row('JP', daily(['09:00-20:00']), { valid_from: '2026-12-01' }))
    const place = { regions: ['JP'], zones: ['Asia/Tokyo'] }
    expect(standingAt(place, ruleSet, Date.UTC(2026, 10, 30, 14, 59, 59)).isOpen).toBe(false)
    expect(standingAt(place, ruleSet, Date.UTC(2026, 11, 1, 0, 0)).isOpen).toBe(true)
  })
})

describe('reasons', () => {
  const wordsAt = (place: { regions: string[]; zones: string[] }, at: number) =>
    standingAt(place, shipped, at).findings.map(({ words }) => words)

  test('name the state and its hours', () => {
    expect(wordsAt({ regions: ['US', 'US-FL'], zones: ['America/New_York'] }, Date.UTC(2026, 10, 25, 1, 30))).toEqual([
      'It is outside the calling hours where the person is (Florida, 08:00–20:00).',
    ])
  })

  test('say which clock, and that a rule is not verified', () => {
    const kentucky = { regions: ['US', 'US-AL'], zones: ['America/Chicago', 'America/New_York'] }
    expect(wordsAt(kentucky, Date.UTC(2026, 10, 25, 1, 30))).toEqual([
      'It is outside the calling hours where the person is (Alabama, 08:00–20:00 by the clock of America/New_York). This rule is not verified.',
    ])
  })

  test('name the closed day', () => {
    const thanksgiving = Date.UTC(2026, 10, 26, 18)
    expect(wordsAt({ regions: ['US', 'US-LA'], zones: ['America/Chicago'] }, thanksgiving)).toEqual([
      'It is a day without sales calls there (Louisiana, Thanksgiving).',
    ])
    expect(wordsAt({ regions: ['US', 'US-LA'], zones: ['America/Chicago'] }, thanksgiving + 2 * dayMs)).toEqual([])
  })

  test('say of hours that no law gives that they are ours', () => {
    expect(wordsAt({ regions: ['GB'], zones: ['Europe/London'] }, Date.UTC(2026, 10, 22, 12))).toEqual([
      "It is outside the calling hours where the person is (United Kingdom, none on Sundays). These hours are this product's own caution, not law.",
    ])
  })

  test('say that an AI voice is not allowed at all', () => {
    expect(
      wordsAt({ regions: ['US', 'US-WA'], zones: ['America/Los_Angeles'] }, Date.UTC(2026, 10, 25, 20))[0],
    ).toMatch(/^Washington: Sales calls by .* are not allowed there.* This rule is not verified\.$/)
  })
})

describe("a user's own hours", () => {
  const florida = { regions: ['US', 'US-FL'], zones: ['America/New_York'] }
  const override = (more: Partial<RuleOverride>): RuleSet => ({
    rules: shippedRules,
    overrides: [
      {
        user_id: 1,
        region: 'US-FL',
        hours: daily(['10:00-18:00']),
        keeps_closed_days: true,
        updated_at: Date.UTC(2026, 10, 1),
        revision: 1,
        ...more,
      },
    ],
  })
  const at = (hour: number) => Date.UTC(2026, 10, 25, hour + 5, 30)

  test('that are stricter count, and say whose they are', () => {
    const ruleSet = override({})
    expect([9, 10, 17, 18].map((hour) => standingAt(florida, ruleSet, at(hour)).isOpen)).toEqual([
      false,
      true,
      true,
      false,
    ])
    expect(standingAt(florida, ruleSet, at(18)).findings[0]?.words).toBe(
      'It is outside the calling hours where the person is (Florida, 10:00–18:00). The hours are your own.',
    )
  })

  test('that are looser count with a reason, but never lift what the country says', () => {
    const hours = daily(['06:00-22:00'])
    const loose = override({ hours, because: 'counsel, 2026-11-01' })
    expect([7, 8, 20, 21].map((hour) => standingAt(florida, loose, at(hour)).isOpen)).toEqual([
      false,
      true,
      true,
      false,
    ])
    const without = override({ hours })
    expect([8, 19, 20].map((hour) => standingAt(florida, without, at(hour)).isOpen)).toEqual([true, true, false])
  })

  test('that are looser do not outlive the rule that they were set for', () => {
    const hours = daily(['06:00-21:00'])
    const pennsylvania = { regions: ['US', 'US-PA'], zones: ['America/New_York'] }
    const set = (updated_at: number) => override({ region: 'US-PA', hours, because: 'a reason', updated_at })
    expect(standingAt(pennsylvania, set(Date.UTC(2026, 8, 1)), at(20)).isOpen).toBe(false)
    expect(standingAt(pennsylvania, set(Date.UTC(2026, 10, 1)), at(20)).isOpen).toBe(true)
  })

  test('may open a country that has no rules', () => {
    const tokyo = { regions: ['JP'], zones: ['Asia/Tokyo'] }
    const ruleSet = override({ region: 'JP', because: 'counsel' })
    expect(standingAt(tokyo, ruleSet, Date.UTC(2026, 10, 25, 3)).isOpen).toBe(true)
    expect(standingAt(tokyo, ruleSet, Date.UTC(2026, 10, 25, 10)).isOpen).toBe(false)
  })
})
