import { readFileSync } from 'node:fs'
import { registerHooks, stripTypeScriptTypes } from 'node:module'
import fc from 'fast-check'
import type * as Lists from './list-proofs.ts'
import type * as Proofs from './proofs.ts'
import { type Mutant, mutants } from './rules.ts'

/**
 * This program breaks one rule of the list engine at a time, and expects a proof to fail. Each
 * mutant stores steps with which a proof fails; `node test/lists/store/mutants.ts --search` finds
 * new steps after a change of the model.
 */
const root = new URL('../../..', import.meta.url).href
const isSearching = process.argv.includes('--search')
const only = process.argv.slice(2).filter((word) => !word.startsWith('--'))
const runsMax = Number(process.env.HISTORY_RUNS ?? 6000)

/** Changed source files of each mutant. The `?query` of an import names the mutant. */
const broken = new Map<string, Map<string, string>>()
const isOurs = (url: string) => url.startsWith(root) && url.endsWith('.ts') && !url.includes('/node_modules/')

registerHooks({
  resolve: (specifier, context, next) => {
    const found = next(specifier, context)
    const { search } = new URL(context.parentURL ?? root)
    return broken.has(search) && isOurs(found.url) ? { ...found, url: found.url + search } : found
  },
  load: (url, context, next) => {
    const [file = '', query] = url.split('?')
    const files = broken.get(`?${query}`)
    if (!files) return next(url, context)
    return { format: 'module', source: files.get(file) ?? whole(file), shortCircuit: true }
  },
})

const wholeFiles = new Map<string, string>()
const whole = (file: string): string => {
  const source = wholeFiles.get(file) ?? stripTypeScriptTypes(textOf(file))
  wholeFiles.set(file, source)
  return source
}
const textOf = (file: string) => readFileSync(new URL(file), 'utf8')

const breakIn = ({ rule, edits }: Mutant): string => {
  const texts = new Map<string, string>()
  for (const { file, from, to } of edits) {
    const text = texts.get(root + file) ?? textOf(root + file)
    if (!text.includes(from)) throw new Error(`${file} has no passage to break for "${rule}": ${from}`)
    texts.set(
      root + file,
      text.replace(from, () => to),
    )
  }
  const query = `?mutant=${broken.size}`
  broken.set(query, new Map([...texts].map(([file, text]) => [file, stripTypeScriptTypes(text)])))
  return query
}

const check = async (query: string, { seed, path, example, proof = 'exactness', list }: Mutant) => {
  const at = (name: string) => new URL(name + query, import.meta.url).href
  const { examples, proofs }: typeof Proofs = await import(at('proofs.ts'))
  if (example) return { failed: !(await examples[example]()), where: 'an example' }
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
  const { failed, where } = await check(breakIn(mutant), mutant)
  if (isSearching) console.log(`${mutant.rule}: after a search, ${where}`)
  else if (!failed) console.log(`${mutant.rule}: not noticed`)
  else if ((await check('', mutant)).failed) console.log(`${mutant.rule}: wrong with it, too`)
}
console.log(`${mutants.length} rules`)
