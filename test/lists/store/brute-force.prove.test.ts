import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Kind } from '../../../shared/lists/plan/columns.ts'
import { historyCompactor } from '../../../shared/lists/store/compactor.ts'
import { nodeCache } from '../../../shared/lists/store/node-cache.ts'
import { historyOverrides } from '../../../shared/lists/store/overrides.ts'
import { historyPages } from '../../../shared/lists/store/pages.ts'
import { userKey } from '../../../shared/table/keys.ts'
import { firstIdAt } from '../../../shared/words/id.ts'
import { freshTable } from '../../data/fresh-table.ts'
import { finalStatuses, numbers, operation, type Thing, things, tinyLimits } from './model.ts'
import { dyingTable, untilDeath } from './processes.ts'

const user = 7
const begin = Date.UTC(2026, 0, 1)
const everything = { from: 0, until: Number.MAX_SAFE_INTEGER }

test('answers as brute force does, after every step', { timeout: 3_600_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(operation, { minLength: 20, maxLength: 45 }), fc.nat(999), async (steps, salt) => {
      const { table, random } = await freshTable()
      let now = begin
      let made = salt
      const clock = { now: () => now, sleep: async () => {} }
      const nodes = nodeCache()
      const parts = { table, clock, random, historyLimits: tinyLimits }
      const overrides = historyOverrides(parts, things)
      const all: Thing[] = []
      const put = async (thing: Thing) => {
        await table.write([{ put: { ...things.recordKey(user, thing.id), ...thing } }])
        await overrides.register(user, [thing.id])
        all.push(thing)
      }
      const update = (thing: Thing, set: Partial<Thing>) => {
        Object.assign(thing, set)
        return { update: things.recordKey(user, thing.id), set }
      }
      await table.write([{ put: { ...userKey(user), id: user } }])

      for (const step of steps) {
        const thing = 'which' in step ? all[step.which % Math.max(1, all.length)] : undefined
        const status = 'status' in step && step.status !== undefined ? finalStatuses[step.status] : undefined
        if (step.do === 'wait') now += step.seconds * 1000
        if (step.do === 'create')
          await put({
            id: firstIdAt(now - step.late * 1000) + made++,
            status: 'open',
            campaign_id: step.campaign,
            phone_number: numbers[step.number] ?? '',
            is_open: true,
          })
        if (step.do === 'close' && thing?.is_open && status) {
          const beside = await overrides.late(user, thing.id)
          await table.write([update(thing, { status, is_open: false }), ...beside])
        }
        if (step.do === 'change' && thing && !thing.is_open && status) {
          const { id, campaign_id, phone_number } = thing
          await table.write([update(thing, { status }), overrides.kind(user, id, [status, campaign_id], phone_number)])
        }
        if (step.do === 'delete' && thing && !thing.is_open) {
          all.splice(all.indexOf(thing), 1)
          const gone = overrides.gone(user, thing.id, thing.phone_number)
          await table.write([{ delete: things.recordKey(user, thing.id) }, gone])
        }
        if (step.do === 'seal') {
          const over = step.dies === undefined ? table : dyingTable(table, step.dies)
          await untilDeath(historyCompactor({ ...parts, table: over }, things).compact(user))
        }

        const cut = salt % 3 === 0 ? { from: all[1]?.id ?? 0, until: all[4]?.id ?? everything.until } : everything
        const filter = { status: finalStatuses[made % 4], campaign_id: made % 3 === 0 ? 1 : undefined }
        const fits = ([is, of]: Kind) =>
          (!filter.status || is === filter.status) && (filter.campaign_id === undefined || of === filter.campaign_id)
        const matches = filter.status || filter.campaign_id !== undefined ? fits : undefined
        const expected = all
          .filter(({ id, ...of }) => fits([of.status, of.campaign_id]) && id >= cut.from && id < cut.until)
          .map(({ id }) => id)
          .sort((one, other) => other - one)
        for (const own of [parts, { ...parts, nodes }]) {
          const pages = historyPages(own, things)
          for (const [first, count] of [
            [0, 3],
            [4, 5],
            [0, 100],
          ] as const) {
            const page = await pages.page(user, { matches, ...cut }, { first, count })
            const ids = page.records.map(({ id }) => id)
            expect({ total: page.total, ids }).toEqual({
              total: expected.length,
              ids: expected.slice(first, first + count),
            })
          }
        }
        const tally = await historyPages({ ...parts, nodes }, things).tally(user)
        const counted = [...tally].map(([kind, count]) => `${JSON.stringify(kind)} ${count}`).toSorted()
        const byKind = Map.groupBy(all, ({ status, campaign_id }) => JSON.stringify([status, campaign_id]))
        expect(counted).toEqual([...byKind].map(([kind, { length }]) => `${kind} ${length}`).toSorted())
      }
    }),
    { numRuns: Number(process.env.HISTORY_RUNS ?? 3) },
  )
})
