import { describe, expect, test } from 'vitest'
import type { Outcome } from '../../../shared/domain/calls/placement.ts'
import { type Lead, memberOf, queuedContact } from '../../../shared/domain/leads/lead.ts'
import { newLead } from '../../../shared/domain/leads/lead-form.ts'
import {
  leadAfterCall,
  putBack,
  reviseLead,
  setNumber,
  setStatus,
  startDial,
} from '../../../shared/domain/leads/lead-life.ts'
import { idAt } from '../../../shared/words/id.ts'
import { type PartialCall, ringingCall } from '../../fixtures.ts'

const start = Date.UTC(2026, 10, 25, 10)
const id = idAt(start, 0)
const contactId = id + 1
const rules = { max_retries: 1, retry_interval: 600, retry_on_voicemail: false }
const intervalMs = 600_000

const lead = (contacts = 0): Lead =>
  newLead({
    id,
    user_id: 1,
    campaign_id: 2,
    phone_number: '+12025550100',
    contacts: Array.from({ length: contacts }, (_, index) => ({
      phone_number: `+1202555011${index}`,
      variables: {},
    })),
  })

const call = (before: Lead, outcome: Outcome, over_at: number, more: PartialCall = {}): Lead => {
  const called = queuedContact(before)
  if (!called) throw new Error('Nobody is in line')
  const call_id = over_at
  return leadAfterCall(
    startDial(before, call_id, called.id),
    over(call_id, called, outcome, over_at, more),
    rules,
    over_at,
  )
}

const over = (
  call_id: number,
  called: { id: number; phone_number: string },
  outcome: Outcome,
  over_at: number,
  more: PartialCall = {},
) =>
  ringingCall(
    {
      id: call_id,
      user_id: 1,
      assistant_id: 1,
      campaign: { id: 2, name: 'Spring', lead_id: called.id, main_lead_id: id, slot: 0 },
      client_phone_number: called.phone_number,
      placement: { phase: 'over', outcome, asked_at: over_at - 1000, answered_at: over_at - 500, over_at },
      ...more,
    },
    over_at,
  )

describe('a lead', () => {
  test('that talked is completed', () => {
    const done = call(lead(2), 'completed', start)
    expect(done).toMatchObject({ status: 'completed', call_id: undefined })
    expect(queuedContact(done)).toBeUndefined()
    expect(done.contacts.map(({ status }) => status)).toEqual(['created', 'created'])
    expect(done.attempts).toEqual([{ call_id: start, lead_id: id, at: start - 1000, outcome: 'conversation' }])
  })

  test.each(['busy', 'no-answer', 'failed'] as const)('that was %s is due again after the interval', (outcome) => {
    const again = call(lead(), outcome, start)
    expect(again).toMatchObject({ status: 'created', dials: 1, next_attempt_at: start + intervalMs })
  })

  test('that used up its attempts is reached-max-retries', () => {
    const spent = call(call(lead(), 'busy', start), 'no-answer', start + intervalMs)
    expect(spent).toMatchObject({ status: 'reached-max-retries', dials: 2 })
  })

  test('calls its contacts in order, each with attempts of its own', () => {
    let family = call(call(lead(2), 'busy', start), 'busy', start + intervalMs)
    expect(family).toMatchObject({ status: 'created', next_attempt_at: start + intervalMs })
    expect(queuedContact(family)?.id).toBe(contactId)
    family = call(family, 'busy', start + intervalMs + 1)
    expect(queuedContact(family)?.id).toBe(contactId)
    family = call(family, 'busy', start + 2 * intervalMs + 1)
    expect(memberOf(family, contactId)).toMatchObject({ status: 'reached-max-retries', dials: 2 })
    expect(queuedContact(family)?.id).toBe(contactId + 1)
    family = call(family, 'completed', start + 3 * intervalMs)
    expect(family.status).toBe('completed')
    expect(family.contacts.map(({ status }) => status)).toEqual(['reached-max-retries', 'completed'])
  })

  test('is reached-max-retries when its last contact is', () => {
    let family = lead(1)
    for (let count = 0; count < 4; count++) family = call(family, 'busy', start + count * intervalMs)
    expect(family.status).toBe('reached-max-retries')
  })

  test('whose machine answered is completed, unless that is to be tried again', () => {
    expect(call(lead(), 'completed', start, { answered_by: 'machine' }).status).toBe('completed')
    const reserved = startDial(lead(), 7, id)
    const ended = over(7, lead(), 'completed', start, { answered_by: 'machine' })
    const again = leadAfterCall(reserved, ended, { ...rules, retry_on_voicemail: true }, start)
    expect(again).toMatchObject({ status: 'created', dials: 1, next_attempt_at: start + intervalMs })
    expect(again.attempts[0]?.outcome).toBe('voicemail')
  })

  test('is not changed by the end of a call that is not its own', () => {
    const waiting = lead()
    expect(leadAfterCall(waiting, over(9, waiting, 'busy', start), rules, start)).toBe(waiting)
  })

  test('whose call was never made waits where it waited, with all its attempts', () => {
    expect(putBack(startDial(lead(), 7, id), 7)).toEqual({ ...lead(), call_id: undefined, called_id: undefined })
  })
})

describe('a status set by hand', () => {
  test.each(['completed', 'reached-max-retries'] as const)('%s outlives the call that was running', (status) => {
    const set = setStatus(startDial(lead(1), 7, id), id, status, start)
    const after = leadAfterCall(set, over(7, lead(), 'busy', start), rules, start)
    expect(after).toMatchObject({ status, call_id: undefined, set_by_hand: undefined })
    expect(after.attempts).toHaveLength(1)
    expect(queuedContact(after)).toBeUndefined()
  })

  test('created outlives a conversation, and waits for the interval after it', () => {
    const set = setStatus(startDial(lead(), 7, id), id, 'created', start)
    const after = leadAfterCall(set, over(7, lead(), 'completed', start + 5), rules, start + 5)
    expect(after).toMatchObject({ status: 'created', dials: 0, next_attempt_at: start + 5 + intervalMs })
  })

  test('created gives the whole family fresh attempts', () => {
    let family = lead(1)
    for (let count = 0; count < 4; count++) family = call(family, 'busy', start + count * intervalMs)
    const again = setStatus(family, id, 'created', start + 9)
    expect(again).toMatchObject({ status: 'created', dials: 0, next_attempt_at: start + 9 })
    expect(again.contacts[0]).toMatchObject({ status: 'created', dials: 0, in_line: true })
  })

  test('created on a contact calls only that contact', () => {
    const again = setStatus(call(lead(2), 'completed', start), contactId + 1, 'created', start + 9)
    expect(again.status).toBe('created')
    expect(queuedContact(again)?.id).toBe(contactId + 1)
  })

  test('created on a contact does not call its main number any earlier', () => {
    const waiting = call(lead(1), 'busy', start)
    expect(setStatus(waiting, contactId, 'created', start + 9).next_attempt_at).toBe(start + intervalMs)
  })

  test('completed on a contact completes the family', () => {
    expect(setStatus(lead(1), contactId, 'completed', start).status).toBe('completed')
  })

  test('reached-max-retries on a contact passes it over', () => {
    const family = setStatus(lead(2), contactId, 'reached-max-retries', start)
    expect(family.status).toBe('created')
    expect(memberOf(family, contactId)).toMatchObject({ status: 'reached-max-retries', in_line: false })
  })
})

describe('another number', () => {
  test('is due at once, with all its attempts', () => {
    const changed = setNumber(call(lead(), 'busy', start), id, '+12025550199', start + 9)
    expect(changed).toMatchObject({ phone_number: '+12025550199', dials: 0, next_attempt_at: start + 9 })
  })

  test('owes nothing to a call that was running to the old one', () => {
    const changed = setNumber(startDial(lead(), 7, id), id, '+12025550199', start)
    const after = leadAfterCall(changed, over(7, lead(), 'busy', start + 9), rules, start + 9)
    expect(after).toMatchObject({ status: 'created', dials: 0, next_attempt_at: start + 9 })
  })
})

test('a contact called out of order is not called again earlier', () => {
  const family = lead(1)
  const contact = { id: contactId, phone_number: '+12025550110' }
  const after = leadAfterCall(startDial(family, 7, contactId), over(7, contact, 'busy', start), rules, start)
  expect(queuedContact(after)?.id).toBe(id)
  expect(after.next_attempt_at).toBe(start + intervalMs)
})

test('variables are merged, and null takes one away', () => {
  const with_two = reviseLead(lead(), id, { variables: { a: 1, b: 2 } }, start)
  expect(reviseLead(with_two, id, { variables: { b: null, c: 3 } }, start).variables).toEqual({ a: 1, c: 3 })
})

test('a lead that moves takes its attempts and its wait along', () => {
  const waiting = call(lead(), 'busy', start)
  expect(reviseLead(waiting, id, { campaign_id: 9 }, start + 1)).toMatchObject({
    campaign_id: 9,
    dials: 1,
    next_attempt_at: start + intervalMs,
  })
})
