import { describe, expect, test } from 'vitest'
import type { Call } from '../../../shared/domain/calls/call.ts'
import type { CarrierCall } from '../../../shared/domain/calls/carrier-call.ts'
import { asked, newlyWaiting } from '../../../shared/domain/calls/placement.ts'
import { whoseCall } from '../../../shared/domain/dialling/whose-call.ts'
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
const whose = (calls: Call[], leads: Lead[], more: Partial<CarrierCall> = {}) =>
  whoseCall({ ...listed, ...more }, calls, leads).whose

describe('a call of the carrier’s list', () => {
  test('is nobody’s where nobody could have been called', () => {
    expect(whose([], [])).toBe('nobody')
    expect(whose([], [lead({ status: 'completed' })])).toBe('nobody')
    expect(whose([], [lead({ in_line: false })])).toBe('nobody')
    expect(whose([], [lead({ id: idAt(now + 60_000, 0) })])).toBe('nobody')
    expect(whose([], [lead({ call_id: idBefore(20_000) })])).toBe('nobody')
    expect(whose([waiting({ client_phone_number: '+12025550121' })], [])).toBe('nobody')
    expect(whose([waiting({ assistant_phone_number: '+12025560199' })], [])).toBe('nobody')
    expect(whose([waiting({ id: idAt(now + 60_000, 0) })], [])).toBe('nobody')
    expect(whose([waiting({ placement: asked(newlyWaiting(), now - 120_000) })], [])).toBe('nobody')
  })

  test('belongs to the only call without a SID', () => {
    const call = waiting({ campaign: { id: 2, name: 'Spring', lead_id: 5, main_lead_id: 5, slot: 0 } })
    expect(whose([call], [lead({ call_id: call.id })])).toBe('call')
    expect(whose([waiting({ placement: asked(newlyWaiting(), now - 5_000) })], [])).toBe('call')
  })

  test('belongs to the only waiting lead or contact, in any spelling', () => {
    expect(whoseCall(listed, [], [lead()])).toMatchObject({ whose: 'lead', contact: { phone_number: number } })
    const family = lead({ phone_number: '+12025550199', in_line: false }, [number])
    expect(whoseCall(listed, [], [family])).toMatchObject({ whose: 'lead', contact: { id: family.contacts[0]?.id } })
    const brazilian = lead({ phone_number: '+5511987654321' })
    expect(whose([], [brazilian], { to: '+551187654321' })).toBe('lead')
  })

  test('may be that of a lead for which another call was reserved only later', () => {
    expect(whose([], [lead({ call_id: idAt(now + 60_000, 0) })])).toBe('lead')
  })

  test('is in doubt where it may be of several', () => {
    expect(whose([], [lead(), lead()])).toBe('in doubt')
    expect(whose([waiting()], [lead()])).toBe('in doubt')
    expect(whose([waiting(), waiting()], [])).toBe('in doubt')
  })
})
