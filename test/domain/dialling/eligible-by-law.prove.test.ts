import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Means } from '../../../shared/domain/account/account.ts'
import type { CallingMode } from '../../../shared/domain/campaigns/calling-mode.ts'
import { weekdays } from '../../../shared/domain/campaigns/calling-window.ts'
import { campaignSettings } from '../../../shared/domain/campaigns/campaign-settings.ts'
import { eligible, reasons } from '../../../shared/domain/dialling/eligible.ts'
import type { DiallingCampaign, Law } from '../../../shared/domain/dialling/situation.ts'
import { familyOf, type Lead } from '../../../shared/domain/leads/lead.ts'
import { newLead } from '../../../shared/domain/leads/lead-form.ts'
import { type RuleSet, shippedRules } from '../../../shared/domain/rules/rule-set.ts'

const ruleSet: RuleSet = { rules: shippedRules, overrides: [] }
const means: Means = { account: { micros: 0 }, limits: { liveCallsMax: 100 } }
const dayMs = 24 * 60 * 60_000
/** 10:00 UTC is 5:00 in Florida and 11:00 in Berlin. */
const now = Date.UTC(2026, 10, 25, 10)

const campaign = (calling_rules: CallingMode, more: Partial<DiallingCampaign> = {}): DiallingCampaign => ({
  ...campaignSettings.defaults,
  status: 'in-progress',
  timezone: 'UTC',
  allowed_hours_start_time: '00:00:00',
  allowed_hours_end_time: '23:59:59',
  allowed_days: weekdays,
  max_retries: 1,
  retry_interval: 600,
  retry_on_voicemail: false,
  calling_rules,
  ...more,
})
const leadAt = (phone_number: string, more: Partial<Lead> = {}): Lead => ({
  ...newLead({ id: 1, user_id: 1, campaign_id: 2, phone_number, contacts: [] }),
  ...more,
})
const florida = '+13055550100'
const berlin = '+493012345678'
const neverCalled = (lead: Lead) => new Map(familyOf(lead).map(({ phone_number }) => [phone_number, { times: [] }]))
const judged = (
  lead: Lead,
  of: DiallingCampaign,
  at = now,
  law: Law | undefined = { ruleSet, recent: neverCalled(lead) },
) => eligible(lead, { now: at, campaign: of, means, blacklisted: new Set(), law })

describe('a campaign that enforces calling rules', () => {
  test('does not dial a closed place, and says when it opens', () => {
    expect(judged(leadAt(florida), campaign('enforce'))).toEqual({
      decision: 'wait',
      reasons: [
        'It is outside the calling hours where the person is (United States, 08:00–21:00).',
        'It is outside the calling hours where the person is (Florida, 08:00–20:00).',
      ],
      next_at: Date.UTC(2026, 10, 25, 13),
      obstacle: undefined,
      closed: expect.objectContaining({ regions: ['US', 'US-FL'] }),
    })
    expect(judged(leadAt(berlin), campaign('enforce')).decision).toBe('dial')
  })

  test('applies the stricter hours of campaign and place', () => {
    const late = campaign('enforce', { allowed_hours_start_time: '16:30:00', allowed_hours_end_time: '18:00:00' })
    expect(judged(leadAt(florida), late)).toMatchObject({
      reasons: [expect.stringContaining('United States'), expect.stringContaining('Florida'), reasons.closed],
      next_at: Date.UTC(2026, 10, 25, 16, 30),
    })
    const early = campaign('enforce', { allowed_hours_start_time: '09:00:00', allowed_hours_end_time: '14:00:00' })
    expect(judged(leadAt(florida), early).next_at).toBe(Date.UTC(2026, 10, 25, 13))
    const never = campaign('enforce', { allowed_hours_start_time: '09:00:00', allowed_hours_end_time: '11:00:00' })
    expect(judged(leadAt(florida), never)).toMatchObject({ decision: 'wait', next_at: undefined })
  })

  test('does not dial on a day that is closed there', () => {
    const thanksgiving = Date.UTC(2026, 10, 26, 17)
    expect(judged(leadAt('+15045550100'), campaign('enforce'), thanksgiving)).toMatchObject({
      decision: 'wait',
      reasons: [expect.stringMatching(/^It is a day without sales calls there \(Louisiana, Thanksgiving/)],
    })
  })

  test('applies a stated clock, and the area code’s law', () => {
    const stated = leadAt(florida, { timezone: 'Europe/Berlin' })
    expect(judged(stated, campaign('enforce')).decision).toBe('dial')
    const evening = Date.UTC(2026, 10, 25, 19, 30)
    expect(judged(stated, campaign('enforce'), evening).reasons).toEqual([
      'It is outside the calling hours where the person is (Florida, 08:00–20:00).',
    ])
    const kentucky = leadAt(florida, { region: 'US-KY' })
    expect(judged(kentucky, campaign('enforce'), Date.UTC(2026, 10, 25, 14, 30)).reasons).toEqual([
      expect.stringContaining('Kentucky, 10:00–21:00'),
      expect.stringContaining('Kentucky, 10:00–21:00'),
    ])
  })

  test.each([
    ['of no country', '+88312345', 'It is not known where the person is.'],
    ['of a country without rules', '+81312345678', 'No calling rules are recorded for this country.'],
  ])('does not dial a number %s, and says why', (_, number, reason) => {
    expect(judged(leadAt(number), campaign('enforce'))).toMatchObject({
      decision: 'wait',
      reasons: [reason],
      next_at: undefined,
    })
  })

  test('does not dial while the rules were not read', () => {
    const verdict = eligible(leadAt(berlin), { now, campaign: campaign('enforce'), means, blacklisted: new Set() })
    expect(verdict).toMatchObject({
      decision: 'wait',
      reasons: ['It is not known which calling rules bind.'],
      next_at: undefined,
    })
  })

  test('keeps the whole family waiting while a place is closed', () => {
    const contacts = [{ ...leadAt(berlin), id: 2 }]
    expect(judged(leadAt(florida, { contacts }), campaign('enforce')).decision).toBe('wait')
  })

  test('judges a number that may ring anywhere in a country in a few reasons', () => {
    expect(judged(leadAt('+18005550199'), campaign('enforce')).reasons.length).toBeLessThan(8)
  })
})

test.each(['off', 'observe'] as const)('a campaign whose rules are %s dials a closed place', (mode) => {
  expect(judged(leadAt(florida), campaign(mode)).decision).toBe('dial')
  expect(judged(leadAt('+88312345'), campaign(mode), now, undefined).decision).toBe('dial')
})

test('further possible places or stricter hours never allow a dial', () => {
  const numbers = [florida, berlin, '+12025550100', '+15045550100', '+18505550100', '+61412345678', '+18005550199']
  const regions = ['US-KY', 'US-TX', 'DE', 'US-ME']
  fc.assert(
    fc.property(
      fc.constantFrom(...numbers),
      fc.constantFrom(...regions),
      fc.integer({ min: now, max: now + 370 * dayMs }),
      (number, region, at) => {
        const plain = judged(leadAt(number, { timezone: 'America/New_York' }), campaign('enforce'), at).decision
        const more = leadAt(number, { timezone: 'America/New_York', region })
        if (plain !== 'dial') expect(judged(more, campaign('enforce'), at).decision).toBe(plain)
        const narrower = campaign('enforce', { allowed_hours_end_time: '18:00:00' })
        if (judged(more, narrower, at).decision === 'dial')
          expect(judged(more, campaign('enforce'), at).decision).toBe('dial')
      },
    ),
    { numRuns: 300 },
  )
})

/** Date formats by time zone, to compute local times independently of the product. */
const formats = new Map<string, Intl.DateTimeFormat>()
const wallOf = (zone: string, at: number): string => {
  const format =
    formats.get(zone) ?? new Intl.DateTimeFormat('sv-SE', { timeZone: zone, timeStyle: 'medium', hourCycle: 'h23' })
  formats.set(zone, format)
  return format.format(at)
}

const thirtyZones = [
  ...['America/New_York', 'America/Chicago', 'America/Denver', 'America/Phoenix', 'America/Los_Angeles'],
  ...['America/Juneau', 'Pacific/Honolulu', 'America/Halifax', 'America/St_Johns', 'America/Toronto'],
  ...['America/Sao_Paulo', 'America/Santiago', 'Europe/London', 'Europe/Berlin', 'Europe/Paris', 'Europe/Madrid'],
  ...['Atlantic/Canary', 'Atlantic/Azores', 'Europe/Athens', 'Africa/Cairo', 'Africa/Casablanca', 'Asia/Beirut'],
  ...['Asia/Kolkata', 'Asia/Kathmandu', 'Asia/Tokyo', 'Australia/Sydney', 'Australia/Adelaide'],
  ...['Australia/Lord_Howe', 'Pacific/Auckland', 'Pacific/Chatham'],
]

test('makes no call outside hours in a year in thirty zones', () => {
  expect(thirtyZones).toHaveLength(30)
  const wide = campaign('enforce', {
    timezone: 'Europe/Berlin',
    allowed_hours_start_time: '06:00:00',
    allowed_hours_end_time: '05:00:00',
  })
  const begin = Date.UTC(2026, 8, 25)
  const outside: string[] = []
  for (const [place, timezone] of thirtyZones.entries()) {
    let dials = 0
    for (let at = begin + place * 1000; at < begin + 370 * dayMs; ) {
      const verdict = judged(leadAt('+12025550100', { timezone, next_attempt_at: at }), wide, at)
      const wall = wallOf(timezone, at)
      const isOpen = wall >= '08:00:00' && wall < '20:58:00'
      const own = wallOf('Europe/Berlin', at)
      const isOwn = own >= '06:00:00' || own < '05:00:00'
      if ((verdict.decision === 'dial') !== (isOpen && isOwn))
        outside.push(`${timezone} ${new Date(at).toISOString()} ${verdict.decision}`)
      if (verdict.decision === 'dial') dials++
      if (verdict.next_at === undefined) throw new Error(`${timezone} never opens`)
      if (verdict.next_at > at) {
        const before = judged(leadAt('+12025550100', { timezone }), wide, verdict.next_at - 1)
        if (before.decision === 'dial') outside.push(`late: ${timezone} ${new Date(verdict.next_at).toISOString()}`)
      }
      at = verdict.decision === 'dial' ? at + 197 * 60_000 : verdict.next_at
    }
    expect(dials).toBeGreaterThan(900)
  }
  expect(outside).toEqual([])
})
