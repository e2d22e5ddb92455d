import fc from 'fast-check'
import type { Table } from '../../../shared/data/table.ts'
import { openLives } from './lives.ts'
import { type Operation, operation, processes } from './model.ts'
import { pacedTable, quickRandom, takingTurns } from './processes.ts'

/**
 * Whatever runs beside it and dies, a page shows and counts exactly what there is. First one process alone, then up to five, each at
 * its pace; what is asked for again and again by slow readers, while sealers pass them, is where histories go wrong.
 */
export const exactness = fc.asyncProperty(
  fc.nat(),
  fc.array(operation, { maxLength: 25 }),
  processes,
  async (order, prelude, others) => {
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
  },
)
