import { describe, expect, test } from 'vitest'
import {
  afterConsent,
  afterStart,
  type BlacklistEntry,
  blacklistView,
  causesOf,
  isByText,
  isForCallsOnly,
  suppressionCauses,
  withCause,
} from '../../../shared/domain/account/blacklist-entry.ts'

const at = Date.UTC(2026, 0, 1)
const entry = (causes: BlacklistEntry['causes'], more: Partial<BlacklistEntry> = {}): BlacklistEntry => ({
  id: 1,
  user_id: 2,
  phone_number: '+12025550155',
  reason: null,
  causes,
  version: 0,
  created_at: at,
  ...more,
})

test('the source that is shown is the oldest cause', () => {
  expect(blacklistView(entry({ user: at + 2, sms: at + 1, key: at + 3 })).source).toBe('sms')
})

test('a further cause joins the others, and a repeated one changes nothing', () => {
  const one = entry({ sms: at })
  const two = withCause(one, { cause: 'user', reason: 'Court order' }, at + 1)
  expect(two).toMatchObject({ causes: { sms: at, user: at + 1 }, reason: 'Court order' })
  expect(withCause(two, { cause: 'sms', reason: 'Replied STOP' }, at + 2)).toBe(two)
  expect(withCause(two, { cause: 'user', reason: 'Other' }, at + 2)).toBe(two)
})

test('START allows texts only after opt-outs by SMS, and removes no cause', () => {
  const sets = suppressionCauses.flatMap((one) => suppressionCauses.map((other) => ({ [one]: at, [other]: at + 1 })))
  for (const causes of sets) {
    const before = entry(causes)
    const after = afterStart(before, at + 9)
    expect(causesOf(after)).toEqual(causesOf(before))
    expect([causes, isForCallsOnly(after)]).toEqual([causes, causesOf(before).every(isByText)])
  }
})

test('a STOP after a START refuses texts again, and so does any other cause', () => {
  const started = afterStart(entry({ sms: at }), at + 1)
  for (const cause of suppressionCauses)
    expect([cause, isForCallsOnly(withCause(started, { cause, reason: null }, at + 2))]).toEqual([
      cause,
      // After a START, any newly added cause blocks texts again.
      false,
    ])
})

describe('a phrase and a START', () => {
  const phrase = { cause: 'phrase', reason: null, needs_review: true } as const
  const texted = (texted_at: number) => ({ ...phrase, texted_at })
  const bare = entry({})

  test('that came after a texted phrase allows texts, and keeps the cause for calls', () => {
    const after = afterStart(withCause(bare, texted(at), at + 20), at + 30)
    expect([isForCallsOnly(after), causesOf(after)]).toEqual([true, ['phrase']])
    expect(afterConsent(after, at + 40)).toBeUndefined()
  })

  test('that came after a phrase in a call allows no texts', () => {
    const said = withCause(bare, phrase, at)
    expect(afterStart(said, at + 1)).toBe(said)
    const both = [withCause(said, texted(at + 1), at + 2), withCause(withCause(bare, texted(at), at), phrase, at + 1)]
    for (const one of both) expect(isForCallsOnly(afterStart(one, at + 5))).toBe(false)
  })

  test('that came before the phrase does not lift it', () => {
    const started = afterStart(entry({ sms: at }), at + 10)
    expect(isForCallsOnly(withCause(started, texted(at + 11), at + 30))).toBe(false)
    expect(isForCallsOnly(withCause(started, phrase, at + 11))).toBe(false)
    const again = afterStart(withCause(bare, texted(at), at), at + 10)
    expect(isForCallsOnly(withCause(again, texted(at + 11), at + 30))).toBe(false)
  })

  test('lifts an earlier text that is judged after it', () => {
    const started = afterStart(entry({ sms: at }), at + 10)
    const judged = withCause(started, texted(at + 5), at + 30)
    expect([isForCallsOnly(judged), judged.causes.phrase]).toEqual([true, at + 5])
    expect(withCause(judged, texted(at + 5), at + 40)).toBe(judged)
  })
})

test('a consent to calls after START lifts only an earlier opt-out by SMS', () => {
  const started = (causes: BlacklistEntry['causes']) => entry(causes, { texts_from: at + 10 })
  expect(afterConsent(entry({ sms: at }), at + 20)).toMatchObject({ causes: { sms: at } })
  expect(afterConsent(started({ sms: at }), at)).toMatchObject({ causes: { sms: at } })
  expect(afterConsent(started({ sms: at }), at + 1)).toBeUndefined()
  for (const cause of suppressionCauses.filter((one) => !isByText(one))) {
    expect(afterConsent(started({ sms: at, [cause]: at }), at + 20)?.causes).toEqual({ [cause]: at })
    expect(afterConsent(started({ [cause]: at }), at + 20)?.causes).toEqual({ [cause]: at })
  }
})
