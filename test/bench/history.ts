import { callHistory } from '../../shared/data/call-history.ts'
import { callPages } from '../../shared/data/call-pages.ts'
import { nodeCache } from '../../shared/data/history/node-cache.ts'
import { historySealer } from '../../shared/data/history/sealer.ts'
import { callKey, userKey } from '../../shared/data/keys.ts'
import { inParts, loadCalls, now, openMetered, pagesOf, perPage, tailRows, user } from '../data/history/loaded.ts'
import { sampleCalls } from '../data/history/sample-calls.ts'
import { tripsOver } from '../data/history/trips.ts'
import { type Cell, type Measure, median, type Row } from './measure.ts'
import { postgresPages } from './postgres.ts'

const sizes = [1000, 10_000, 100_000]
const sealedRows = 4000

/**
 * Pages over calls, and what sealing them costs. Units are beside those of the page's own rows. Of each history, those records are stored
 * that are read: the rest of them no page touches.
 */
export const history: Measure = {
  topic: 'history',
  title: `Pages of calls, ${tailRows} of them not sealed: read units beside the page's rows, trips in sequence, ms (cold, then warm)`,
  run: async ({ dynamodb, rows }) => {
    const figures: Row[] = []
    for (const size of rows ? [...sizes, rows] : sizes) figures.push(...(await pagesOver(dynamodb, size)))
    return [...figures, ...(await sealing(dynamodb))]
  },
}

const pagesOver = async (dynamodb: string, size: number): Promise<Row[]> => {
  const { parts, units, sample, matching, keep } = await loadCalls(dynamodb, size)
  const postgres = await postgresPages(size)
  const figures: Row[] = []
  for (const [name, filterOf, first] of pagesOf(size)) {
    const filter = filterOf(sample)
    const all = matching(filter)
    const shown = all.slice(first, first + perPage)
    await keep(shown)
    const ask = async (nodes: ReturnType<typeof nodeCache>) => {
      const trips = tripsOver(parts.table)
      units.read = 0
      const began = performance.now()
      const page = await callPages({ ...parts, table: trips.table, nodes }).page(user, filter, first, perPage)
      const ms = performance.now() - began
      if (page.total !== all.length) throw new Error(`${name}: ${page.total} calls, not ${all.length}`)
      return { units: units.read - 2 * shown.length, trips: trips.inSequence(), ms }
    }
    const cold = []
    for (let run = 0; run < 5; run++) cold.push(await ask(nodeCache()))
    const nodes = nodeCache()
    await ask(nodes)
    const warm = []
    for (let run = 0; run < 9; run++) warm.push(await ask(nodes))
    const [coldFirst, warmFirst] = [cold[0], warm[0]]
    figures.push({
      calls: size,
      page: name,
      total: all.length,
      'cold units': { value: coldFirst?.units ?? 0, budget: 600 },
      'cold trips': { value: coldFirst?.trips ?? 0, budget: 4 },
      'cold ms': median(cold.map(({ ms }) => ms)),
      'warm units': { value: warmFirst?.units ?? 0, budget: 4 + 0.2 * tailRows },
      'warm trips': { value: warmFirst?.trips ?? 0, budget: 4 },
      'warm ms': median(warm.map(({ ms }) => ms)),
      'PostgreSQL ms': postgres.get(name),
    })
  }
  return figures
}

/** A history from nothing, from records as they are stored: what migration costs. */
const sealing = async (dynamodb: string): Promise<Row[]> => {
  const { parts, units } = await openMetered(dynamodb)
  const sample = sampleCalls(sealedRows, now, user)
  await parts.table.write([{ put: { ...userKey(user), id: user } }])
  await inParts(
    sample.ids.map((_, place) => sample.callAt(place)),
    (call) => parts.table.write([{ put: { ...callKey(user, call.id), ...call } }]),
  )
  const sealer = historySealer({ ...parts, historyLimits: { beginMs: 0, settleMs: 0 } }, callHistory)
  units.read = 0
  units.written = 0
  const began = performance.now()
  for (let more = true; more; ) more = (await sealer.seal(user))?.more ?? false
  const ms = performance.now() - began
  const row = (page: string, figure: Cell): Row => ({
    calls: sealedRows,
    page,
    total: undefined,
    'cold units': figure,
    'cold trips': undefined,
    'cold ms': undefined,
    'warm units': undefined,
    'warm trips': undefined,
    'warm ms': undefined,
    'PostgreSQL ms': undefined,
  })
  return [
    row('sealed from nothing: read units per call', { value: units.read / sealedRows, budget: 0.3 }),
    row('sealed from nothing: write units per call', { value: units.written / sealedRows, budget: 2 }),
    row('sealed from nothing: seconds for a million, on this machine', (ms / sealedRows) * 1000),
  ]
}
