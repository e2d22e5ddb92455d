import fc from 'fast-check'
import { historyMarks } from '../../../shared/data/history/marks.ts'
import { historyPages } from '../../../shared/data/history/pages.ts'
import { historySealer } from '../../../shared/data/history/sealer.ts'
import type { Table } from '../../../shared/data/table.ts'
import { firstIdAt } from '../../../shared/domain/id.ts'
import { openLives, user } from './lives.ts'
import { type Operation, operation, operationOrRebuild, processesOf, things } from './model.ts'
import { pacedTable, quickRandom, takingTurns } from './processes.ts'

/**
 * Whatever runs beside it and dies, a page shows and counts exactly what there is. First one process alone, then up to five, each at
 * its pace; what is asked for again and again by slow readers, while sealers pass them, is where histories go wrong.
 */
const exactnessOf = (any: fc.Arbitrary<Operation>) =>
  fc.asyncProperty(fc.nat(), fc.array(any, { maxLength: 25 }), processesOf(any), async (order, prelude, others) => {
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
  })

export const exactness = exactnessOf(operation)
export const exactnessWhileRebuilt = exactnessOf(operationOrRebuild)

/** A sealed history of so many rows, of which the oldest was deleted since; what a cold reader finds on its first page. */
const firstPage = async ({ rows, isBehind }: { rows: number; isBehind: boolean }) => {
  const { table, begin, parts } = openLives()
  await begin()
  const [marks, sealer] = [historyMarks(parts, things), historySealer(parts, things)]
  const first = firstIdAt(parts.clock.now() - 60_000)
  for (let row = 0; row < rows; row++) {
    const thing = { id: first + row, status: 'busy', phone_number: '+1', is_open: false }
    await table.write([{ put: { ...things.recordKey(user, thing.id), ...thing } }])
  }
  for (let more = true; more; ) more = (await sealer.seal(user))?.more ?? false
  await table.write([{ delete: things.recordKey(user, first) }, marks.gone(user, first, '+1')])
  await sealer.seal(user)
  const replica = pacedTable(
    table,
    async () => {},
    () => isBehind,
  )
  return historyPages({ ...parts, table: replica }, things).page(user, {}, 0, 2, async () => undefined)
}

/** What random histories meet too seldom, each of them right or wrong. */
export const examples = {
  /** The volume of the row that is gone is not opened for this page. */
  'gone elsewhere': async () => (await firstPage({ rows: 40, isBehind: false })).total === 39,
  'stale replica': async () => {
    try {
      return (await firstPage({ rows: 10, isBehind: true })).total === 9
    } catch {
      return false
    }
  },
} satisfies Record<string, () => Promise<boolean>>
export type Example = keyof typeof examples
