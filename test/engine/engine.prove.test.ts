import { globSync, readFileSync } from 'node:fs'
import * as fc from 'fast-check'
import { expect, inject, test } from 'vitest'
import { createTable } from '../../infra/local/create-table.ts'
import { openTable, type Table, when } from '../../shared/table/table.ts'
import { bothEngines } from './both.ts'
import { type ProgramStep, step } from './programs.ts'

if (!inject('isDynoxide') && !process.env.DYNAMODB_ENDPOINT)
  throw new Error('The comparison of engines needs Dynoxide, or another engine that DYNAMODB_ENDPOINT names.')

const client = bothEngines(inject('dynamodb'))
let tablesMade = 0
const openBoth = async (): Promise<Table> => {
  const name = `both-${process.pid}-${Date.now()}-${tablesMade++}`
  await createTable(client, name)
  const clock = { now: () => 0, sleep: async () => undefined }
  return openTable({
    name,
    client,
    clock,
    random: { number: () => 0, bytes: () => new Uint8Array() },
    meter: () => undefined,
  })
}

const attempt = async (table: Table, take: ProgramStep) => {
  try {
    await take(table)
  } catch (cause) {
    if (!isRefusal(cause)) throw cause
  }
}
const isRefusal = (cause: unknown) => cause instanceof Error && cause.name.endsWith('Exception')

test('does what the real engine does, operation by operation, in any program', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 40 }), async (steps) => {
      const table = await openBoth()
      for (const one of steps) await attempt(table, one)
    }),
    { numRuns: Number(process.env.ENGINE_RUNS ?? 30), endOnFailure: process.env.ENGINE_SHRINK === undefined },
  )
})

const conditions = new Set(
  globSync('shared/{data,lists,table}/**/*.ts').flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/'([^'\n]*#\w[^'\n]*)'/g)].flatMap(([, text = '']) =>
      /^(#.* [=<>]|\(|attribute_|NOT )/.test(text) && !text.includes('${') ? [text] : [],
    ),
  ),
)

test('finds most conditions of the repositories', () => expect(conditions.size).toBeGreaterThan(20))

test.each([...conditions])('judges %s as the real engine does', async (expression) => {
  const table = await openBoth()
  const namesOf = (mark: RegExp) => [...new Set([...expression.matchAll(mark)].map(([, name = '']) => name))]
  const scalar = fc.constantFrom<unknown>('', 'a', 'b', 0, 1, 2)
  const given = fc.record({
    values: fc.record(Object.fromEntries(namesOf(/:(\w+)/g).map((name) => [name, scalar]))),
    item: fc.option(
      fc.record(Object.fromEntries(attributesOf(expression).map((name) => [name, scalar])), { requiredKeys: [] }),
    ),
  })
  const at = { pk: 'p', sk: 's' }
  await fc.assert(
    fc.asyncProperty(given, async ({ values, item }) => {
      await table.write([item ? { put: { ...item, ...at } } : { delete: at }])
      await attempt(table, () => table.write([{ update: at, set: { seen: true }, when: when(expression, values) }]))
      await attempt(table, () => table.write([{ check: at, when: when(expression, values) }]))
    }),
    { numRuns: 8 },
  )
})

const attributesOf = (expression: string) =>
  [...new Set([...expression.matchAll(/(?<!\.)#(\w+)/g)].map(([, name = '']) => name))].filter(
    (name) => !['pk', 'sk', 'due_at'].includes(name),
  )
