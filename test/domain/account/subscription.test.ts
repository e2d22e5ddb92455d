import { expect, test } from 'vitest'
import { isForfeit, paidUntil, renewed, suspended } from '../../../shared/domain/account/subscription.ts'

const bought_at = Date.parse('2027-01-31T10:30:00Z')
const day = 24 * 60 * 60_000

test.each([
  [1, '2027-02-28T10:30:00.000Z'],
  [2, '2027-03-31T10:30:00.000Z'],
  [13, '2028-02-29T10:30:00.000Z'],
])('%i months end on the same day, or on a shorter month’s last', (months, until) => {
  expect(new Date(paidUntil({ price: 1, bought_at, months })).toISOString()).toBe(until)
})

test('a suspension ends with the next month that is paid, or after seven days', () => {
  const first = suspended({ price: 1, bought_at, months: 1 }, 0)
  const again = suspended(first, 6.9 * day)
  expect(again.suspension).toEqual({ since: 0, charge_at: 7 * day })
  expect(isForfeit(again, 7 * day - 1)).toBe(false)
  expect(isForfeit(again, 7 * day)).toBe(true)
  expect(renewed(again)).toEqual({ price: 1, bought_at, months: 2 })
})
