import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Table } from '../../../shared/data/table.ts'
import { openLives } from './lives.ts'
import { type Operation, operation, processes } from './model.ts'
import { pacedTable, quickRandom, takingTurns } from './processes.ts'

/** Random histories; more of them with HISTORY_RUNS. */
const runs = Number(process.env.HISTORY_RUNS ?? 150)
const seed = process.env.HISTORY_SEED ? Number(process.env.HISTORY_SEED) : undefined

test('a page shows and counts exactly what there is, whatever runs beside it and dies', {
  timeout: 900_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.nat(), fc.array(operation, { maxLength: 25 }), processes, async (order, prelude, others) => {
      const lives = openLives()
      await lives.begin()
      const turns = takingTurns(order)
      const random = quickRandom(order)
      const tableOf = (pauses: readonly number[]) => pacedTable(lives.table, turns.gateOf(pauses), () => random() < 0.3)
      const inTurn = async (operations: readonly Operation[], table: Table) => {
        for (const one of operations) await lives.perform(table, one)
      }
      await inTurn(prelude, lives.table)
      await turns.run(others.map(({ operations, pauses }) => inTurn(operations, tableOf(pauses))))
    }),
    { numRuns: runs, seed, endOnFailure: true },
  )
  expect(runs).toBeGreaterThan(0)
})
