import { askForPage, askTwice, budgets, type ListRequest, type PageAsked } from '../lists/store/asked.ts'
import { type Loaded, tailRows } from '../lists/store/loaded.ts'
import { loadCalls, pagesOfCalls } from '../lists/store/loaded-calls.ts'
import {
  completed,
  countsOfLeads,
  keepForCounts,
  loadLeads,
  pagesOfLeads,
  scattered,
} from '../lists/store/loaded-leads.ts'
import { type Bench, type BenchRow, type Cell, type Measure, median } from './measure.ts'
import { howToInstall, type Postgres, postgresPages, type SameRows, startPostgres } from './postgres.ts'
import { sameCalls, sameLeads } from './same-rows.ts'

const sizes = [1000, 10_000, 100_000]
const timesMax = 1.5
const comparedSize = 10_000
const runs = 9
/** Maximum read units of each request that counts leads. */
const countUnitsMax = 60
const changes: [count: number, unitsMax: number | undefined][] = [
  [60, countUnitsMax],
  [190, undefined],
]

/**
 * Measures pages of lists, and compares each with the expected page. The table contains only
 * records that these pages read.
 */
export const history: Measure = {
  topic: 'history',
  title: `Pages, ${tailRows} rows not compacted: read units beside the page's rows, trips in sequence, ms; first of a process that has seen nothing`,
  run: async (bench) => {
    const postgres = await startPostgres()
    if (!postgres) console.log(`${howToInstall}\n`)
    const calls = await pagesOver(bench, 'calls', loadCalls, pagesOfCalls, postgres, sameCalls)
    const leads = await pagesOver(bench, 'leads', loadLeads, pagesOfLeads, postgres, sameLeads)
    await postgres?.close()
    return [...calls, ...leads, ...(await countsOver(bench))]
  },
}

const sizesOf = ({ rows }: Bench): number[] => (rows ? [...sizes, rows] : sizes)

const pagesOver = async <L extends Loaded>(
  bench: Bench,
  list: string,
  load: (dynamodb: string, size: number) => Promise<L>,
  pagesOf: (loaded: L) => PageAsked[],
  postgres: Postgres | undefined,
  same: SameRows,
): Promise<BenchRow[]> => {
  const figures: BenchRow[] = []
  const compared = new Map<string, () => Promise<Pair>>()
  for (const size of sizesOf(bench)) {
    const loaded = await load(bench.dynamodb, size)
    const others = postgres ? await postgresPages(postgres, same, size) : new Map<string, number>()
    for (const page of pagesOf(loaded)) {
      const asked = await askForPage(loaded, page)
      if (size === comparedSize && page.isUnfiltered) compared.set(page.name, asked.again)
      const times = await timesOf(asked.again, size > comparedSize ? compared.get(page.name) : undefined)
      figures.push({
        list,
        rows: size,
        page: page.name,
        total: asked.total,
        ...figuresOf(asked, budgets, times),
        'times that of 10,000': times.ratio && { value: times.ratio, budget: timesMax },
        'PostgreSQL ms': others.get(page.name),
      })
    }
  }
  return figures
}

const countsOver = async (bench: Bench): Promise<BenchRow[]> => {
  const figures: BenchRow[] = []
  for (const size of sizesOf(bench)) {
    const loaded = await loadLeads(bench.dynamodb, size)
    await keepForCounts(loaded)
    for (const [name, ask] of Object.entries(countsOfLeads)) {
      const again = () => askTwice<unknown>(loaded, 0, ask)
      const isBounded = name !== 'preview' || size > comparedSize
      const own = isBounded ? { coldUnits: countUnitsMax, warmUnits: countUnitsMax } : {}
      const row = figuresOf(await again(), own, await timesOf(again))
      const untold = name === 'preview' && { trips: undefined, 'warm trips': undefined }
      figures.push({ list: 'leads', rows: size, page: name, total: undefined, ...row, ...untold })
    }
    for (const [count, unitsMax] of changes) {
      await completed(loaded, scattered(loaded, count))
      const again = () => askTwice<unknown>(loaded, 0, countsOfLeads.leads_count)
      const own = { trips: budgets.trips, coldUnits: unitsMax, warmUnits: countUnitsMax }
      const row = figuresOf(await again(), own, await timesOf(again))
      figures.push({ list: 'leads', rows: size, page: `leads_count, ${count} changes`, total: undefined, ...row })
    }
  }
  return figures
}

interface Pair {
  cold: ListRequest<unknown>
  warm: ListRequest<unknown>
}

interface Times {
  cold: number
  warm: number
  ratio: number | undefined
}

const timesOf = async (ask: () => Promise<Pair>, other?: () => Promise<Pair>): Promise<Times> => {
  const own: Pair[] = []
  const others: Pair[] = []
  for (let run = 0; run < runs; run++) {
    own.push(await ask())
    if (other) others.push(await other())
  }
  const of = (pairs: Pair[], which: keyof Pair) => median(pairs.map((pair) => pair[which].ms))
  const both = (pairs: Pair[]) => of(pairs, 'cold') + of(pairs, 'warm')
  return { cold: of(own, 'cold'), warm: of(own, 'warm'), ratio: other && both(own) / both(others) }
}

const figuresOf = ({ cold, warm }: Pair, most: Partial<typeof budgets>, times: Times): BenchRow => ({
  'cold units': beside(cold.units, most.coldUnits),
  trips: beside(cold.trips, most.trips),
  ms: times.cold,
  'warm units': beside(warm.units, most.warmUnits),
  'warm trips': beside(warm.trips, most.trips),
  'warm ms': times.warm,
})

const beside = (value: number, budget: number | undefined): Cell => (budget === undefined ? value : { value, budget })
