import type { listProofs } from './list-proofs.ts'
import type { ListExample, proofs } from './proofs.ts'

/** A rule of the list engine, and code changes that break it. */
export interface Mutant {
  rule: string
  edits: { file: string; from: string; to: string }[]
  proof?: keyof typeof proofs
  list?: keyof typeof listProofs
  seed?: number
  path?: string
  example?: ListExample
}

const files = {
  overrides: 'shared/lists/store/overrides.ts',
  compactor: 'shared/lists/store/compactor.ts',
  announcing: 'shared/lists/store/announcing.ts',
  head: 'shared/lists/store/head.ts',
  compacting: 'shared/lists/plan/compacting.ts',
  reads: 'shared/lists/store/consistent-reads.ts',
  loose: 'shared/lists/store/loose-rows.ts',
  plan: 'shared/lists/plan/page-plan.ts',
  nodes: 'shared/lists/store/nodes.ts',
  erase: 'infra/admin/erase.ts',
  reconcile: 'infra/admin/reconcile/calls.ts',
  adding: 'shared/data/leads/lead-adding.ts',
  calls: 'shared/data/calls/call-history.ts',
  importing: 'shared/actions/leads/write-chunk.ts',
}

export const mutants: Mutant[] = [
  {
    rule: 'creators settle in',
    edits: [
      {
        file: files.overrides,
        from: '        await forEachConcurrently(overrides, (override) => table.write([override]))',
        to: '      void overrides',
      },
    ],
    seed: 365341739,
    path: '201',
  },
  {
    rule: 'a record that is closed settles in once more',
    edits: [
      {
        file: files.overrides,
        from: 'return mayHavePassed(await head.read(user_id), id) ? [put(user_id, id, {})] : []',
        to: 'return []',
      },
    ],
    seed: 1577005626,
    path: '62',
  },
  {
    rule: 'a record is late while a run is under way',
    edits: [
      {
        file: files.overrides,
        from: 'id < sealed_until || (id < fence && version > flipped)',
        to: 'id < sealed_until',
      },
    ],
    seed: -2046716807,
    path: '268',
  },
  {
    rule: 'the fence is announced before the range is read',
    edits: [
      {
        file: files.announcing,
        from: 'head.replace(user_id, before, announced)',
        to: 'head.replace(user_id, before, { ...announced, fence: before.fence })',
      },
    ],
    seed: 2047636235,
    path: '5910',
  },
  {
    rule: 'the head is flipped only from the version announced',
    edits: [{ file: files.head, from: ": when('#version = :version', { version: before.version })", to: ': exists' }],
    seed: -483906159,
    path: '207',
  },
  {
    rule: 'open records are marked before they are passed by',
    edits: [
      {
        file: files.compactor,
        from: 'await forEachConcurrently(passed, ({ id }) => table.write([rereadOverride(list, random, user_id, id)]))',
        to: '',
      },
    ],
    seed: -207438947,
    path: '155',
  },
  {
    rule: 'an open record stops the run before itself',
    edits: [{ file: files.compacting, from: 'until: stop?.id ?? until', to: 'until: stop ? stop.id + 1 : until' }],
    seed: 614929005,
    path: '531',
  },
  {
    rule: 'the compactor reads overrides before records',
    edits: [
      {
        file: files.compactor,
        from: '      const overrides = await readOverrides(table, list, user_id)\n      const range = await readRange(parts, list, user_id, announced)\n',
        to: '      const range = await readRange(parts, list, user_id, announced)\n      const overrides = await readOverrides(table, list, user_id)\n',
      },
    ],
    seed: -1413106815,
    path: '3525',
  },
  {
    rule: 'a reader takes the head before the overrides',
    edits: [
      {
        file: files.reads,
        from: 'const [seen, asked] = await Promise.all([head.read(user_id), first()])',
        to: "Object.assign(parts, { early: await (await import('./overrides.ts')).readOverrides(table, list, user_id) })\n      const [seen, asked] = await Promise.all([head.read(user_id), first()])",
      },
      {
        file: files.loose,
        from: 'readOverrides(table, list, user_id, { from, until: Math.min(until, head.sealed_until) })',
        to: 'parts.early.filter(({ id }) => id >= from && id < Math.min(until, head.sealed_until))',
      },
    ],
    seed: -75847810,
    path: '14783',
  },
  {
    rule: 'a reader compares the folds at the end',
    edits: [{ file: files.reads, from: 'again === seen.folds && isComplete', to: 'isComplete' }],
    seed: 517837078,
    path: '4619',
  },
  {
    rule: 'an override goes only by its stamp',
    edits: [{ file: files.compactor, from: ", when: when('#stamp = :stamp', { stamp })", to: '' }],
    seed: 1244417155,
    path: '3215',
  },
  {
    rule: 'number entries go with the overrides that hid them',
    edits: [
      {
        file: files.compactor,
        from: 'await forEachConcurrently(entries, (entry) => table.write([{ delete: entry }]))',
        to: 'void entries',
      },
    ],
    seed: 841691654,
    path: '2586',
  },
  {
    rule: 'number entries go before the overrides that hid them',
    edits: [
      {
        file: files.compactor,
        from: 'await forEachConcurrently(entries, (entry) => table.write([{ delete: entry }]))',
        to: '',
      },
      {
        file: files.compactor,
        from: "when: when('#stamp = :stamp', { stamp }) }]),\n  )",
        to: "when: when('#stamp = :stamp', { stamp }) }]),\n  )\n  await forEachConcurrently(entries, (entry) => table.write([{ delete: entry }]))",
      },
    ],
    seed: 765769197,
    path: '1324',
  },
  {
    rule: 'number entries of runs that never flipped go too',
    edits: [
      {
        file: files.compactor,
        from: '{ done, kept })',
        to: '{ done, kept: new Set([...kept, ...overtaken.map(({ id }) => id)]) })',
      },
    ],
    seed: -1184735202,
    path: '6335',
  },
  {
    rule: 'rows that are gone are not counted in segments that are not opened',
    edits: [{ file: files.plan, from: ': ref.count - ref.gone', to: ': ref.count' }],
    example: 'gone elsewhere',
  },
  {
    rule: 'a node that a replica lacks is asked for again',
    edits: [{ file: files.nodes, from: '?? (await table.get<StoredNode>(at))', to: '' }],
    example: 'stale replica',
  },
  {
    rule: 'a masked row is not counted in its segment',
    edits: [
      {
        file: files.plan,
        from: 'Math.min(matched, placeOf(masked, last + 1) - placeOf(masked, first))',
        to: '0',
      },
    ],
    seed: -149657705,
    path: '254',
  },
  {
    rule: 'an erasure waits for what is under way',
    edits: [{ file: files.erase, from: 'await clock.sleep(underWayMs)', to: '' }],
    proof: 'erasure',
    seed: 878481788,
    path: '2617',
  },
  {
    rule: 'no history begins while its user is being erased',
    edits: [
      {
        file: files.head,
        from: 'const isFirst: Write[] = before.version === 0 ? [ownerIsOpen(user_id)] : []',
        to: 'const isFirst: Write[] = before.version === 0 ? [{ ...ownerIsOpen(user_id), when: exists }] : []',
      },
    ],
    example: 'erased meanwhile',
  },
  {
    rule: 'an erasure takes heads away before it waits',
    edits: [
      {
        file: files.erase,
        from: '...historyNouns.map(',
        to: '...[].map(',
      },
    ],
    example: 'erased meanwhile',
  },
  {
    rule: 'an erasure leaves no head',
    edits: [
      {
        file: files.erase,
        from: '...historyNouns.map(',
        to: '...[].map(',
      },
      {
        file: files.erase,
        from: 'for (const noun of userDataNouns) await eraseAll(noun)',
        to: "for (const noun of userDataNouns) if (!noun.endsWith('-history')) await eraseAll(noun)",
      },
    ],
    proof: 'erasure',
    seed: 522609090,
    path: '0',
  },
  {
    rule: 'calls that a restored stage takes in settle in',
    edits: [{ file: files.reconcile, from: 'await calls.register(taken)', to: '' }],
    list: 'called',
    seed: 1031660760,
    path: '4',
  },
  {
    rule: 'imported leads settle in',
    edits: [
      {
        file: files.adding,
        from: 'await historyOverrides(parts, leadHistory).register(',
        to: 'void historyOverrides(parts, leadHistory).register.bind(',
      },
    ],
    list: 'imported',
    seed: -13452163,
    path: '1',
  },
  {
    rule: 'leads of an import that goes on settle in once more',
    edits: [
      {
        file: files.adding,
        from: "return { outcome: isSame ? 'created' : 'clash' }",
        to: "return { outcome: isSame ? 'duplicate' : 'clash', ids: [] }",
      },
    ],
    list: 'imported',
    seed: 1573497585,
    path: '2',
  },
  {
    rule: 'calls that a killed run took in settle in with the next one',
    edits: [{ file: files.reconcile, from: 'await calls.register(refOf(call))', to: '' }],
    list: 'called',
    seed: -353240100,
    path: '6',
  },
  {
    rule: 'an import notes another id of a row before it tries that',
    edits: [{ file: files.importing, from: 'if (others[place] !== other) {', to: 'if (false) {' }],
    list: 'imported',
    seed: 1948953857,
    path: '148',
  },
  {
    rule: 'a live call is compacted only as it was read',
    edits: [
      {
        file: files.calls,
        from: "when: when('#revision = :revision', { revision: call.revision }),",
        to: '',
      },
    ],
    example: 'changed meanwhile',
  },
]
