import { type CountryCode, getCountries, getExampleNumber, parsePhoneNumberFromString } from 'libphonenumber-js/max'
import examples from 'libphonenumber-js/mobile/examples'
import { describe, expect, test } from 'vitest'
import { maskPhone } from '../../shared/words/mask.ts'
import {
  countryOf,
  foundPhone,
  phoneSentence,
  readNumber,
  readPhone,
  readReachablePhone,
} from '../../shared/words/phone.ts'
import { currentSpelling } from '../../shared/words/phone-spellings.ts'

test.each([
  ['+12025550123', '+12025550123', 'US'],
  ['+1 (202) 555-0123', '+12025550123', 'US'],
  ['001 202 555 0123', '+12025550123', 'US'],
  [' +49 151 23456789 ', '+4915123456789', 'DE'],
  ['+49 (0)30 901820', '+4930901820', 'DE'],
  ['+44 20 7946 0958', '+442079460958', 'GB'],
  ['+7 727 250 1234', '+77272501234', 'KZ'],
  ['tel:+1-202-555-0123', '+12025550123', 'US'],
  ['tel:%2B12025550123', '+12025550123', 'US'],
  ['(+44) 20 7946 0958', '+442079460958', 'GB'],
  ['+44 [0] 20 7946 0958', '+442079460958', 'GB'],
  ['＋４４（０）２０ ７９４６ ０９５８', '+442079460958', 'GB'],
  ['\u2066+44\u00a020\u202f7946\u00ad\u200b0958\u2069', '+442079460958', 'GB'],
  ['+٤٤ ٢٠ ٧٩٤٦ ٠٩٥٨', '+442079460958', 'GB'],
  ["'+442079460958", '+442079460958', 'GB'],
  ['="+442079460958"', '+442079460958', 'GB'],
  ['+49 30/901820', '+4930901820', 'DE'],
  ['+39 (0)6 1234 5678', '+390612345678', 'IT'],
  ['+52 1 55 4163 7146', '+525541637146', 'MX'],
  ['+229 97 12 34 56', '+2290197123456', 'BJ'],
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
  'tel:+12025550123;ext=7',
  'tel:0123;phone-context=+1202555',
  '+12025550123 x7',
  '+12025550123 доб. 7',
  '+4930901820,21',
  '+49 30 901820/21',
  '+49 30 901820²',
  '+4930901820\n21',
  '+4930901820\t21',
  '+4930901820.0',
  '+49 30 9018(0)20',
  '\u202e+442079460958',
  '+1 202 555 0123 +1 202 555 0124',
  '4.42079E+11',
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
  ['+19995550123', 'US'],
  ['+49000', 'DE'],
])('%s, read before, is priced as one of %s', (number, country) => {
  expect(countryOf(number)).toBe(country)
})

test('the example number of every country is read, and reads back the same', () => {
  const odd = getCountries().flatMap((country) => {
    const example = getExampleNumber(country, examples)
    const read = example && readPhone(example.formatInternational())
    return read?.number === (example && currentSpelling(example.number)) ? [] : [country]
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

test.each<[string, CountryCode | undefined, string]>([
  ['2025550123', undefined, 'country'],
  ['+12025550123 ext. 7', undefined, 'extension'],
  ['+49 30 901820/21', undefined, 'several'],
  ['+1 202 555 0123 +1 202 555 0124', undefined, 'several'],
  ['4915123456789', 'DE', 'ambiguous'],
  ['+49 30 9018(0)20', undefined, 'ambiguous'],
  ['+1202555012', undefined, 'invalid'],
  ['Grace', undefined, 'text'],
])('refuses %j of %s: %s', (written, country, refused) => {
  expect(readNumber(written, country)).toMatchObject({ refused })
})

describe('any spelling of a number', () => {
  const invisible = ['', '\u200b', '\u200e', '\u200f', '\u2060', '\u00ad', '\ufeff', '\ufe0e', '\u061c']
  const blanks = [' ', '\u00a0', '\u2007', '\u2009', '\u202f', '\u3000', '  ']
  const between = [...blanks, '', '-', '\u2010', '\u2011', '\u2013', '\u2212', '.', '\uff0d']
  const zeros = ['0', '\uff10', '\u0660', '\u06f0', '\u0966']
  const around = [
    ['', ''],
    ['\u202a', '\u202c'],
    ['\u2066', '\u2069'],
    [' ', '\n'],
    ["'", ''],
    ['tel:', ''],
    ['="', '"'],
  ]
  const footnotes = ['', '', '', '', ' ext. 12', ';ext=12', ' x12', '²', '/12', ' 12', ',12', '\n12']
  const pick = <T>(items: readonly T[], draw: number): T => items[draw % items.length] as T
  const countries = getCountries().filter((_, index) => index % 6 === 0)
  const numbers = [...new Set([...countries, 'DE', 'IT', 'MX', 'AR', 'BR', 'CI', 'BJ', 'US'] as CountryCode[])].flatMap(
    (country) => {
      const example = getExampleNumber(country, examples)
      return example ? [example] : []
    },
  )

  test('is the one E.164 number, or refused', () => {
    expect(numbers.length).toBeGreaterThanOrEqual(45)
    let read = 0
    for (const example of numbers) {
      const parts = example.formatInternational().split(' ')
      let draw = 7
      const next = () => (draw = (draw * 16_807) % 2_147_483_647)
      for (let spelling = 0; spelling < 200; spelling++) {
        const zero = pick(zeros, next()).codePointAt(0) ?? 48
        const [code = '', ...rest] = parts
        const trunk = next() % 6 === 0 ? ['(0)'] : []
        const written = [next() % 5 === 0 ? code.replace('+', '00') : code, ...trunk, ...rest]
          .join(pick(between, next()))
          .replace(/\d/g, (digit) => pick(invisible, next()) + String.fromCodePoint(zero + Number(digit)))
          .replace('+', pick(['+', '\uff0b', '\ufe62', '(+)'].slice(0, 3), next()))
        const [before = '', after = ''] = pick(around, next())
        const footnote = pick(footnotes, next())
        const text = before + written + footnote + after
        const found = readNumber(text)
        if (footnote === ' 12' || (footnote === '' && before === '="' && after === '"')) continue
        if ('phone' in found) {
          read += 1
          expect(found.phone.number, JSON.stringify(text)).toBe(example.number)
        } else if (footnote === '' && trunk.length === 0) expect(found, JSON.stringify(text)).toBe('read')
      }
    }
    expect(read).toBeGreaterThan(numbers.length * 50)
  })

  test('in the country is the same number, or refused', () => {
    for (const example of numbers) {
      const { country, number } = example
      const digits = number.slice(1)
      const national = example.formatNational()
      for (const text of [
        national,
        national.replace(/[^\d]/g, ''),
        String(example.nationalNumber),
        digits,
        `00${digits}`,
      ]) {
        const found = readNumber(text, country)
        if ('phone' in found) expect(found.phone.number, `${country} ${text}`).toBe(number)
        else expect(found.candidates.map((one) => one.number)).toContain(number)
      }
    }
  })

  test('of a number that is read is read again as the same', () => {
    for (const { number } of numbers) {
      const again = readPhone(number)?.number ?? ''
      expect(parsePhoneNumberFromString(again)?.number).toBe(again)
      expect(readPhone(again)?.number).toBe(again)
    }
  })
})

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
