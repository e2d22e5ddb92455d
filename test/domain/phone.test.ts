import { getCountries, getExampleNumber } from 'libphonenumber-js/max'
import examples from 'libphonenumber-js/mobile/examples'
import { describe, expect, test } from 'vitest'
import { maskPhone } from '../../shared/domain/mask.ts'
import { countryOf, foundPhone, phoneSentence, readPhone, readReachablePhone } from '../../shared/domain/phone.ts'

test.each([
  ['+12025550123', '+12025550123', 'US'],
  ['+1 (202) 555-0123', '+12025550123', 'US'],
  ['001 202 555 0123', '+12025550123', 'US'],
  [' +49 151 23456789 ', '+4915123456789', 'DE'],
  ['+49 (0)30 901820', '+4930901820', 'DE'],
  ['+44 20 7946 0958', '+442079460958', 'GB'],
  ['+7 727 250 1234', '+77272501234', 'KZ'],
])('%s is %s of %s', (written, number, country) => {
  expect(readPhone(written)).toEqual({ number, country })
})

test('a number of no country is a number all the same', () => {
  expect(readPhone('+800 1234 5678')).toEqual({ number: '+80012345678', country: undefined })
})

test.each([
  '',
  '+',
  '00',
  '2025550123',
  '030 901820',
  '+1202555012',
  '+120255501234',
  '+999123456',
  '+12025550123 ext. 7',
  '+12025550123;ext=7',
  'tel:+12025550123',
  'call +12025550123 now',
  '+1202555012a',
  '++12025550123',
  `+1${'0'.repeat(50)}`,
])('%j is no number', (written) => {
  expect(readPhone(written)).toBeUndefined()
})

test.each([
  ['+4915123456789', 'DE'],
  ['+447400123456', 'GB'],
  ['+80012345678', undefined],
  ['+12025550123', 'US'],
  // No such area, and too short: the list of valid numbers has neither.
  ['+19995550123', 'US'],
  ['+49000', 'DE'],
])('%s, read before, is priced as one of %s', (number, country) => {
  expect(countryOf(number)).toBe(country)
})

test('the example number of every country is read, and reads back the same', () => {
  const odd = getCountries().flatMap((country) => {
    const example = getExampleNumber(country, examples)
    const read = example && readPhone(example.formatInternational())
    return read?.number === example?.number ? [] : [country]
  })
  expect(odd).toEqual([])
})

test.each([
  ['+12025550123', '+1202•••0123'],
  ['+4930901820', '+493•••1820'],
  ['12345678', '1•••5678'],
  ['1234567', '•••'],
  ['', '•••'],
])('%s is shown as %s', (number, shown) => {
  expect(maskPhone(number)).toBe(shown)
})

test.each(['12025550101', '5511987654321', ' 49 151 23456789 '])('%s lacks nothing but the +', (written) => {
  expect(readPhone(written)).toBeUndefined()
  expect(phoneSentence(written)).toBe('The :attribute field must begin with + and the country code.')
})

test.each(['abc', '+1202555', '001202555', '', '555', '(202) 555-0101', '030/901820'])(
  '%s is wrong in another way',
  (written) => {
    expect(phoneSentence(written)).toBe('The :attribute field must be a valid phone number.')
  },
)

test('the problem keeps its message, and says more where only the + is missing', () => {
  const problem = (field: 'phone_number' | 'to', input: string) => {
    try {
      return foundPhone(readPhone(input), field, input)
    } catch (cause) {
      return cause
    }
  }
  expect(problem('to', '12025550101')).toMatchObject({
    message: 'Invalid to phone number',
    errors: { to: ['The to field must begin with + and the country code.'] },
  })
  expect(problem('phone_number', '+1')).toMatchObject({ message: 'Invalid phone number', errors: undefined })
})

describe('a number to call or text', () => {
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
})
