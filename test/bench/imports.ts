import { createWriteStream } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { importLeads, openLocalFile } from '../../infra/admin/import-leads.ts'
import { adminUses } from '../../infra/admin/tools.ts'
import * as registry from '../../shared/runtime/registry.ts'
import { dependenciesOf, openParts } from '../../shared/runtime/wiring.ts'
import { Problem } from '../../shared/words/problem.ts'
import { engineClient } from '../engine/client.ts'
import { openMetered, user } from '../lists/store/loaded.ts'
import { campaignOf } from '../lists/store/loaded-leads.ts'
import { watchLists } from '../lists/store/watched-lists.ts'
import { workbookOf } from '../words/xlsx/workbook-file.ts'
import { type Listed, leadAsker } from './lead-asker.ts'
import type { BenchRow, Measure } from './measure.ts'

const rowsUsual = 20_000
const partsUsual = 10
const campaignId = 101
const pageUnitsMax = 600

/**
 * Measures imports of leads. The table runs in this process, so a million leads (`--rows 1000000`)
 * need 8 GB of memory: `NODE_OPTIONS=--max-old-space-size=12000`.
 */
export const imports: Measure = {
  topic: 'imports',
  title:
    'A file of leads is imported: alone, as CSV and as a workbook, and while new processes list the leads without a pause',
  run: async ({ rows = rowsUsual }) => [
    await importAlone(engineClient(), rowsUsual),
    await importAlone(engineClient(), rowsUsual, 'workbook'),
    ...(await importWhileListed(engineClient(), rows)),
  ],
}

const importAlone = async (engine: DynamoDBDocumentClient, rows: number, kind: FileKind = 'CSV'): Promise<BenchRow> => {
  const { metered, tools, importing } = await openImport(engine, rows, kind)
  const ask = await leadAsker(engine, metered.name, campaignId)
  const usage = startUsage()
  await importing(tools.leads)
  const cost = usage.until(rows, metered.units.written)
  return { import: `alone, ${kind}`, leads: rows, ...cost, ...judged([await ask()], 0) }
}

const importWhileListed = async (engine: DynamoDBDocumentClient, rows: number): Promise<BenchRow[]> => {
  const { metered, tools, importing } = await openImport(engine, rows)
  const ask = await leadAsker(engine, metered.name, campaignId)
  const size = Math.ceil(rows / partsUsual)
  const reports: BenchRow[] = []
  let part = { first: 0, asked: [] as Listed[], usage: startUsage(), written: 0, wrong: 0 }
  const { leads, during, seen } = watchLists(tools.leads, async () => {
    const answer = await ask()
    part.asked.push(answer)
    if (answer.status !== 200) throw new Problem('list_not_ready')
    return answer
  })
  const report = (imported: number) => {
    const { first, asked, usage, written, wrong } = part
    const cost = usage.until(imported - first, metered.units.written - written)
    const row = { import: 'while it is listed', leads: imported, ...cost, ...judged(asked, seen.wrong.length - wrong) }
    reports.push(row)
    console.error(JSON.stringify(row))
    const now = { written: metered.units.written, wrong: seen.wrong.length }
    part = { first: imported, asked: [], usage: startUsage(), ...now }
  }
  const running = importing(leads, (imported) => {
    if (imported >= (reports.length + 1) * size && imported < rows) report(imported)
  })
  await during(running)
  const { total } = await ask()
  if (total !== rows) seen.wrong.push(`${total}, not ${rows}`)
  report(rows)
  for (const wrong of seen.wrong.slice(0, 10)) console.error(`Wrong total: ${wrong}`)
  return reports
}

type FileKind = 'CSV' | 'workbook'

const openImport = async (engine: DynamoDBDocumentClient, rows: number, kind: FileKind = 'CSV') => {
  const metered = await openMetered(engine)
  const clock = { now: Date.now, sleep: async () => {} }
  const parts = { ...openParts({}), ...metered.parts, clock }
  await registry.users(parts).create({ id: user, name: 'Ada', email: 'ada@example.com', created_at: Date.now() })
  const campaign = campaignOf(campaignId)
  await registry.campaigns(parts).create(campaign)
  const tools = { ...dependenciesOf(adminUses, registry, parts), warn: () => undefined }
  const folder = await mkdtemp(join(tmpdir(), 'import-'))
  const file = join(folder, 'leads.csv')
  if (kind === 'CSV') await pipeline(csvOf(rows), createWriteStream(file))
  else await writeFile(file, workbookOf({ sheets: [{ name: 'Leads', rows: [...rowsOf(rows)] }] }))
  metered.units.written = 0
  const importing = async (leads: typeof tools.leads, onProgress: (imported: number) => void = () => {}) => {
    const showProgress = (bar: string) => onProgress(Number(/(\d+) leads/.exec(bar)?.[1]))
    await importLeads(
      { campaign, file: await openLocalFile(file), anyNumber: true },
      { ...tools, leads, showProgress },
    ).finally(() => rm(folder, { recursive: true }))
  }
  return { metered, tools, importing }
}

function* rowsOf(rows: number): Generator<string[]> {
  yield ['phone_number']
  for (let row = 0; row < rows; row++) yield [`+1202${5_000_000 + row}`]
}

function* csvOf(rows: number): Generator<string> {
  for (const cells of rowsOf(rows)) yield `${cells}\n`
}

const startUsage = () => {
  const began = { at: performance.now(), cpu: process.cpuUsage() }
  return {
    until: (leads: number, written: number): BenchRow => {
      const cpu = process.cpuUsage(began.cpu)
      return {
        'leads per second': (leads * 1000) / (performance.now() - began.at),
        'CPU ms per lead': (cpu.user + cpu.system) / 1000 / leads,
        'write units per lead': written / leads,
        'memory MB': Math.round(process.memoryUsage.rss() / 2 ** 20),
      }
    },
  }
}

const judged = (asked: readonly Listed[], wrong: number): BenchRow => ({
  'times listed': asked.length,
  'most read units of a page': { value: Math.max(...asked.map(({ units }) => units)), budget: pageUnitsMax },
  'mean read units': asked.reduce((sum, { units }) => sum + units, 0) / asked.length,
  'answers other than 200': { value: asked.filter(({ status }) => status !== 200).length, budget: 0 },
  'wrong totals': { value: wrong, budget: 0 },
})
