import { describe, expect, test } from 'vitest'
import { readCallFailure, readMessageFailure, readRefusal } from '../../../shared/providers/twilio/errors.ts'
import { inWords, stopsCampaign, usesAttempt } from '../../../shared/words/refusal.ts'

const sorted = {
  recipient: [
    21202, 21211, 21214, 21217, 21265, 21266, 21268, 21610, 21612, 21614, 21635, 30003, 30004, 30005, 30006, 30008,
  ],
  country: [13225, 13227, 21203, 21215, 21216, 21408, 30018, 30040, 32205],
  our_number: [13247, 21210, 21212, 21264, 21601, 21606, 21616, 21659, 21660, 21661, 30007, 30032, 30034, 32204],
  account: [10001, 10002, 10005, 20003, 20005, 20006, 20008, 21219, 21226, 21607, 21608, 30002, 30037, 90010],
  rate: [10004, 20429, 21611, 22005, 30001, 30022, 30023, 30027],
  ours: [20001, 21201, 21205, 21208, 21213, 21218, 21602, 21603, 21604, 21609, 21617],
} as const

test.each(Object.entries(sorted))('sorts the codes about %s', (sort, codes) => {
  for (const code of codes) {
    const refusal = readRefusal(400, code)
    expect([code, refusal.sort, refusal.code]).toEqual([code, sort, code])
    expect(inWords(refusal)).toMatch(/^[A-Z].* \(\d+\)\.$/)
  }
})

test.each([
  [11200, 'ours'],
  [12100, 'ours'],
  [13310, 'ours'],
  [14107, 'rate'],
  [14108, 'our_number'],
  [14111, 'account'],
  [16021, 'rate'],
  [20412, 'ours'],
  [21478, 'account'],
  [21619, 'ours'],
  [21668, 'our_number'],
  [21717, 'our_number'],
  [30044, 'account'],
  [30441, 'our_number'],
  [30640, 'recipient'],
  [30850, 'our_number'],
  [32013, 'rate'],
  [32113, 'ours'],
  [63017, 'rate'],
  [63024, 'recipient'],
  [64102, 'ours'],
  [92006, 'ours'],
])('sorts %i as %s in answers, calls and messages', (code, sort) => {
  expect(readRefusal(400, code)).toMatchObject({ sort, code })
  expect(readCallFailure(String(code), undefined)).toMatchObject({ sort, code })
  expect(readMessageFailure(String(code))).toMatchObject({ sort, code })
})

test('only refusals of the recipient use attempts; three stop a campaign', () => {
  const about = (code: number) => readRefusal(400, code)
  expect(Object.values(sorted).map(([code]) => usesAttempt(about(code)))).toEqual([
    true,
    false,
    false,
    false,
    false,
    false,
  ])
  expect(Object.values(sorted).map(([code]) => stopsCampaign(about(code)))).toEqual([
    false,
    false,
    true,
    true,
    false,
    true,
  ])
})

describe('a code that is not known', () => {
  test.each([
    [400, 'ours'],
    [401, 'account'],
    [403, 'account'],
    [404, 'account'],
    [409, 'rate'],
    [422, 'ours'],
    [429, 'rate'],
  ])('is sorted by status %i as %s', (status, sort) => {
    expect(readRefusal(status, 29999)).toMatchObject({ sort, code: 29999 })
    expect(readRefusal(status, undefined)).toMatchObject({ sort, code: status })
  })
})

test('429 delays, whatever the code says', () => {
  expect(readRefusal(429, 21205)).toMatchObject({ sort: 'rate', code: 21205 })
})

test('sorts a failed call by error code, else by SIP response', () => {
  expect(readCallFailure('32017', '603')).toMatchObject({ sort: 'recipient', code: 32017 })
  expect(readCallFailure(undefined, '404')).toMatchObject({ sort: 'recipient', is_final: true })
  expect(readCallFailure(undefined, '503')).not.toHaveProperty('is_final')
  expect(readCallFailure('99999', undefined)).toMatchObject({ sort: 'recipient', code: 99999 })
  expect([readCallFailure('', '200'), readCallFailure(undefined, undefined)]).toEqual([undefined, undefined])
})

test('shows the code of an undelivered text, also an unknown one', () => {
  expect(readMessageFailure('30630')).toMatchObject({ sort: 'recipient', opted_out: true })
  expect(readMessageFailure('39999')).toMatchObject({ sort: 'recipient', code: 39999 })
  expect([readMessageFailure(undefined), readMessageFailure('0')]).toEqual([undefined, undefined])
})
