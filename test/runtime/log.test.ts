import { expect, test } from 'vitest'
import { logTo } from '../../shared/domain/log.ts'
import { presentable } from '../../shared/runtime/log.ts'

test('phone numbers are masked wherever they stand in a field', () => {
  const shown = presentable({ client_phone_number: '+12025550123', phone_number: '+4930901820', to: 'x', call_id: 7 })
  expect(shown).toEqual({ client_phone_number: '+1202•••0123', phone_number: '+493•••1820', to: 'x', call_id: 7 })
})

test('a cause is spelled out', () => {
  const { cause, ...shown } = presentable({ cause: new TypeError('no such thing') })
  expect(cause).toBeUndefined()
  expect(shown).toMatchObject({ error: 'TypeError', reason: 'no such thing' })
  expect(shown.stack).toContain('no such thing')
  expect(presentable({ cause: 'words' })).toEqual({ reason: 'words' })
})

test('a log carries its fields into every line, and a line may say otherwise', () => {
  const lines: unknown[] = []
  const log = logTo((...line) => lines.push(line))
    .with({ operation: 'a' })
    .with({ call_id: 1 })
  log.info('one')
  log.warn('two', { call_id: 2 })
  log.error('three', { more: true })
  expect(lines).toEqual([
    ['info', 'one', { operation: 'a', call_id: 1 }],
    ['warn', 'two', { operation: 'a', call_id: 2 }],
    ['error', 'three', { operation: 'a', call_id: 1, more: true }],
  ])
})
