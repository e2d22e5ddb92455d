import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openCsv } from '../../infra/admin/csv.ts'
import { importLeads } from '../../infra/admin/import-leads.ts'
import { adminUses } from '../../infra/admin/tools.ts'
import { userKey } from '../../shared/data/keys.ts'
import * as registry from '../../shared/runtime/registry.ts'
import { openParts, supply } from '../../shared/runtime/wiring.ts'
import { openMetered, user } from '../data/history/loaded.ts'
import { campaignOf } from '../data/history/loaded-leads.ts'
import { watchLists } from '../data/history/watched-lists.ts'
import type { Measure, Row } from './measure.ts'

const rowsUsual = 10_000
const rowsMany = 50_000

/** A file of leads, alone and while a reader asks for the list again and again; each total is held against what is there by then. */
export const imports: Measure = {
  topic: 'history',
  title: 'A file of leads is imported: alone, and while its list is asked for without a pause',
  run: async ({ dynamodb, rows: wanted = 0 }) => {
    const rows = wanted > rowsMany ? rowsMany : rowsUsual
    return [await imported(dynamodb, rows, false), await imported(dynamodb, rows, true)]
  },
}

const imported = async (dynamodb: string, rows: number, isWatched: boolean): Promise<Row> => {
  const metered = await openMetered(dynamodb)
  const clock = { now: Date.now, sleep: async () => {} }
  // A stage that has sealed before: so many leads could not be listed otherwise.
  const parts = { ...openParts({}), ...metered.parts, clock }
  await parts.table.write([{ put: { ...userKey(user), id: user } }])
  const campaign = campaignOf(101)
  await registry.campaigns(parts).create(campaign)
  const tools = { ...supply(adminUses, registry, parts), warn: () => undefined, showProgress: () => undefined }
  const { leads, during } = watchLists(tools.leads, () => registry.leadPages(parts).page(user, {}, 0, 15))
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
  await rm(folder, { recursive: true })
  return {
    import: isWatched ? 'while the list is asked for' : 'alone',
    leads: rows,
    'leads per second': rows / seconds,
    'CPU ms per lead': (cpu.user + cpu.system) / 1000 / rows,
    'write units per lead': metered.units.written / rows,
    'times asked': seen.asked,
    'told to wait': seen.putOff,
    'wrong totals': { value: seen.wrong.length, budget: 0 },
  }
}
