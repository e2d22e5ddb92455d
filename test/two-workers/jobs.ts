import { describe, expect, test } from 'vitest'
import { dataExports } from '../../shared/data/account/data-exports.ts'
import { evidenceExports } from '../../shared/data/evidence/evidence-exports.ts'
import { leadImports } from '../../shared/data/leads/lead-imports.ts'
import { suppressionLists } from '../../shared/data/opt-outs/suppression-lists.ts'
import { personWorks } from '../../shared/data/people/person-works.ts'
import { newDataExport } from '../../shared/domain/account/data-export.ts'
import { openJobsMax } from '../../shared/domain/account/job-limits.ts'
import { newLeadImport } from '../../shared/domain/leads/lead-import.ts'
import { newPersonWork } from '../../shared/domain/people/person-work.ts'
import { newImport } from '../../shared/domain/suppression-lists/list-form.ts'
import { headAfter } from '../../shared/domain/suppression-lists/suppression-list.ts'
import { openJobsKey } from '../../shared/table/keys.ts'
import { meet, orders, type Worker, worker, world } from './meet.ts'

const jobs = {
  person_works: (user_id: number) => {
    const work = newPersonWork(world.newId(), user_id, 'export', '+12025550101')
    return {
      open: (parts: Worker) => personWorks(parts).begin(work),
      end: async (parts: Worker) =>
        (await personWorks(parts).advance(work, { ...work, status: 'done' }, parts.clock.now())) !== undefined,
      retire: (parts: Worker) => personWorks(parts).retire(work, parts.clock.now(), 0),
    }
  },
  data_exports: (user_id: number) => {
    const made = newDataExport({ id: world.newId(), user_id, what: 'calls', format: 'csv', filters: {} })
    const done = (finished_at: number) => ({ ...made, state: { status: 'done' as const, finished_at } })
    return {
      open: (parts: Worker) => dataExports(parts).begin(made),
      end: async (parts: Worker) => {
        const now = parts.clock.now()
        return (await dataExports(parts).advance(made, done(now), now)) !== undefined
      },
      retire: (parts: Worker) => dataExports(parts).retire(made, parts.clock.now()),
    }
  },
  evidence_exports: (user_id: number) => {
    const counts = { files: 0, decisions: 0, unlinked: 0, chains: 0, lines_hash: '', revision: 1 }
    const made = { id: world.newId(), user_id, status: 'waiting' as const, ...counts }
    return {
      open: (parts: Worker) => evidenceExports(parts).begin(made),
      end: (parts: Worker) => evidenceExports(parts).advance(made, { ...made, status: 'done' }, parts.clock.now()),
      retire: (parts: Worker) => evidenceExports(parts).retire(made, parts.clock.now(), 0),
    }
  },
  lead_imports: (user_id: number) => {
    const wanted = { campaign_id: 1, name: 'leads.csv', size: 10 }
    const made = newLeadImport(wanted, { id: world.newId(), user_id }, world.clock.now())
    const store = (parts: Worker) => leadImports(parts)
    return {
      open: (parts: Worker) => store(parts).begin(made),
      end: async (parts: Worker) =>
        (await store(parts).advance(made, { ...made, status: 'done' }, undefined)) !== undefined,
      retire: async (parts: Worker) =>
        (await store(parts).advance(made, { ...made, status: 'failed' }, undefined)) !== undefined,
    }
  },
  list_imports: (user_id: number) => {
    const made = newImport({ name: 'A', as_of: '2026-01-01' }, { id: world.newId(), user_id }, world.clock.now())
    const store = (parts: Worker) => suppressionLists(parts)
    return {
      open: (parts: Worker) => store(parts).begin(made),
      end: async (parts: Worker) =>
        (await store(parts).advance(made, { ...made, status: 'in_force' }, undefined)) !== undefined,
      retire: async (parts: Worker) =>
        (await store(parts).advance(made, { ...made, status: 'failed' }, undefined)) !== undefined,
    }
  },
}
const kinds = Object.keys(jobs) as (keyof typeof jobs)[]
const openOf = async (user_id: number, kind: keyof typeof jobs) =>
  (await world.parts.table.get<Record<string, number>>(openJobsKey(user_id)))?.[kind]

describe.each(kinds.flatMap((kind) => orders.map((slow) => [kind, slow] as const)))(
  'open jobs: %s, when the %s of two workers is overtaken',
  (kind, slow) => {
    const job = jobs[kind]

    test('never exceed their limit when two are opened', async () => {
      const { id: user_id } = await world.user()
      for (let count = 1; count < openJobsMax[kind]; count++) expect(await job(user_id).open(worker())).toBe('opened')
      const opened = await meet(slow, job(user_id).open, job(user_id).open)
      expect(opened.toSorted()).toEqual(['busy', 'opened'])
      expect(await openOf(user_id, kind)).toBe(openJobsMax[kind])
    })

    test('are counted down once when two workers end one', async () => {
      const { id: user_id } = await world.user()
      const { open, end, retire } = job(user_id)
      await open(worker())
      const ended = await meet(slow, end, retire)
      expect(ended).toEqual(slow === 'first' ? [false, true] : [true, false])
      expect(await openOf(user_id, kind)).toBe(0)
    })
  },
)
describe.each(orders)('do-not-call lists, when the %s of two workers is overtaken', (slow) => {
  test('come into force one after the other when two imports end', async () => {
    const { id: user_id } = await world.user()
    const store = suppressionLists(worker())
    const seen = await store.head(user_id)
    const finish = async (name: string) => {
      const wanted = { name, as_of: '2026-01-01' }
      const made = newImport(wanted, { id: world.newId(), user_id }, world.clock.now())
      await store.begin(made)
      const after = { ...made, version: name, status: 'in_force' as const }
      const head = headAfter(seen, after, { place: 1, blocks: 1, entries: 1 }, world.clock.now())
      return (parts: Worker) => suppressionLists(parts).putInForce(made, after, seen, head)
    }
    const done = await meet(slow, await finish('one'), await finish('other'))
    const [won, lost] = slow === 'first' ? ['other', 'one'] : ['one', 'other']
    expect(done).toEqual(slow === 'first' ? [false, true] : [true, false])
    expect(await store.head(user_id)).toMatchObject({ version: won, lists: [{ name: won }] })
    const imports = await store.imports(user_id)
    expect(imports.find(({ name }) => name === lost)).toMatchObject({ status: 'waiting', revision: 1 })
  })

  test('take out a list once', async () => {
    const { id: user_id } = await world.user()
    const store = suppressionLists(worker())
    const made = newImport({ name: 'A', as_of: '2026-01-01' }, { id: world.newId(), user_id }, world.clock.now())
    await store.begin(made)
    const seen = await store.head(user_id)
    const after = { ...made, status: 'in_force' as const }
    const head = headAfter(seen, after, { place: 1, blocks: 0, entries: 0 }, world.clock.now())
    await store.putInForce(made, after, seen, head)
    const remove = (parts: Worker) => suppressionLists(parts).remove(user_id, made.id)
    const removed = await meet(slow, remove, remove)
    expect(removed.filter(Boolean)).toHaveLength(1)
    expect((await store.imports(user_id)).filter(({ removes }) => removes === made.id)).toHaveLength(1)
  })
})
