import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import * as intact from './proofs.ts'

/**
 * Breaks one rule of the history at a time and runs the proofs of proofs.ts against that. Each mutant has a random history
 * that is known to go wrong under it, so that all of them take seconds: `node test/data/history/mutants.ts`. After a change of the
 * model, `--search` looks for such histories anew and prints where they are.
 */
interface Mutant {
  rule: string
  edits: { file: string; from: string; to: string }[]
  /** The seed of the random histories and which of them goes wrong, or the example that does. */
  seed?: number
  path?: string
  example?: intact.Example
}

const files = {
  marks: 'shared/data/history/marks.ts',
  sealer: 'shared/data/history/sealer.ts',
  head: 'shared/data/history/head.ts',
  sealing: 'shared/domain/history/sealing.ts',
  reads: 'shared/data/history/consistent-reads.ts',
  loose: 'shared/data/history/loose-rows.ts',
  plan: 'shared/domain/history/page-plan.ts',
  nodes: 'shared/data/history/nodes.ts',
}

const mutants: Mutant[] = [
  {
    rule: 'creators settle in',
    edits: [
      {
        file: files.marks,
        from: '      await Promise.all(marks.map((mark) => table.write([mark])))',
        to: '      void marks',
      },
    ],
    seed: 365341739,
    path: '201',
  },
  {
    rule: 'a record that is closed settles in once more',
    edits: [
      {
        file: files.marks,
        from: 'mayHavePassed(await head.read(user_id), id) ? [put(user_id, id, {})] : []',
        to: '[]',
      },
    ],
    seed: 1577005626,
    path: '62',
  },
  {
    rule: 'a record is late while a run is under way',
    edits: [
      { file: files.marks, from: 'id < sealed_until || (id < fence && version > flipped)', to: 'id < sealed_until' },
    ],
    seed: -95926664,
    path: '158',
  },
  {
    rule: 'the fence is announced before the range is read',
    edits: [
      {
        file: files.sealer,
        from: 'head.replace(user_id, before, announced)',
        to: 'head.replace(user_id, before, { ...announced, fence: before.fence })',
      },
    ],
    seed: 1695689727,
    path: '4715',
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
        file: files.sealer,
        from: 'await inTurns(passed, ({ id }) => table.write([lookMark(list, random, user_id, id)]))',
        to: '',
      },
    ],
    seed: -207438947,
    path: '155',
  },
  {
    rule: 'an open record stops the run before itself',
    edits: [{ file: files.sealing, from: 'until: stop?.id ?? until', to: 'until: stop ? stop.id + 1 : until' }],
    seed: 614929005,
    path: '531',
  },
  {
    rule: 'the sealer reads marks before records',
    edits: [
      {
        file: files.sealer,
        from: '      const marks = await readMarks(table, list, user_id)\n      const range = await readRange(user_id, announced)\n',
        to: '      const range = await readRange(user_id, announced)\n      const marks = await readMarks(table, list, user_id)\n',
      },
    ],
    seed: -1306219570,
    path: '316',
  },
  {
    rule: 'a reader takes the head before the marks',
    edits: [
      {
        file: files.reads,
        from: 'const [seen, asked] = await Promise.all([head.read(user_id), first()])',
        to: "Object.assign(parts, { early: await (await import('./marks.ts')).readMarks(table, list, user_id) })\n      const [seen, asked] = await Promise.all([head.read(user_id), first()])",
      },
      {
        file: files.loose,
        from: 'readMarks(table, list, user_id, { from, until: Math.min(until, head.sealed_until) })',
        to: 'parts.early.filter(({ id }) => id >= from && id < Math.min(until, head.sealed_until))',
      },
    ],
    seed: 1619607224,
    path: '647',
  },
  {
    rule: 'a reader compares the folds at the end',
    edits: [{ file: files.reads, from: 'again === seen.folds && isComplete', to: 'isComplete' }],
    seed: 340823183,
    path: '5108',
  },
  {
    rule: 'a mark goes only by its stamp',
    edits: [{ file: files.sealer, from: ", when: when('#stamp = :stamp', { stamp })", to: '' }],
    seed: 1237978951,
    path: '1786',
  },
  {
    rule: 'number entries go with the marks that hid them',
    edits: [
      {
        file: files.sealer,
        from: 'await inTurns(entries, (entry) => table.write([{ delete: entry }]))',
        to: 'void entries',
      },
    ],
    seed: 1452463643,
    path: '1949',
  },
  {
    rule: 'number entries go before the marks that hid them',
    edits: [
      { file: files.sealer, from: 'await inTurns(entries, (entry) => table.write([{ delete: entry }]))', to: '' },
      {
        file: files.sealer,
        from: "when: when('#stamp = :stamp', { stamp }) }]),\n    )",
        to: "when: when('#stamp = :stamp', { stamp }) }]),\n    )\n    await inTurns(entries, (entry) => table.write([{ delete: entry }]))",
      },
    ],
    seed: 765769197,
    path: '1324',
  },
  {
    rule: 'number entries of runs that never flipped go too',
    edits: [
      {
        file: files.sealer,
        from: '        done.filter(({ id }) => !kept.has(id)),\n        done.filter(({ id }) => kept.has(id)),',
        to: '        folded.filter(({ id }) => !kept.has(id)),\n        [...overtaken, ...folded.filter(({ id }) => kept.has(id))],',
      },
    ],
    seed: 748417840,
    path: '16952',
  },
  {
    rule: 'rows that are gone are not counted in volumes that are not opened',
    edits: [{ file: files.plan, from: 'matched: ref.count - ref.gone', to: 'matched: ref.count' }],
    example: 'gone elsewhere',
  },
  {
    rule: 'a node that a replica lacks is asked for again',
    edits: [{ file: files.nodes, from: '?? (await table.get<StoredNode>(at))', to: '' }],
    example: 'stale replica',
  },
  {
    rule: 'a masked row is not counted where it is sealed',
    edits: [
      {
        file: files.plan,
        from: 'first >= from && last < until && !isAmong && !anyBetween(masked, first, last)',
        to: 'first >= from && last < until && !isAmong',
      },
    ],
    seed: -149657705,
    path: '254',
  },
]

const root = new URL('../../..', import.meta.url).pathname
const isSearching = process.argv.includes('--search')
const only = process.argv.slice(2).filter((word) => !word.startsWith('--'))
const runsMax = Number(process.env.HISTORY_RUNS ?? 6000)

/** A copy of what the property runs on, with some passages replaced. */
const mutated = async (folder: string, { rule, edits }: Mutant): Promise<string> => {
  await mkdir(join(folder, 'test/data'), { recursive: true })
  await cp(join(root, 'shared'), join(folder, 'shared'), { recursive: true })
  await cp(join(root, 'test/data/history'), join(folder, 'test/data/history'), { recursive: true })
  await cp(join(root, 'test/memory-table.ts'), join(folder, 'test/memory-table.ts'))
  await writeFile(join(folder, 'package.json'), '{"type":"module"}')
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
  for (const { file, from, to } of edits) {
    const text = await readFile(join(folder, file), 'utf8')
    if (!text.includes(from)) throw new Error(`${file} has no passage to break for "${rule}": ${from}`)
    await writeFile(
      join(folder, file),
      text.replace(from, () => to),
    )
  }
  return join(folder, 'test/data/history/proofs.ts')
}

const check = async (module: typeof intact, { seed, path, example }: Mutant) => {
  if (example) return { failed: !(await module.examples[example]()), where: 'an example' }
  const known = { seed, path, numRuns: 1 }
  const found = await fc.check(module.exactness, {
    ...(isSearching ? { numRuns: runsMax } : known),
    endOnFailure: true,
  })
  return { failed: found.failed, where: `seed: ${found.seed}, path: '${found.counterexamplePath}'` }
}

for (const mutant of mutants) {
  if (only.length && !only.some((word) => mutant.rule.includes(word))) continue
  const folder = await mkdtemp(join(tmpdir(), 'history-'))
  const broken: typeof intact = await import(await mutated(folder, mutant))
  const { failed, where } = await check(broken, mutant)
  if (isSearching) console.log(`${mutant.rule}: after a search, ${where}`)
  else if (!failed) console.log(`${mutant.rule}: not noticed`)
  else if ((await check(intact, mutant)).failed) console.log(`${mutant.rule}: wrong with it, too`)
  await rm(folder, { recursive: true })
}
console.log(`${mutants.length} rules`)
