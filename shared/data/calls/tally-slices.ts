import {
  type AnalyticsFilter,
  addFacts,
  type GroupSums,
  noSums,
  type Trait,
  traitOf,
} from '../../domain/calls/analytics.ts'
import type { CallFacts } from '../../domain/calls/call-facts.ts'
import { addHistogram } from '../../domain/calls/latency.ts'
import type { Cells } from './tally-items.ts'

/** `time`: sums by quarter-hour without latencies; `wait`: latencies by quarter-hour. */
export type Projection = 'time' | 'wait' | Trait

const traits = Object.keys(traitOf) as Trait[]

const slicesOf = (facts: CallFacts): string[] => [
  'all',
  `assistant=${facts.assistant_id}`,
  ...(facts.assistant_version === undefined ? [] : [`version=${facts.assistant_id}.${facts.assistant_version}`]),
  ...(facts.campaign_id === undefined ? [] : [`campaign=${facts.campaign_id}`]),
  `reason=${facts.ended_reason}`,
  `status=${facts.status}`,
  `type=${facts.type}`,
]

export const sliceFor = (filter: AnalyticsFilter): string | undefined => {
  const { assistant_id, assistant_version, campaign_id, ended_reason, status, type } = filter
  const asked = [
    ...(assistant_id !== undefined && assistant_version === undefined ? [`assistant=${assistant_id}`] : []),
    ...(assistant_version !== undefined ? [`version=${assistant_id}.${assistant_version}`] : []),
    ...(campaign_id !== undefined ? [`campaign=${campaign_id}`] : []),
    ...(ended_reason !== undefined ? [`reason=${ended_reason}`] : []),
    ...(status !== undefined ? [`status=${status}`] : []),
    ...(type !== undefined ? [`type=${type}`] : []),
  ]
  return asked.length > 1 ? undefined : (asked[0] ?? 'all')
}

export interface Totals {
  slice: string
  projection: Projection
  cells: Cells
}

export const sumsIn = (cells: Cells, key: string | number | null): GroupSums => {
  const sums = cells.get(key) ?? noSums()
  cells.set(key, sums)
  return sums
}

export const totalsOf = (facts: readonly CallFacts[]): Totals[] => {
  const totals = new Map<string, Totals>()
  const cellsOf = (slice: string, projection: Projection): Cells => {
    const name = `${slice} ${projection}`
    const known = totals.get(name) ?? { slice, projection, cells: new Map() }
    totals.set(name, known)
    return known.cells
  }
  for (const each of facts) {
    const { latencies, ...counted } = each
    for (const slice of slicesOf(each)) {
      addFacts(sumsIn(cellsOf(slice, 'time'), each.quarter), counted)
      if (latencies) addHistogram(sumsIn(cellsOf(slice, 'wait'), each.quarter).latencies, latencies)
      for (const trait of traits) {
        if (trait === 'version' && !slice.startsWith('assistant=') && !slice.startsWith('version=')) continue
        addFacts(sumsIn(cellsOf(slice, trait), traitOf[trait](each)), each)
      }
    }
  }
  return [...totals.values()]
}
