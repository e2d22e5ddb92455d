import { describe, expect, test } from 'vitest'
import { type CallingWindow, weekdays } from '../../../shared/domain/campaigns/calling-window.ts'
import { callBacksMax, readCallBack, withCallBack, zoneOf } from '../../../shared/domain/leads/call-back.ts'
import { type Lead, queuedContact } from '../../../shared/domain/leads/lead.ts'
import { newLead } from '../../../shared/domain/leads/lead-form.ts'
import { leadAfterCall, putBack, setStatus, startDial } from '../../../shared/domain/leads/lead-life.ts'
import { idAt } from '../../../shared/words/id.ts'
import { must } from '../../../shared/words/must.ts'
import { type PartialCall, ringingCall } from '../../fixtures.ts'

const start = Date.UTC(2026, 10, 25, 10)
const id = idAt(start, 0)
const at = start + 86_400_000
const rules = { max_retries: 0, retry_interval: 600, retry_on_voicemail: true }
const contact = (place: number) => ({ phone_number: `+1202555011${place}`, variables: {} })
const fresh = newLead({
  id,
  user_id: 1,
  campaign_id: 2,
  phone_number: '+12025550100',
  contacts: [contact(0), contact(1)],
})

const called = (lead: Lead, member: number, callbackAt = at): Lead =>
  must(withCallBack(startDial(lead, 7, member), { call_id: 7, at: callbackAt }), 'call-back')
const over = (lead: Lead, member: number, more: PartialCall = {}) =>
  leadAfterCall(
    lead,
    ringingCall(
      {
        id: 7,
        user_id: 1,
        assistant_id: 1,
        campaign: { id: 2, name: 'Spring', lead_id: member, main_lead_id: id, slot: 0 },
        client_phone_number: '+12025550110',
        placement: { phase: 'over', outcome: 'completed', asked_at: start, answered_at: start, over_at: start },
        answered_by: 'human',
        ...more,
      },
      start,
    ),
    rules,
    start,
  )

describe('a lead that asked to be called back', () => {
  test('waits for that time with new attempts, and calls no other contact', () => {
    const after = over(called({ ...fresh, dials: 1, in_line: false }, id + 1), id + 1)
    expect(after).toMatchObject({ status: 'created', next_attempt_at: at, call_backs: 1, call_id: undefined })
    expect(queuedContact(after)).toMatchObject({ id: id + 1, dials: 0 })
    expect(after.contacts[1]?.in_line).toBe(false)
    expect(after.call_back).toBeUndefined()
    expect(after.attempts).toMatchObject([{ outcome: 'conversation' }])
  })

  test('is called back although the carrier takes its voice for a machine', () => {
    expect(over(called(fresh, id), id, { answered_by: 'machine' })).toMatchObject({ next_attempt_at: at })
  })

  test('in a call that lasted until then is called a minute after it', () => {
    expect(over(called(fresh, id, start - 1000), id).next_attempt_at).toBe(start + 60_000)
  })

  test.each(['completed', 'reached-max-retries', 'created'] as const)(
    'is %s when a hand says so during the call',
    (status) => {
      const after = over(setStatus(called(fresh, id), id, status, start), id)
      expect(after.status).toBe(status)
      expect(after.next_attempt_at).not.toBe(at)
      expect(after.call_backs).toBeUndefined()
    },
  )

  test('and whose call was never made after all waits where it waited', () => {
    expect(putBack(called(fresh, id), 7)).toMatchObject({
      next_attempt_at: fresh.next_attempt_at,
      call_back: undefined,
    })
  })

  test(`is called back ${callBacksMax} times, and again after a requeue by hand`, () => {
    const often = { ...fresh, call_id: 7, call_backs: callBacksMax }
    expect(withCallBack(often, { call_id: 7, at })).toBeUndefined()
    const again = startDial(setStatus({ ...often, call_id: undefined }, id, 'created', start), 7, id)
    expect(withCallBack(again, { call_id: 7, at })).toBeDefined()
  })

  test('in a call that is its own no more is not called back', () => {
    expect(withCallBack({ ...fresh, call_id: 8 }, { call_id: 7, at })).toBeUndefined()
    expect(withCallBack(fresh, { call_id: 7, at })).toBeUndefined()
  })
})

describe('a time on the wall', () => {
  const campaign = {
    timezone: 'Europe/Berlin',
    allowed_hours_start_time: '09:00:00',
    allowed_hours_end_time: '17:00:00',
    allowed_days: weekdays,
  } satisfies CallingWindow
  const when = (text: string, zone = campaign.timezone, more: Partial<CallingWindow> = {}) => {
    const read = readCallBack(text, zone, { ...campaign, ...more }, start)
    return 'why' in read ? read.why : new Date(read.at).toISOString()
  }

  test.each([
    ['2026-11-26 15:00', 'Europe/Berlin', '2026-11-26T14:00:00.000Z'],
    ['2026-11-26T15:00:00', 'Europe/Berlin', '2026-11-26T14:00:00.000Z'],
    ['2026-11-26 10:00', 'America/New_York', '2026-11-26T15:00:00.000Z'],
    ['2026-11-26 20:00', 'Europe/Berlin', '2026-11-27T08:00:00.000Z'],
    ['2026-11-25 11:00', 'Europe/Berlin', '2026-11-25T10:01:00.000Z'],
    ['2026-11-25 10:59', 'Europe/Berlin', 'That time is over already'],
    ['2026-12-26 15:00', 'Europe/Berlin', 'That is more than 30 days ahead'],
    ['tomorrow at three', 'Europe/Berlin', 'The time must be written as YYYY-MM-DD HH:MM'],
    ['2026-02-30 15:00', 'Europe/Berlin', 'The time must be written as YYYY-MM-DD HH:MM'],
    ['2026-11-26 24:00', 'Europe/Berlin', 'The time must be written as YYYY-MM-DD HH:MM'],
  ])('%s in %s: %s', (text, zone, expected) => {
    expect(when(text, zone)).toBe(expected)
  })

  test('is never that of a campaign without hours', () => {
    expect(when('2026-11-26 15:00', 'UTC', { allowed_days: [] })).toBe('The campaign has no calling hours')
  })

  test('is the lead’s own where its variables name its zone', () => {
    expect(zoneOf({ variables: { timezone: 'Asia/Tokyo' } }, campaign)).toBe('Asia/Tokyo')
    expect(zoneOf({ variables: { timezone: 'soon' } }, campaign)).toBe('Europe/Berlin')
    expect(zoneOf({ variables: {} }, campaign)).toBe('Europe/Berlin')
  })
})
