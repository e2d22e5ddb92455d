import { globSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))

const withSlashes = (path: string): string => path.replaceAll('\\', '/')

const declarations = [
  /^(?:export )?const (\w+)/,
  /^ {2,6}const (\w+) = (?:async )?[(<]/,
  /^ {2,6}(\w+): (?:async )?(?:[(<]|\w+ =>)/,
]

/** Names each conditional write in the source after its file and function. */
const named = (source: string, path: string): { text: string; sites: string[] } => {
  const file = path.replace(/^shared\/(data\/)?/, '')
  const counts = new Map<string, number>()
  const sites: string[] = []
  let owner = ''
  const lines = source.split('\n').map((line) => {
    for (const declaration of declarations) owner = declaration.exec(line)?.[1] ?? owner
    return line.replaceAll(/\bwhen:/g, (found) => {
      const name = `${file} ${owner}`
      const count = (counts.get(name) ?? 0) + 1
      counts.set(name, count)
      const site = count === 1 ? name : `${name} ${count}`
      sites.push(site)
      return `site: '${site}', ${found}`
    })
  })
  return { text: lines.join('\n'), sites }
}

const hasConditions = (file: string): boolean => /^shared\/.*\.ts$/.test(file) && file !== 'shared/table/table.ts'

export const conditionSites = (): string[] =>
  globSync('shared/**/*.ts', { cwd: root })
    .map(withSlashes)
    .filter(hasConditions)
    .flatMap((file) => named(readFileSync(`${root}${file}`, 'utf8'), file).sites)

/**
 * Vite plugin that loads the product with named conditions, so that a test can tell which condition
 * failed.
 */
export const nameConditions = {
  name: 'name-conditions',
  enforce: 'pre' as const,
  transform: (source: string, id: string) => {
    const file = withSlashes(relative(root, id))
    return hasConditions(file) ? { code: named(source, file).text, map: null } : undefined
  },
}
