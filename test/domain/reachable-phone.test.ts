import { expect, test } from 'vitest'
import { readReachablePhone } from '../../shared/domain/reachable-phone.ts'

test.each([
  ['+1 (202) 555-0100', '+12025550100', 'US'],
  ['004915112345678', '+4915112345678', 'DE'],
  ['+1 800 555 0100', '+18005550100', 'US'],
  ['+53 52345678', '+5352345678', 'CU'],
  ['+800 1234 5678', '+80012345678', undefined],
])('%s is %s', (input, number, country) => {
  expect(readReachablePhone(input)).toEqual({ number, country })
})

test.each([
  ['a national format', '(202) 555-0100'],
  ['digits without a country', '2025550100'],
  ['an extension', '+1 202 555 0100 ext. 7'],
  ['an extension as an RFC 3966 parameter', '+12025550100;ext=7'],
  ['a short code', '72727'],
  ['a short code with a plus', '+72727'],
  ['a premium number of the US', '+19005550123'],
  ['a premium number of Germany', '+499001234567'],
  ['a premium number of France', '+33892123456'],
  ['a premium number of Britain', '+449098790000'],
  ['a shared-cost number of Germany', '+491805123456'],
  ['an international premium number', '+979123456789'],
  ['an international shared-cost number', '+80812345678'],
  ['a satellite phone of Inmarsat', '+870773111632'],
  ['a satellite phone of Globalstar', '+881612345678'],
  ['a number of an international network', '+88213987654'],
  ['a number of another international network', '+883510012345678'],
  ['an unassigned country', '+999123456789'],
  ['a word', 'Grace'],
  ['a number in a sentence', 'call +12025550100 now'],
  ['nothing', ''],
])('%s is nobody’s', (_, input) => {
  expect(readReachablePhone(input)).toBeUndefined()
})
