import { deepStrictEqual } from 'node:assert'
import fc from 'fast-check'
import type { HistoryParts } from '../../../shared/lists/store/history-list.ts'
import { nodeCache } from '../../../shared/lists/store/node-cache.ts'
import { userKey } from '../../../shared/table/keys.ts'
import type { Table } from '../../../shared/table/table.ts'
import { memoryTable } from '../../memory-table.ts'
import { called } from './call-lives.ts'
import { imported } from './lead-lives.ts'
import { blacklisted, delivered, type ListLife, messages, user } from './list-lives.ts'
import { tinyLimits } from './model.ts'
import { dyingTable, pacedTable, quickRandom, takingTurns, untilDeath } from './processes.ts'

const dies = fc.option(fc.nat(12), { nil: undefined, freq: 2 })
const late = fc.oneof({ weight: 4, arbitrary: fc.nat(20) }, { weight: 1, arbitrary: fc.nat(900) })
const act = (wait: fc.Arbitrary<number>) =>
  fc.oneof(
    { weight: 4, arbitrary: fc.record({ do: fc.constant('create' as const), late }) },
    { weight: 4, arbitrary: fc.record({ do: fc.constant('change' as const), which: fc.nat(30), how: fc.nat(3) }) },
    { weight: 3, arbitrary: fc.record({ do: fc.constant('seal' as const), all: fc.boolean(), dies }) },
    { weight: 2, arbitrary: fc.record({ do: fc.constant('wait' as const), seconds: wait }) },
  )
type Act = typeof act extends (wait: never) => fc.Arbitrary<infer A> ? A : never

const alone = fc.oneof({ weight: 9, arbitrary: fc.nat(400) }, { weight: 1, arbitrary: fc.nat(31 * 86_400) })
const processes = fc.array(
  fc.record({
    acts: fc.array(act(fc.nat(5)), { minLength: 1, maxLength: 8 }),
    pauses: fc.array(fc.nat(16), { minLength: 1, maxLength: 6 }),
  }),
  { minLength: 2, maxLength: 4 },
)

const openLife = async (life: ListLife, historyLimits: HistoryParts['historyLimits']) => {
  const table = memoryTable()
  const random = { number: quickRandom(1), bytes: (length: number) => new Uint8Array(length) }
  const kept = nodeCache()
  let now = Date.UTC(2026, 6, 1)
  let made = 0
  const clock = { now: () => now, sleep: async () => {} }
  const partsOver = (over: Table) => ({ table: over, clock, random, historyLimits })
  await table.write([{ put: { ...userKey(user), id: user } }])
  await life.begin(table)
  const compactAll = async (over: Table, all: boolean) => {
    for (const list of life.lists) await list.compact(partsOver(over), all)
  }
  return {
    table,
    compactAll,
    finish: async () => life.finish?.(partsOver(table)),
    perform: async (over: Table, one: Act): Promise<void> => {
      if (one.do === 'wait') now += one.seconds * 1000
      else if (one.do === 'create') await life.create(partsOver(over), now - one.late * 1000, made++)
      else if (one.do === 'change') await life.change(partsOver(over), one.which, one.how)
      else await untilDeath(compactAll(one.dies === undefined ? over : dyingTable(over, one.dies), one.all))
    },
    compare: async () => {
      for (const list of life.lists)
        for (const { name, page, expected } of await list.asks(table, now))
          for (const [first, count] of [
            [0, 1000],
            [0, 2],
            [Math.floor(expected.length / 2), 3],
            [expected.length - 1, 2],
          ] as const)
            for (const nodes of [undefined, kept]) {
              if (first < 0) continue
              const shown = await page({ ...partsOver(table), nodes }, first, count)
              const wanted = { rows: expected.slice(first, first + count), total: expected.length }
              deepStrictEqual(shown, wanted, `${name} from ${first}`)
            }
    },
  }
}

/** Proves that a list shows exactly the stored records after any steps, even after crashes. */
const listed = (open: () => ListLife, limits = tinyLimits) =>
  fc.asyncProperty(fc.nat(), fc.array(act(alone), { maxLength: 25 }), processes, async (order, prelude, others) => {
    const { table, perform, compare, compactAll, finish } = await openLife(open(), limits)
    for (const one of prelude) {
      await perform(table, one)
      await compare()
    }
    const turns = takingTurns(order)
    const random = quickRandom(order)
    await turns.run(
      others.map(async ({ acts, pauses }) => {
        const paced = pacedTable(table, turns.gateOf(pauses), () => random() < 0.3)
        for (const one of acts) await perform(paced, one)
      }),
    )
    await finish()
    await compare()
    await compactAll(table, false)
    await compare()
    await compactAll(table, true)
    await compare()
  })

export const listProofs = {
  messages: listed(() => messages),
  blacklisted: listed(() => blacklisted),
  delivered: listed(() => delivered),
  called: listed(called),
  'calls of a busy user': listed(called, { ...tinyLimits, busyPassMs: 10_000, busyRows: 2 }),
  imported: listed(imported),
}
