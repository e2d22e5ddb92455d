import fc from 'fast-check'
import { callHistory } from '../../../shared/data/calls/call-history.ts'
import { callPages } from '../../../shared/data/calls/call-pages.ts'
import { calls } from '../../../shared/data/calls/calls.ts'
import { historyCompactor } from '../../../shared/lists/store/compactor.ts'
import { historyOverrides } from '../../../shared/lists/store/overrides.ts'
import { historyPages } from '../../../shared/lists/store/pages.ts'
import type { Table } from '../../../shared/table/table.ts'
import { firstIdAt } from '../../../shared/words/id.ts'
import { ringingCall } from '../../fixtures.ts'
import { openErasable } from './erasing.ts'
import { openLives, user } from './lives.ts'
import { compacting, type ModelOperation, operation, operationOrRebuild, pauses, processesOf, things } from './model.ts'
import { pacedTable, quickRandom, takingTurns } from './processes.ts'

/**
 * Proves that a page shows exactly the existing records while up to five processes work or crash.
 */
const exactnessOf = (any: fc.Arbitrary<ModelOperation>) =>
  fc.asyncProperty(fc.nat(), fc.array(any, { maxLength: 25 }), processesOf(any), async (order, prelude, others) => {
    const lives = openLives()
    await lives.begin()
    const turns = takingTurns(order)
    const random = quickRandom(order)
    const tableOf = (pauses: readonly number[]) => pacedTable(lives.table, turns.gateOf(pauses), () => random() < 0.3)
    const inTurn = async (operations: readonly ModelOperation[], table: Table) => {
      for (const one of operations) await lives.perform(table, one)
    }
    await inTurn(prelude, lives.table)
    await turns.run(others.map(({ operations, pauses }) => inTurn(operations, tableOf(pauses))))
  })

export const exactness = exactnessOf(operation)
export const exactnessWhileRebuilt = exactnessOf(operationOrRebuild)

const numberOfRequests = fc.option(fc.nat(60), { nil: undefined })

/**
 * Proves that no record is left after an erasure, even if the erasure crashes and other processes
 * work meanwhile.
 */
export const erasure = fc.asyncProperty(
  fc.nat(),
  fc.array(operation, { minLength: 5, maxLength: 15 }),
  processesOf(compacting),
  fc.array(fc.record({ pauses: fc.oneof(pauses, fc.constant([0])), dies: numberOfRequests }), {
    minLength: 1,
    maxLength: 2,
  }),
  async (order, prelude, others, erasers) => {
    const { table, begin, perform, erase, left } = openErasable()
    await begin()
    const turns = takingTurns(order)
    const random = quickRandom(order)
    const tableOf = (some: readonly number[]) => pacedTable(table, turns.gateOf(some), () => random() < 0.3)
    const inTurn = async (operations: readonly ModelOperation[], over: Table) => {
      for (const one of operations) await perform(over, one)
    }
    await inTurn(prelude, table)
    await turns.run([
      ...others.map((one) => inTurn(one.operations, tableOf(one.pauses))),
      ...erasers.map((one) => erase(tableOf(one.pauses), one.dies)),
    ])
    if (!(await erase(table))) throw new Error('The erasure refuses although no call is open')
    await inTurn(prelude, table)
    const items = await left()
    if (items.length > 0) throw new Error(`After the erasure there is ${JSON.stringify(items)}`)
  },
)

export const proofs = { exactness, erasure }

const firstPage = async ({ rows, isBehind }: { rows: number; isBehind: boolean }) => {
  const { table, begin, parts } = openLives()
  await begin()
  const [overrides, compactor] = [historyOverrides(parts, things), historyCompactor(parts, things)]
  const first = firstIdAt(parts.clock.now() - 60_000)
  for (let row = 0; row < rows; row++) {
    const thing = { id: first + row, status: 'busy', phone_number: '+1', is_open: false }
    await table.write([{ put: { ...things.recordKey(user, thing.id), ...thing } }])
  }
  for (let more = true; more; ) more = (await compactor.compact(user))?.more ?? false
  await table.write([{ delete: things.recordKey(user, first) }, overrides.gone(user, first, '+1')])
  await compactor.compact(user)
  const replica = pacedTable(
    table,
    async () => {},
    () => isBehind,
  )
  return historyPages({ ...parts, table: replica }, things).page(user, {}, { first: 0, count: 2 })
}

const erasedMeanwhile = async () => {
  const [hasBegun, mayGoOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let compacting: Promise<unknown> = Promise.resolve()
  let writes = 0
  const pausing = async (what: string) => {
    if (!/write of \d+$/.test(what) || writes++ === 0) return
    hasBegun.resolve()
    await mayGoOn.promise
  }
  const { table, begin, perform, partsOver, erase, left } = openErasable(async () => {
    compacting = historyCompactor(partsOver(pacedTable(table, pausing, () => false)), things).compact(user)
    await Promise.race([compacting, hasBegun.promise])
  })
  await begin()
  await perform(table, { do: 'import', rows: 4, dies: undefined })
  await perform(table, { do: 'wait', seconds: 60 })
  await perform(table, { do: 'seal', dies: undefined })
  await perform(table, { do: 'import', rows: 4, dies: undefined })
  await perform(table, { do: 'wait', seconds: 60 })
  await erase(table)
  mayGoOn.resolve()
  await compacting
  return (await left()).length === 0
}

const changedMeanwhile = async () => {
  const { table, begin, parts } = openLives()
  await begin()
  const asked = parts.clock.now() - 3_600_000
  const call = ringingCall({ id: firstIdAt(asked), user_id: user, assistant_id: 1 }, asked)
  await calls(parts).open(call, { variables: {}, input_variables: {} })
  const answer = () =>
    calls(parts).apply({ user_id: user, call_id: call.id }, { progress: 'in-progress' }, parts.clock.now())
  let isAnswered = false
  const { pk } = callHistory.recordKey(user, call.id)
  const overtaken: Table = {
    ...table,
    write: async (writes, how) => {
      const isMark = writes.some((write) => 'update' in write && write.update.pk === pk)
      if (isMark && !isAnswered) {
        isAnswered = true
        await answer()
      }
      return table.write(writes, how)
    },
  }
  await historyCompactor({ ...parts, table: overtaken }, callHistory).compact(user)
  return isAnswered && (await callPages(parts).page(user, { status: 'in-progress' }, 0, 2)).total === 1
}

export const examples = {
  'changed meanwhile': changedMeanwhile,
  'gone elsewhere': async () => (await firstPage({ rows: 40, isBehind: false })).total === 39,
  'erased meanwhile': erasedMeanwhile,
  'stale replica': async () => {
    try {
      return (await firstPage({ rows: 10, isBehind: true })).total === 9
    } catch {
      return false
    }
  },
} satisfies Record<string, () => Promise<boolean>>
export type ListExample = keyof typeof examples
