import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { HttpOperation } from '../../shared/operations/define.ts'
import { httpOperations } from '../../shared/operations/index.ts'
import { read } from '../../shared/words/form.ts'
import { problems } from '../../shared/words/problem.ts'
import { answer, inChunks, type Matrix, named, openMatrix, problem } from './matrix.ts'

let matrix: Matrix
beforeAll(async () => {
  matrix = await openMatrix()
})
afterAll(() => matrix.world.close())

describe.each(named(httpOperations.filter(({ body }) => body)))('%s', (_id, operation) => {
  test('refuses whatever a field cannot hold, all fields at once, and stores nothing', async () => {
    const { path, body = {} } = await matrix.typical(operation)
    const { fields = {} } = operation.body ?? {}
    const attacks = Object.entries(hostileValues).flatMap(([kind, json]) => {
      const refusing = Object.keys(fields).filter((field) => !isTaken(fields, field, json))
      return inGroups(refusing, json.length).map((group) => ({ kind, group, text: withFields(body, group, json) }))
    })
    const writes = await matrix.writesDuring(() =>
      inChunks(attacks, async ({ kind, group, text }) => {
        const reply = await matrix.ask(operation, { path, text })
        const value = parsed(text)
        if (value instanceof Error)
          return expect({ kind, ...answer(reply) }).toEqual({ kind, ...problem('malformed_json', operation) })
        const { errors } = read({ fields: pick(fields, group), rules: [] }, value)
        const [status] = problems[operation.invalid]
        expect({ kind, status: reply.status, errors: reply.body.errors }).toMatchObject({ kind, status, errors })
      }),
    )
    expect(writes).toBe(0)
  })

  test('never breaks on what a field takes', async () => {
    const { fields = {} } = operation.body ?? {}
    for (const [kind, json] of Object.entries(hostileValues)) {
      const taking = Object.keys(fields).filter((field) => isTaken(fields, field, json))
      await inChunks(taking, async (field) => {
        const { path, body = {} } = await matrix.typical(operation)
        const { status } = await matrix.ask(operation, { path, text: withFields(body, [field], json) })
        expect({ field, kind, isBroken: status >= 500 }).toEqual({ field, kind, isBroken: false })
      })
    }
    await matrix.world.run(1)
  })
})

/** Hostile JSON texts; some fields may accept some of them. */
const hostileValues: Record<string, string> = {
  'ten thousand lists in each other': '['.repeat(10_000) + ']'.repeat(10_000),
  'ten thousand objects in each other': `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`,
  'forty objects in each other': `${'{"a":'.repeat(40)}1${'}'.repeat(40)}`,
  'a prototype': '{"__proto__":{"admin":true}}',
  'a constructor': '{"constructor":{"prototype":{"admin":true}}}',
  'names of methods': '{"toString":1,"valueOf":1,"hasOwnProperty":1,"toJSON":1,"then":1,"length":-1}',
  'a list of methods’ names': '["__proto__","constructor","toString"]',
  'half a character': '"a\\ud800"',
  'the other half': '"\\udc00"',
  'half a character as a name': '{"\\ud800":"a"}',
  'a NUL': '"a\\u0000b"',
  'only a NUL': '"\\u0000"',
  'a NUL in a name': '{"\\u0000":1}',
  'an empty name': '{"":""}',
  'an empty name deep inside': '{"a":{"":[{"":1}]}}',
  'a number without an end': '1e400',
  'a negative number without an end': '-1e400',
  'a number without an end inside': '{"a":[1e400]}',
  'a number that is too large for the store': '{"a":1e200}',
  'a number that is too small for the store': '{"a":1e-200}',
  'a number of too many digits': '{"a":1234567890123456789012345678901234567890.5}',
  'minus nothing': '-0',
  'an integer beyond 2^53': '9007199254740993',
  'a tiny fraction': '1e-300',
  'a number in hexadecimal': '"0x1F"',
  'a number with an exponent': '"1e3"',
  'the word Infinity': '"Infinity"',
  'a long text': `"${'x'.repeat(70_000)}"`,
  'many small things': `[${'{},'.repeat(2_000)}{}]`,
  'many names': `{${Array.from({ length: 1_000 }, (_, index) => `"n${index}":1`)}}`,
  'an empty list': '[]',
  'a list in a list': '[[]]',
  'a mixed list': '[1,"a",null,{}]',
  'an object': '{}',
  'a right-to-left mark and a bell': '"\\u202e\\u0007"',
  'a line break': '"a\\r\\nX-Injected: 1"',
  yes: 'true',
  nothing: 'null',
  'a negative number': '-1',
  zero: '0',
}

const hostileParameters = [
  ...['a', '-1', '0', '1.5', '1e3', '0x1', 'null', '[]', '{}', 'a\0', '\ud800', 'a\r\nb'],
  '9'.repeat(400),
  'x'.repeat(4000),
]

const withFields = (body: object, fields: string[], json: string): string => {
  const others = Object.entries(body).filter(([name]) => !fields.includes(name))
  const members = [
    ...others.map(([name, value]) => [name, JSON.stringify(value)]),
    ...fields.map((name) => [name, json]),
  ]
  return `{${members.map(([name = '', value]) => `${JSON.stringify(name)}:${value}`).join(',')}}`
}

type Fields = NonNullable<HttpOperation['body']>['fields']

const pick = (fields: Fields, names: string[]): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => names.includes(name)))

const isTaken = (fields: Fields, field: string, json: string): boolean => {
  const value = parsed(json)
  if (value instanceof Error) return false
  return Object.keys(read({ fields: pick(fields, [field]), rules: [] }, { [field]: value }).errors).length === 0
}

const parsed = (json: string): unknown =>
  /(\[|\{"a":){5000}/.test(json)
    ? new Error('too deep')
    : JSON.parse(json, (name, value) => (name === '__proto__' ? undefined : value))

const inGroups = (fields: string[], bytesEach: number): string[][] => {
  const size = Math.max(1, Math.floor(200_000 / (bytesEach + 50)))
  return Array.from({ length: Math.ceil(fields.length / size) }, (_, index) =>
    fields.slice(index * size, (index + 1) * size),
  )
}

describe.each(named(httpOperations.filter(({ query }) => query)))('%s', (_id, operation) => {
  test('422 for a parameter that cannot be, and never breaks', async () => {
    const { path } = await matrix.typical(operation)
    const fields = operation.query?.fields ?? {}
    const [invalid] = problems[operation.invalid]
    for (const field of Object.keys(fields))
      for (const value of hostileParameters) {
        const query = new URLSearchParams({ [field]: value })
        const { errors } = read({ fields: pick(fields, [field]), rules: [] }, Object.fromEntries(query))
        const { status, body } = await matrix.ask(operation, { path: `${path}?${query}` })
        const seen = { field, value, status, errors: body.errors }
        if (errors[field]) expect(seen).toEqual({ field, value, status: invalid, errors })
        else expect({ ...seen, isBroken: status >= 500 }).toMatchObject({ isBroken: false })
      }
  })

  test('empty parameters are absent, the last repetition counts, unknown ones are ignored', async () => {
    const { path } = await matrix.typical(operation)
    const plain = await matrix.ask(operation, { path })
    const fields = Object.keys(operation.query?.fields ?? {})
    const empty = fields.map((field) => `${field}=`).join('&')
    const repeated = fields.map((field) => `${field}=%00nonsense&${field}=`).join('&')
    for (const query of [empty, 'unknown=1&__proto__=2&constructor=3&=&&', '%ff=%ff&%', repeated]) {
      const { path: again } = operation.method === 'GET' ? { path } : await matrix.typical(operation)
      const reply = await matrix.ask(operation, { path: `${again}?${query}` })
      expect({ query, status: reply.status }).toEqual({ query, status: plain.status })
      expect(reply.body.data ?? reply.body).toEqual(plain.body.data ?? plain.body)
    }
  })
})

test('every list and every look-up still answers after all that', async () => {
  for (const operation of httpOperations.filter(({ method }) => method === 'GET')) {
    const reply = await matrix.ask(operation, await matrix.typical(operation))
    expect({ id: operation.id, status: reply.status }).toEqual({ id: operation.id, status: operation.status })
  }
})
