import { expect, test } from 'vitest'
import { isPublicAddress } from '../../shared/words/public-address.ts'
import { forbiddenAddresses, publicIPv4, publicIPv6 } from '../addresses.ts'

test(`${forbiddenAddresses.length} special addresses are not public`, () => {
  expect(forbiddenAddresses.length).toBeGreaterThan(300)
  expect(forbiddenAddresses.filter(isPublicAddress)).toEqual([])
})

test('their neighbours are', () => {
  expect([...publicIPv4, ...publicIPv6].filter((address) => !isPublicAddress(address))).toEqual([])
})

test.each([
  '',
  'a.example',
  '1.2.3',
  '0x8.8.8.8',
  '08.8.8.8',
  '1.2.3.4.5',
  '256.1.1.1',
  '[2606:4700::1]',
  ' 8.8.8.8',
  '8.8.8.8/8',
])('%j is none', (text) => {
  expect(isPublicAddress(text)).toBe(false)
})
