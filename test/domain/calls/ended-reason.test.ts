import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { type Call, type EndedReason, endedReasons } from '../../../shared/domain/calls/call.ts'
import { advance, evidenceGraceMs, type Report } from '../../../shared/domain/calls/call-life.ts'
import { endedReasonOf } from '../../../shared/domain/calls/ended-reason.ts'
import { newLeg } from '../../../shared/domain/calls/new-leg.ts'
import { asked, newlyWaiting } from '../../../shared/domain/calls/placement.ts'
import { ringingCall } from '../../fixtures.ts'

const at = Date.UTC(2026, 10, 25, 10)
const ringing = ringingCall({ id: 3, user_id: 2, assistant_id: 1, carrier_sid: 'CA1' }, at)
const waiting: Call = { ...ringing, placement: newlyWaiting(), carrier_sid: undefined }
const asking: Call = { ...waiting, placement: asked(newlyWaiting(), at) }
const talking: Call = { ...ringing, placement: { phase: 'answered', asked_at: at, answered_at: at } }
const expected: Call = { ...waiting, type: 'web', placement: { phase: 'expected', until: at } }
const done: Report = { outcome: 'completed', duration: 30 }
const meaning = 'The carrier says no.'
const to = { number: '+12025550102', country: 'US' } as const
const through = { phase: 'over', outcome: 'connected', dialled_at: at, question: undefined, over_at: at } as const
const joined = { ...newLeg({ to, is_warm: false, by: 'user' }, 4, at, at), stage: through }

const reasonAfter = (call: Call, reports: readonly Report[]) => {
  const over = reports.reduce((before, report) => advance(before, report, at), call)
  return endedReasonOf(advance(over, {}, at + evidenceGraceMs))
}

const cases: [EndedReason, Call, Report[]][] = [
  ['customer_hung_up', talking, [{ ended_by: 'customer' }, done]],
  ['assistant_hung_up', talking, [{ ended_by: 'assistant' }, done]],
  ['transferred', { ...talking, legs: [joined] }, [{ ended_by: 'customer' }, done]],
  ['voicemail', talking, [{ answered_by: 'machine' }, done]],
  [
    'voicemail_message_left',
    { ...talking, on_machine: 'leave message' },
    [{ answered_by: 'machine' }, { ended_by: 'assistant' }, done],
  ],
  ['fax', talking, [{ answered_by: 'machine', cause: 'fax' }, done]],
  ['fax', { ...talking, on_machine: 'leave message' }, [{ answered_by: 'machine', cause: 'fax' }, done]],
  ['silence', talking, [{ ended_by: 'limit' }, done]],
  ['max_duration', talking, [{ ended_by: 'limit' }, { ...done, duration: 590 }]],
  ['max_duration', talking, [{ ...done, duration: 600 }]],
  ['busy', ringing, [{ outcome: 'busy' }]],
  ['no_answer', ringing, [{ outcome: 'no-answer' }]],
  ['declined', ringing, [{ outcome: 'failed', refusal: { sort: 'recipient', meaning, code: 603 } }]],
  ['invalid_number', asking, [{ not_placed: true, refusal: { sort: 'recipient', is_final: true, meaning } }]],
  ['country_not_allowed', asking, [{ not_placed: true, refusal: { sort: 'country', meaning } }]],
  ['blacklisted', waiting, [{ declined: true, cause: 'blacklisted' }]],
  ['not_allowed_now', waiting, [{ declined: true, cause: 'not_allowed_now' }]],
  ['limit_reached', expected, [{ declined: true, cause: 'limit_reached' }]],
  ['web_never_joined', expected, [{ declined: true, cause: 'web_never_joined' }]],
  ['no_money', talking, [{ cut: 'The balance is used up.', cause: 'no_money' }, done]],
  ['steered', { ...talking, hang_up: 'user' }, [done]],
  ['carrier_refused_number', asking, [{ not_placed: true, refusal: { sort: 'our_number', meaning } }]],
  ['carrier_refused_account', asking, [{ not_placed: true, refusal: { sort: 'account', meaning } }]],
  ['carrier_failed', asking, [{ not_placed: true }]],
  ['model_failed', talking, [{ ended_by: 'assistant', cause: 'model_failed' }, done]],
  ['line_lost', { ...talking, hang_up: 'assistant', cause: 'line_lost' }, [done]],
  ['unknown', talking, [done]],
]

test.each(cases)('is %s', (reason, call, reports) => {
  expect(endedReasonOf(call)).toBeUndefined()
  expect(reasonAfter(call, reports)).toBe(reason)
  expect(endedReasons).toContain(reason)
})

/** Reasons with which no call can end, and why. */
const never: Partial<Record<EndedReason, string>> = {
  screened: 'The carrier does not tell a screening service from a person.',
  ivr: 'The carrier does not tell a phone menu from a person.',
  no_consent: 'Only campaigns ask for a consent. A call without it goes back to its lead.',
  campaign_stopped: 'A call of a stopped campaign goes back to its lead.',
}

test('every reason is given to a call, or to no call for a reason', () => {
  const given = new Set(cases.map(([reason]) => reason))
  expect(endedReasons.filter((reason) => !given.has(reason)).toSorted()).toEqual(Object.keys(never).toSorted())
})

test.each(['screened', 'ivr', 'no_consent', 'campaign_stopped'])(
  'the docs say that no call has the reason %s',
  (reason) => {
    const docs = readFileSync('docs/calls.md', 'utf8')
    expect(docs.split('Reserved, and not used yet')[1]).toContain(`\`${reason}\``)
  },
)

test('hangs up on a fax, also when the assistant talks to machines', () => {
  const call = { ...talking, on_machine: 'leave message' as const }
  const after = advance(call, { answered_by: 'machine', cause: 'fax' }, at)
  expect(after).toMatchObject({ hang_up: 'assistant', cause: 'fax' })
  expect(after).not.toHaveProperty('message')
})

test('a call that the carrier was asked for meanwhile keeps no cause of ours', () => {
  expect(reasonAfter(asking, [{ declined: true, cause: 'blacklisted' }, { outcome: 'busy' }])).toBe('busy')
  expect(advance(asking, { declined: true, cause: 'blacklisted' }, at).cause).toBeUndefined()
})
