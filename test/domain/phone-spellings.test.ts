import { expect, test } from 'vitest'
import { reportedNumber, spellingsOf } from '../../shared/domain/phone-spellings.ts'

test.each([
  ['an Argentine mobile', '+5491123456789', '+541123456789'],
  ['one outside of the capital', '+5493511234567', '+543511234567'],
  ['a Brazilian mobile', '+5511987654321', '+551187654321'],
])('%s has two spellings, each of which leads to the other', (_what, long, short) => {
  expect(spellingsOf(long)).toEqual([long, short])
  expect(spellingsOf(short)).toEqual([short, long])
})

test.each([
  ['a Brazilian landline', '+551133334444'],
  ['a number of the US', '+12025550100'],
  ['a German mobile', '+4915112345678'],
  ['an Argentine number that is too short', '+54911234567'],
])('%s has one', (_what, number) => {
  expect(spellingsOf(number)).toEqual([number])
})

test.each([
  ['+12025550100', '+12025550100'],
  ['+551187654321', '+551187654321'],
  ['a name', undefined],
  ['72727', undefined],
  ['+72727', undefined],
  ['', undefined],
])('a message from %j is from %s', (from, number) => {
  expect(reportedNumber(from)).toBe(number)
})
