import { expect, test } from 'vitest'
import {
  fill,
  filledLength,
  filledLengthMax,
  fillSpoken,
  spokenLengthMax,
} from '../../../shared/domain/conversations/template.ts'

test.each([
  ['Hello {{name}}.', 'Hello Ada.'],
  ['Hello {{ name }}, {{name}}.', 'Hello Ada, Ada.'],
  ['{{count}} of {{list}}', '3 of ["a"]'],
  ['{{unknown}}nobody', 'nobody'],
  ['{{nothing}}', ''],
  ['{{constructor}}{{__proto__}}', ''],
  ['{name} {{}} {{ }}', '{name} {{}} {{ }}'],
])('%s', (template, expected) => {
  expect(fill(template, { name: 'Ada', count: 3, list: ['a'], nothing: null })).toBe(expected)
})

test('what a variable holds is never a template itself', () => {
  expect(fill('{{one}}', { one: '{{two}}', two: 'secret' })).toBe('{{two}}')
  expect(fill('{{a}}{{b}}', { a: '{{', b: 'c}}', c: 'secret' })).toBe('{{c}}')
  expect(fill('{{a}}', { a: '$& $1' })).toBe('$& $1')
})

test('a prompt of 100 KB full of braces is filled in a moment', () => {
  const template = `${'{{'.repeat(25_000)}name${'}}'.repeat(25_000)}`
  expect(fill(template, { name: 'Ada' })).toContain('Ada')
})

test('ends a result that would be too long, and makes nothing longer first', () => {
  const variables = { a: 'x'.repeat(16_000) }
  expect(fill('{{a}}'.repeat(12_000), variables)).toHaveLength(filledLengthMax)
  expect(fillSpoken('{{a}}'.repeat(400), variables, 'at')).toHaveLength(spokenLengthMax)
  expect(filledLength('{{a}}'.repeat(12_000), variables, 10_000)).toBe(16_000)
})

test('speaks a filled text without markup', () => {
  expect(fillSpoken('**Hi** {{name}}: {{mail}} ', { name: '*Ada*', mail: 'a@b.example' }, 'at')).toBe(
    'Hi Ada: a at b.example',
  )
})
