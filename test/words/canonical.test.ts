import { expect, test } from 'vitest'
import { canonical } from '../../shared/words/canonical.ts'

test('writes the example of RFC 8785, section 3.2.2, byte by byte', () => {
  const given = JSON.parse(String.raw`{
    "numbers": [333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001],
    "string": "\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/",
    "literals": [null, true, false]
  }`)
  expect(canonical(given)).toBe(
    String.raw`{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\u000f\nA'B\"\\\\\"/"}`,
  )
})

test('sorts members by their UTF-16 units, as section 3.2.3 shows', () => {
  const given = JSON.parse(String.raw`{
    "\u20ac": "Euro Sign", "\r": "Carriage Return", "\ufb33": "Hebrew Letter Dalet With Dagesh", "1": "One",
    "\ud83d\ude00": "Emoji: Grinning Face", "\u0080": "Control", "\u00f6": "Latin Small Letter O With Diaeresis"
  }`)
  expect(Object.values(JSON.parse(canonical(given)) as object).toSorted()).toEqual(Object.values(given).toSorted())
  expect([...canonical(given).matchAll(/"([A-Z][^"]+)"/g)].map(([, value]) => value)).toEqual([
    'Carriage Return',
    'One',
    'Control',
    'Latin Small Letter O With Diaeresis',
    'Euro Sign',
    'Emoji: Grinning Face',
    'Hebrew Letter Dalet With Dagesh',
  ])
})

test.each([
  [0, '0'],
  [-0, '0'],
  [Number.MIN_VALUE, '5e-324'],
  [-Number.MIN_VALUE, '-5e-324'],
  [Number.MAX_VALUE, '1.7976931348623157e+308'],
  [9007199254740992, '9007199254740992'],
  [295147905179352830000, '295147905179352830000'],
  [9.999999999999997e22, '9.999999999999997e+22'],
  [1e23, '1e+23'],
  [0.000001, '0.000001'],
  [333333333.33333325, '333333333.33333325'],
])('writes the number %d of appendix B', (number, text) => {
  expect(canonical(number)).toBe(text)
})

test.each([Number.NaN, Number.POSITIVE_INFINITY, '\ud800', { '\udc00': 1 }, undefined, [undefined], 1n])(
  'refuses what has no canonical form: %o',
  (value) => {
    expect(() => canonical(value)).toThrow(TypeError)
  },
)

test('a member without a value is as if it were not there', () => {
  expect(canonical({ b: undefined, a: { c: undefined } })).toBe('{"a":{}}')
})
