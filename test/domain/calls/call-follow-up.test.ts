import { describe, expect, test } from 'vitest'
import type { Call } from '../../../shared/domain/calls/call.ts'
import { followUp } from '../../../shared/domain/calls/call-follow-up.ts'
import { advance, evidenceGraceMs, type Report } from '../../../shared/domain/calls/call-life.ts'
import { closedOf, ringingCall } from '../../fixtures.ts'

const at = Date.UTC(2026, 10, 25, 10)
const ringing = ringingCall({ id: 3, user_id: 2, assistant_id: 1, carrier_minute: 14_000 }, at)
const talking: Call = {
  ...ringing,
  status: 'in-progress',
  placement: { phase: 'answered', asked_at: at, answered_at: at },
}
const asked: Call = { ...ringing, placement: { phase: 'asked', asked_at: at, asked_first_at: at } }
const dearEnd: Report = { outcome: 'completed', duration: 30, ended_by: 'customer' }
const nothing = { advanceSeconds: undefined, freed: undefined }
const now = { advanceSeconds: 0, freed: undefined }

const following = (before: Call, report: Report) => followUp({ before, call: advance(before, report, at) })

describe('the worker looks after a call', () => {
  test.each<[string, Call, Report, ReturnType<typeof followUp>]>([
    ['not before its deadline when it rings', ringing, { progress: 'ringing' }, nothing],
    ['not before its deadline when it is answered', ringing, { progress: 'in-progress' }, nothing],
    ['not before its deadline when it was put off', asked, { put_off: true }, nothing],
    ['at once when a machine answered and nobody shall talk to it', talking, { answered_by: 'machine' }, now],
    [
      'not before its deadline when a machine may be talked to',
      { ...talking, on_machine: 'talk' },
      { answered_by: 'machine' },
      nothing,
    ],
    ['at once when it is over and has its price', talking, dearEnd, now],
    ['at once when it is over and costs nothing: webhooks wait for it', ringing, { outcome: 'busy' }, now],
    ['at once when it was not placed', asked, { not_placed: true }, now],
    [
      'when the time for word of its end has passed',
      talking,
      { outcome: 'completed', duration: 30 },
      { advanceSeconds: evidenceGraceMs / 1000 + 1, freed: undefined },
    ],
  ])('%s', (_, before, report, expected) => {
    expect(following(before, report)).toEqual(expected)
  })

  test('at once when the same end is reported again before the charge', () => {
    const closed = closedOf(advance(talking, dearEnd, at))
    expect(following(closed, dearEnd)).toEqual(now)
    expect(following({ ...closed, charged_at: at }, dearEnd)).toEqual(nothing)
  })
})

describe('a campaign has a free slot', () => {
  const ofCampaign = { ...ringing, campaign: { id: 9, name: 'Spring', lead_id: 4, main_lead_id: 4, slot: 0 } }
  const freed = { user_id: 2, campaign_id: 9 }

  test('when its call is closed, once', () => {
    const busy = closedOf(advance(ofCampaign, { outcome: 'busy' }, at))
    expect(following(ofCampaign, { outcome: 'busy' })).toEqual({ advanceSeconds: 0, freed })
    expect(following({ ...busy, charged_at: at }, { outcome: 'busy' })).toEqual(nothing)
  })

  test('not while the call is talked on, or over with its end unknown', () => {
    expect(following(ofCampaign, { progress: 'in-progress' }).freed).toBeUndefined()
    expect(following(ofCampaign, { outcome: 'completed', duration: 30 }).freed).toBeUndefined()
  })
})
