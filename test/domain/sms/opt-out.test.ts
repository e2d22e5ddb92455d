import { expect, test } from 'vitest'
import { readOptOut } from '../../../shared/domain/sms/opt-out.ts'

test.each([
  ['STOP', 'stop'],
  ['stop', 'stop'],
  [' Stop. ', 'stop'],
  ['Unsubscribe', 'stop'],
  ['stop all', 'stop'],
  ['opt-out', 'stop'],
  ['START', 'start'],
  ['yes!', 'start'],
  ['please stop', undefined],
  ['stopping by later', undefined],
  ['yes please', undefined],
  ['HELP', undefined],
  ['', undefined],
  [undefined, undefined],
])('%j asks for %s', (body, wish) => {
  expect(readOptOut(body)).toBe(wish)
})

test('what the carrier says counts before the words', () => {
  expect(readOptOut('basta', 'stop')).toBe('stop')
  expect(readOptOut('weiter', 'start')).toBe('start')
  expect(readOptOut('stop', 'neither')).toBeUndefined()
})
