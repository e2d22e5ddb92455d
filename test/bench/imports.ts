import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openCsv } from '../../infra/admin/csv.ts'
import { importLeads } from '../../infra/admin/import-leads.ts'
import { adminUses } from '../../infra/admin/tools.ts'
import { nodeCache } from '../../shared/lists/store/node-cache.ts'
import * as registry from '../../shared/runtime/registry.ts'
import { openParts, supply } from '../../shared/runtime/wiring.ts'
import { userKey } from '../../shared/table/keys.ts'
import { openMetered, user } from '../lists/store/loaded.ts'
import { campaignOf } from '../lists/store/loaded-leads.ts'
import { watchLists } from '../lists/store/watched-lists.ts'
import type { Measure, Row } from './measure.ts'

const rowsUsual = 20_000
/** A page of a list that is being imported reads no more. */
const pageUnitsMax = 600

/** A file of leads, alone and while a reader asks for the list again and again; each total is held against what is there by then. */
export const imports: Measure = {
  topic: 'imports',
  title: 'A file of leads is imported: alone, and while its list is asked for without a pause',
  run: async ({ dynamodb, rows = rowsUsual }) => {
    return [await imported(dynamodb, rows, false), await imported(dynamodb, rows, true)]
  },
}

const imported = async (dynamodb: string, rows: number, isWatched: boolean): Promise<Row> => {
  const metered = await openMetered(dynamodb)
  const clock = { now: Date.now, sleep: async () => {} }
  const parts = { ...openParts({}), ...metered.parts, clock }
  await parts.table.write([{ put: { ...userKey(user), id: user } }])
  const campaign = campaignOf(101)
  await registry.campaigns(parts).create(campaign)
  const tools = { ...supply(adminUses, registry, parts), warn: () => undefined, showProgress: () => undefined }
  const page = async () => {
    const cold = await openMetered(dynamodb, metered.name)
    const answer = await registry
      .leadPages({ ...parts, ...cold.parts, clock, nodes: nodeCache() })
      .page(user, {}, 0, 15)
    pageUnits.push(cold.units.read)
    return answer
  }
  const pageUnits: number[] = []
  const { leads, during } = watchLists(tools.leads, page)
  const folder = await mkdtemp(join(tmpdir(), 'import-'))
  const file = join(folder, 'leads.csv')
  const phones = Array.from({ length: rows }, (_, row) => `+1202${String(5_000_000 + row)}`)
  await writeFile(file, ['phone_number', ...phones].join('\n'))
  metered.units.written = 0
  const began = { at: performance.now(), cpu: process.cpuUsage() }
  const importing = importLeads(
    { campaign, csv: await openCsv(file), anyNumber: true },
    { ...tools, leads, warn: () => {}, showProgress: () => {} },
  )
  const asking = isWatched ? during(importing) : { asked: 0, putOff: 0, wrong: [] }
  const [seen] = await Promise.all([asking, importing])
  const seconds = (performance.now() - began.at) / 1000
  const cpu = process.cpuUsage(began.cpu)
  const written = metered.units.written
  const { total } = await page()
  await rm(folder, { recursive: true })
  return {
    import: isWatched ? 'while the list is asked for' : 'alone',
    leads: rows,
    'leads per second': rows / seconds,
    'CPU ms per lead': (cpu.user + cpu.system) / 1000 / rows,
    'write units per lead': written / rows,
    'read units of a cold page, at most': { value: Math.max(...pageUnits), budget: pageUnitsMax },
    'of the first page after it': pageUnits.at(-1),
    'times asked': seen.asked,
    'told to wait': { value: seen.putOff, budget: 0 },
    'wrong totals': { value: seen.wrong.length + (total === rows ? 0 : 1), budget: 0 },
  }
}
