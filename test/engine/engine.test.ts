import * as fc from 'fast-check'
import { inject, test } from 'vitest'
import { createTable } from '../../infra/local/create-table.ts'
import { openTable, type Table } from '../../shared/data/table.ts'
import { bothEngines } from './both.ts'
import { type Step, step } from './programs.ts'

/** Both engines behind one table: what they do not answer alike fails the test. */
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

/** What both refuse is an outcome like any other. */
const attempt = async (table: Table, take: Step) => {
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
