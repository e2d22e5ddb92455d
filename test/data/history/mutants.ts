import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import type * as Lists from './list-proofs.ts'
import type * as Proofs from './proofs.ts'

import { type Mutant, mutants } from './rules.ts'

/**
 * Breaks one rule of the history at a time and runs the proofs of proofs.ts against that. Each mutant has a random history
 * that is known to go wrong under it, so that all of them take seconds: `node test/data/history/mutants.ts`. After a change of the
 * model, `--search` looks for such histories anew and prints where they are.
 */
const root = new URL('../../..', import.meta.url).pathname
const isSearching = process.argv.includes('--search')
const only = process.argv.slice(2).filter((word) => !word.startsWith('--'))
const runsMax = Number(process.env.HISTORY_RUNS ?? 6000)

/** A copy of what the properties run on, with some passages replaced. */
const breakIn = async (folder: string, { rule, edits }: Mutant): Promise<void> => {
  await mkdir(join(folder, 'test/data'), { recursive: true })
  await cp(join(root, 'shared'), join(folder, 'shared'), { recursive: true })
  await cp(join(root, 'test/data/history'), join(folder, 'test/data/history'), { recursive: true })
  await cp(join(root, 'infra'), join(folder, 'infra'), { recursive: true })
  for (const file of ['test/memory-table.ts', 'test/data/local-secret.ts'])
    await cp(join(root, file), join(folder, file))
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
}

/** What is known to fail under a rule's mutant, in the tree below `folder`. */
const check = async (folder: string, { seed, path, example, proof = 'exactness', list }: Mutant) => {
  const at = (name: string) => join(folder, 'test/data/history', name)
  const { examples, proofs }: typeof Proofs = await import(at('proofs.ts'))
  if (example) return { failed: !(await examples[example]()), where: 'an example' }
  // The lists of the product take long to be loaded.
  const { listProofs }: typeof Lists = list ? await import(at('list-proofs.ts')) : {}
  const known = { seed, path, numRuns: 1 }
  const found = await fc.check<unknown>(list ? listProofs[list] : proofs[proof], {
    ...(isSearching ? { numRuns: runsMax } : known),
    endOnFailure: true,
  })
  return { failed: found.failed, where: `seed: ${found.seed}, path: '${found.counterexamplePath}'` }
}

for (const mutant of mutants) {
  if (only.length && !only.some((word) => mutant.rule.includes(word))) continue
  const folder = await mkdtemp(join(tmpdir(), 'history-'))
  await breakIn(folder, mutant)
  const { failed, where } = await check(folder, mutant)
  if (isSearching) console.log(`${mutant.rule}: after a search, ${where}`)
  else if (!failed) console.log(`${mutant.rule}: not noticed`)
  else if ((await check(root, mutant)).failed) console.log(`${mutant.rule}: wrong with it, too`)
  await rm(folder, { recursive: true })
}
console.log(`${mutants.length} rules`)
