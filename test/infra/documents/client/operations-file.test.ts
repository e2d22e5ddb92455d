import { expect, test } from 'vitest'
import { operationsFile } from '../../../../infra/documents/client/operations-file.ts'
import { typeOf } from '../../../../infra/documents/client/type-of.ts'

test('client/operations.ts is what the catalogue says; npm run openapi rewrites it', async () => {
  await expect(operationsFile()).toMatchFileSnapshot('../../../../client/operations.ts')
})

test.each([
  [{ type: 'integer' }, 'number'],
  [{ type: ['string', 'null'] }, 'string | null'],
  [{ enum: ['one', 'two', null] }, "'one' | 'two' | null"],
  [{ const: true }, 'true'],
  [{ type: 'array', items: { enum: ['one', 'two'] } }, "('one' | 'two')[]"],
  [{ type: 'array', items: { not: {} } }, 'never[]'],
  [{ type: 'object', additionalProperties: {} }, 'Record<string, unknown>'],
  [{ anyOf: [{ type: 'number' }, { type: 'null' }] }, 'number | null'],
  [
    { type: 'object', properties: { a: {}, 'b-c': { type: 'boolean' } }, required: ['b-c'] },
    "{\n  a?: unknown\n  'b-c': boolean\n}",
  ],
])('%j is %s', (schema, type) => {
  expect(typeOf(schema)).toBe(type)
})
