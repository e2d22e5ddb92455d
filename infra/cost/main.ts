import { readFile, writeFile } from 'node:fs/promises'
import { costPage } from './page.ts'
import { resourcesOf } from './template.ts'
import { CostUnits, unitsFile } from './units.ts'

/** `npm run cost`: docs/cost.md, from what would be deployed, what was measured, and what it is sold for. */
const root = new URL('../..', import.meta.url)
const units = CostUnits.parse(JSON.parse(await readFile(new URL(unitsFile, root), 'utf8')))
await writeFile(new URL('docs/cost.md', root), costPage(await resourcesOf('prod'), await resourcesOf('dev'), units))
console.log('Wrote docs/cost.md')
