import { describe, expect, test } from 'vitest'
import type { Call } from '../../../shared/domain/calls/call.ts'
import type { CarrierCall } from '../../../shared/domain/calls/carrier-call.ts'
import { asked, newlyWaiting } from '../../../shared/domain/calls/placement.ts'
import { callOwner } from '../../../shared/domain/dialling/call-owner.ts'
import type { Lead } from '../../../shared/domain/leads/lead.ts'
import { newLead } from '../../../shared/domain/leads/lead-form.ts'
import { idAt } from '../../../shared/words/id.ts'
import { type PartialCall, ringingCall } from '../../fixtures.ts'

const now = Date.UTC(2026, 10, 25, 10)
const number = '+12025550120'
const listed: CarrierCall = {
  carrier_sid: 'CA1',
  direction: 'outbound',
  from: '+12025560100',
  to: number,
  created_at: now,
  report: {},
}
let ids = 0
const idBefore = (ms: number) => idAt(now - ms, 0) + ++ids
const lead = (more: Partial<Lead> = {}, contacts: string[] = []): Lead => ({
  ...newLead({
    id: idBefore(60_000),
    user_id: 1,
    campaign_id: 2,
    phone_number: number,
    contacts: contacts.map((phone_number) => ({ phone_number, variables: {} })),
  }),
  ...more,
})
const waiting = (more: PartialCall = {}): Call => ({
  ...ringingCall({ id: idBefore(30_000), user_id: 1, assistant_id: 3, client_phone_number: number }, now),
  placement: newlyWaiting(),
  ...more,
})
const kind = (calls: Call[], leads: Lead[], more: Partial<CarrierCall> = {}) =>
  callOwner({ ...listed, ...more }, calls, leads).kind

describe('a call of the carrier’s list', () => {
  test('is nobody’s where nobody could have been called', () => {
    expect(kind([], [])).toBe('none')
    expect(kind([], [lead({ status: 'completed' })])).toBe('none')
    expect(kind([], [lead({ in_line: false })])).toBe('none')
    expect(kind([], [lead({ id: idAt(now + 60_000, 0) })])).toBe('none')
    expect(kind([], [lead({ call_id: idBefore(20_000) })])).toBe('none')
    expect(kind([waiting({ client_phone_number: '+12025550121' })], [])).toBe('none')
    expect(kind([waiting({ assistant_phone_number: '+12025560199' })], [])).toBe('none')
    expect(kind([waiting({ id: idAt(now + 60_000, 0) })], [])).toBe('none')
    expect(kind([waiting({ placement: asked(newlyWaiting(), now - 120_000) })], [])).toBe('none')
  })

  test('belongs to the only call without a SID', () => {
    const call = waiting({ campaign: { id: 2, name: 'Spring', lead_id: 5, main_lead_id: 5, slot: 0 } })
    expect(kind([call], [lead({ call_id: call.id })])).toBe('call')
    expect(kind([waiting({ placement: asked(newlyWaiting(), now - 5_000) })], [])).toBe('call')
  })

  test('belongs to the only waiting lead or contact, in any spelling', () => {
    expect(callOwner(listed, [], [lead()])).toMatchObject({ kind: 'lead', contact: { phone_number: number } })
    const family = lead({ phone_number: '+12025550199', in_line: false }, [number])
    expect(callOwner(listed, [], [family])).toMatchObject({ kind: 'lead', contact: { id: family.contacts[0]?.id } })
    const brazilian = lead({ phone_number: '+5511987654321' })
    expect(kind([], [brazilian], { to: '+551187654321' })).toBe('lead')
  })

  test('may be that of a lead for which another call was reserved only later', () => {
    expect(kind([], [lead({ call_id: idAt(now + 60_000, 0) })])).toBe('lead')
  })

  test('is in doubt where it may be of several', () => {
    expect(kind([], [lead(), lead()])).toBe('ambiguous')
    expect(kind([waiting()], [lead()])).toBe('ambiguous')
    expect(kind([waiting(), waiting()], [])).toBe('ambiguous')
  })
})
