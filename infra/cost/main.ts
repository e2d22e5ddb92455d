import { readFile, writeFile } from 'node:fs/promises'
import { costPage } from './page.ts'
import { resourcesOf } from './template.ts'
import { CostUnits, LoadUnits, loadUnitsFile, unitsFile } from './units.ts'

/** `npm run cost` writes docs/cost.md from the template, measured units and prices. */
const root = new URL('../..', import.meta.url)
const read = async (file: string): Promise<unknown> => JSON.parse(await readFile(new URL(file, root), 'utf8'))
const units = CostUnits.parse(await read(unitsFile))
const loads = LoadUnits.parse(await read(loadUnitsFile))
await writeFile(
  new URL('docs/cost.md', root),
  costPage(await resourcesOf('prod'), await resourcesOf('dev'), units, loads),
)
console.log('Wrote docs/cost.md')
