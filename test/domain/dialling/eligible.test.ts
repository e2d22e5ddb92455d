import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Account, Means, SpendingLimits } from '../../../shared/domain/account/account.ts'
import { obstacles } from '../../../shared/domain/account/account.ts'
import { weekdays } from '../../../shared/domain/campaigns/calling-window.ts'
import { campaignSettings } from '../../../shared/domain/campaigns/campaign-settings.ts'
import { eligible, reasons } from '../../../shared/domain/dialling/eligible.ts'
import type { DiallingCampaign, Situation } from '../../../shared/domain/dialling/situation.ts'
import type { Lead } from '../../../shared/domain/leads/lead.ts'
import { newLead } from '../../../shared/domain/leads/lead-form.ts'
import { idAt } from '../../../shared/words/id.ts'

const now = Date.UTC(2026, 10, 25, 10)
const nobody = new Set<string>()
const means: Means = { account: { micros: 0 }, limits: { liveCallsMax: 100 } }
const meansWith = (account: Partial<Account>, limits: Partial<SpendingLimits> = {}): Means => ({
  account: { ...means.account, ...account },
  limits: { ...means.limits, ...limits },
})

const campaign = (more: Partial<DiallingCampaign> = {}): DiallingCampaign => ({
  ...campaignSettings.defaults,
  status: 'in-progress',
  timezone: 'UTC',
  allowed_hours_start_time: '09:00:00',
  allowed_hours_end_time: '17:00:00',
  allowed_days: weekdays,
  max_retries: 1,
  retry_interval: 600,
  retry_on_voicemail: false,
  ...more,
})
const lead = (more: Partial<Lead> = {}): Lead => ({
  ...newLead({
    id: idAt(now - 1000, 0),
    user_id: 1,
    campaign_id: 2,
    phone_number: '+12025550100',
    contacts: [{ phone_number: '+12025550101', variables: {} }],
  }),
  ...more,
})

const situation = (more: Partial<Situation> = {}): Situation => ({
  now,
  campaign: campaign(),
  means,
  blacklisted: nobody,
  ...more,
})

test('a lead that is due in a running campaign is dialled', () => {
  expect(eligible(lead(), situation())).toMatchObject({
    decision: 'dial',
    contact: { phone_number: '+12025550100' },
    reasons: [],
    next_at: now,
  })
})

describe('a lead is not dialled', () => {
  test.each<[string, Partial<Lead>, Partial<DiallingCampaign>, string, 'wait' | 'no']>([
    ['when it is completed', { status: 'completed' }, {}, reasons.completed, 'no'],
    ['when it has no attempts left', { status: 'reached-max-retries' }, {}, reasons.spent, 'no'],
    ['when it may have been called, and nothing tells', { in_doubt: true }, {}, reasons.inDoubt, 'no'],
    ['when it was deleted', { deleted_at: now }, {}, reasons.leadDeleted, 'no'],
    ['while it is being called', { call_id: 7 }, {}, reasons.dialling, 'wait'],
    ['before it is due', { next_attempt_at: now + 1 }, {}, reasons.notDue, 'wait'],
    ['when nobody knows when it is due', { next_attempt_at: Number.NaN }, {}, reasons.notDue, 'wait'],
    ['before the start', {}, { status: 'draft' }, reasons.draft, 'wait'],
    ['after a stop', {}, { status: 'stopped' }, reasons.stopped, 'wait'],
    ['after the end', {}, { status: 'completed' }, reasons.campaignCompleted, 'wait'],
    ['when the campaign was deleted', {}, { deleted_at: now }, reasons.campaignDeleted, 'wait'],
    ['outside the calling hours', {}, { allowed_days: ['sunday'] }, reasons.closed, 'wait'],
    ['in a zone that nobody knows', {}, { timezone: 'Mars/Olympus' }, reasons.closed, 'wait'],
    ['when it was set aside', { blocked: true }, {}, reasons.setAside, 'no'],
  ])('%s', (_, ofLead, ofCampaign, reason, decision) => {
    const verdict = eligible(lead(ofLead), situation({ campaign: campaign(ofCampaign) }))
    expect(verdict.decision).toBe(decision)
    expect(verdict.reasons).toContain(reason)
  })

  test('when nobody has looked at the blacklist', () => {
    expect(eligible(lead(), situation({ blacklisted: undefined }))).toMatchObject({
      decision: 'wait',
      reasons: [reasons.blacklistUnknown],
    })
  })

  test('when all its numbers are blacklisted', () => {
    const verdict = eligible(lead(), situation({ blacklisted: new Set(['+12025550100', '+12025550101']) }))
    expect(verdict).toMatchObject({ decision: 'no', reasons: [reasons.blacklisted], next_at: undefined })
  })

  test('by a reason that the campaign gave itself, which is told too', () => {
    const stopped = campaign({ status: 'stopped', stop_reason: 'Its assistant has been deleted.' })
    expect(eligible(lead(), situation({ campaign: stopped })).reasons).toEqual([
      reasons.stopped,
      'Its assistant has been deleted.',
    ])
  })
})

test('a blacklisted number is passed over for the next', () => {
  const verdict = eligible(lead(), situation({ blacklisted: new Set(['+12025550100']) }))
  expect(verdict).toMatchObject({ decision: 'dial', contact: { phone_number: '+12025550101' } })
})

test('whose retries a lowered limit took away is not dialled any more', () => {
  const tried = lead({ dials: 1, contacts: [] })
  expect(eligible(tried, situation({ campaign: campaign({ max_retries: 0 }) }))).toMatchObject({ decision: 'no' })
})

test('outside the hours, the next call is at opening or when due', () => {
  const early = Date.UTC(2026, 10, 25, 7)
  expect(eligible(lead({ next_attempt_at: early }), situation({ now: early })).next_at).toBe(Date.UTC(2026, 10, 25, 9))
  const later = lead({ next_attempt_at: Date.UTC(2026, 10, 25, 18) })
  expect(eligible(later, situation()).next_at).toBe(Date.UTC(2026, 10, 26, 9))
})

test.each([
  ['is suspended', meansWith({ suspended_at: now }), 'suspended'],
  ['has a list of countries without this one', meansWith({ countries: ['DE'] }), 'country'],
  ['is in a stage whose list lacks this one', meansWith({}, { countries: ['DE', 'FR'] }), 'country'],
  ['has as many live calls as campaigns may have', meansWith({ live_calls: 90 }), 'busy'],
  ['has spent what was paid in', meansWith({ is_prepaid: true, micros: 63_999 }), 'balance'],
  ['has gone below the overdraft', meansWith({ micros: -9_940_000 }, { overdraft: 10_000_000 }), 'balance'],
  [
    'has all of its money held for other calls',
    meansWith({ is_prepaid: true, micros: 200_000, reserved: 192_000, live_calls: 1 }),
    'held',
  ],
] as const)('a lead waits while its account %s, and the reason says so', (_, own, obstacle) => {
  const verdict = eligible(lead(), situation({ means: own }))
  expect(verdict).toMatchObject({ decision: 'wait', obstacle, reasons: [obstacles[obstacle]] })
})

test('the list of the user counts in place of that of the stage', () => {
  const own = meansWith({ countries: ['US'] }, { countries: ['DE'] })
  expect(eligible(lead(), situation({ means: own })).decision).toBe('dial')
})

test('calls a contact in an allowed country before the waiting lead', () => {
  const family = newLead({
    id: idAt(now - 1000, 0),
    user_id: 1,
    campaign_id: 2,
    phone_number: '+12025550100',
    contacts: [{ phone_number: '+493012345678', variables: {} }],
  })
  const verdict = eligible(family, situation({ means: meansWith({ countries: ['DE'] }) }))
  expect(verdict).toMatchObject({ decision: 'dial', contact: { phone_number: '+493012345678' } })
})

test('names every obstacle, and none for a lead that may be dialled', () => {
  const anything = fc.record({
    status: fc.constantFrom('created' as const, 'completed' as const, 'reached-max-retries' as const),
    call_id: fc.constantFrom(undefined, 7),
    next_attempt_at: fc.constantFrom(now - 1, now, now + 1, Number.NaN),
    deleted_at: fc.constantFrom(undefined, now),
    blocked: fc.constantFrom(undefined, true as const),
    dials: fc.integer({ min: 0, max: 3 }),
    in_line: fc.boolean(),
  })
  const anywhere = fc.record({
    status: fc.constantFrom('draft' as const, 'in-progress' as const, 'stopped' as const, 'completed' as const),
    deleted_at: fc.constantFrom(undefined, now),
    allowed_days: fc.subarray([...weekdays]),
  })
  const listed = fc.subarray(['+12025550100', '+12025550101']).map((numbers) => new Set(numbers))
  fc.assert(
    fc.property(anything, anywhere, listed, (ofLead, ofCampaign, blacklisted) => {
      const verdict = eligible(lead(ofLead), situation({ campaign: campaign(ofCampaign), blacklisted }))
      if (verdict.decision !== 'dial') return verdict.reasons.length > 0
      const mayDial =
        ofLead.status === 'created' &&
        ofLead.call_id === undefined &&
        ofLead.next_attempt_at <= now &&
        ofLead.deleted_at === undefined &&
        ofCampaign.status === 'in-progress' &&
        ofCampaign.deleted_at === undefined &&
        ofCampaign.allowed_days.includes('wednesday')
      return mayDial && verdict.contact.in_line && !blacklisted.has(verdict.contact.phone_number)
    }),
    { numRuns: 2_000 },
  )
})
