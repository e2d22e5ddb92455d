import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decimalOf, microsOf } from '../../shared/words/money.ts'

const amounts = fc.integer({ min: -999_999_999_999_999, max: 999_999_999_999_999 })

test.each([
  ['25.00', 25_000_000],
  ['0.1', 100_000],
  ['0.000001', 1],
  ['-0.000001', -1],
  ['+7', 7_000_000],
  [' 3 ', 3_000_000],
  ['999999999.999999', 999_999_999_999_999],
])('%s is %i micro-units', (text, micros) => {
  expect(microsOf(text)).toBe(micros)
})

test.each(['', '.5', '5.', '1.0000001', '1,5', '1e3', '0x1', '1 000', '--1', 'NaN', 'Infinity', '1000000000', '٣'])(
  '%j is no amount',
  (text) => {
    expect(microsOf(text)).toBeUndefined()
  },
)

test('the decimal that JSON shows reads back as the same micro-units', () => {
  fc.assert(
    fc.property(amounts, (micros) => {
      const shown: number = JSON.parse(JSON.stringify(decimalOf(micros)))
      expect(microsOf(shown.toFixed(6))).toBe(micros === 0 ? 0 : micros)
    }),
  )
})

test('a sum of prices is exact where decimals would not be', () => {
  const [dime, penny] = [microsOf('0.1') ?? 0, microsOf('0.2') ?? 0]
  expect(decimalOf(dime + penny)).toBe(0.3)
})
