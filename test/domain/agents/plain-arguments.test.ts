import { expect, test } from 'vitest'
import { plainArguments } from '../../../shared/domain/agents/plain-arguments.ts'

const schema = {
  type: 'object',
  properties: {
    name: { type: 'string' },
    variables: { type: 'object', additionalProperties: true },
    tags: { type: ['array', 'null'], items: { type: 'string' } },
    either: { anyOf: [{ type: 'string' }, { type: 'object' }] },
    tools: {
      type: 'array',
      items: { oneOf: [{ type: 'object', properties: { days: { type: 'array', items: { type: 'string' } } } }] },
    },
  },
}

test.each<[string, unknown, unknown]>([
  ['an object', { variables: '{"a":"1"}' }, { variables: { a: '1' } }],
  ['an object after a byte order mark', { variables: '\ufeff{"a":1}' }, { variables: { a: 1 } }],
  ['a list', { tags: '["a","[1]"]' }, { tags: ['a', '[1]'] }],
  ['a list of objects for an object', { variables: '[{"a":1}]' }, { variables: [{ a: 1 }] }],
  ['an item of a list', { tools: ['{"days":"[\\"monday\\"]"}'] }, { tools: [{ days: ['monday'] }] }],
  ['all arguments', '{"variables":"{}"}', { variables: {} }],
])('reads the JSON text of %s', (_what, given, plain) => {
  expect(plainArguments(schema, given)).toEqual(plain)
})

test.each<[string, unknown]>([
  ['text where text is taken', { name: '{"a":1}', either: '{"a":1}' }],
  ['text that is no JSON', { variables: 'Ada', tags: '[' }],
  ['an object where a list is taken', { tags: '{"a":1}' }],
  ['a value of the variables', { variables: { a: '{"b":1}' } }],
  ['an unknown argument', { other: '{"a":1}' }],
  ['null', { variables: null }],
  ['nothing', undefined],
])('keeps %s', (_what, given) => {
  expect(plainArguments(schema, given)).toEqual(given)
})
