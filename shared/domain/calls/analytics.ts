import { decimalOf, type Micros } from '../../words/money.ts'
import type { CallFacts } from './call-facts.ts'
import { addHistogram, percentileOf } from './latency.ts'

export const metrics = [
  'calls',
  'reached',
  'reach_rate',
  'goals',
  'goal_rate',
  'minutes',
  'cost',
  'cost_per_goal',
  'average_duration',
  'latency_p50',
  'latency_p95',
  'opt_outs',
] as const
export type Metric = (typeof metrics)[number]

export const groupings = [
  'day',
  'hour_of_day',
  'assistant',
  'version',
  'campaign',
  'number',
  'ended_reason',
  'country',
] as const
export type Grouping = (typeof groupings)[number]

export type GroupKey = string | number | null

export interface GroupSums {
  calls: number
  answered: number
  reached: number
  goals: number
  opt_outs: number
  seconds: number
  cost: Micros
  latencies: number[]
}

export const noSums = (): GroupSums => ({
  calls: 0,
  answered: 0,
  reached: 0,
  goals: 0,
  opt_outs: 0,
  seconds: 0,
  cost: 0,
  latencies: [],
})

export const addFacts = (sums: GroupSums, facts: CallFacts): void => {
  sums.calls += 1
  sums.answered += Number(facts.answered)
  sums.reached += Number(facts.reached)
  sums.goals += Number(facts.goal)
  sums.opt_outs += Number(facts.opted_out)
  sums.seconds += facts.seconds
  sums.cost += facts.cost
  if (facts.latencies) addHistogram(sums.latencies, facts.latencies)
}

export const addSums = (sums: GroupSums, more: GroupSums): void => {
  sums.calls += more.calls
  sums.answered += more.answered
  sums.reached += more.reached
  sums.goals += more.goals
  sums.opt_outs += more.opt_outs
  sums.seconds += more.seconds
  sums.cost += more.cost
  for (const [bucket, count = 0] of more.latencies.entries())
    sums.latencies[bucket] = (sums.latencies[bucket] ?? 0) + count
}

export const isLatency = (metric: Metric): boolean => metric === 'latency_p50' || metric === 'latency_p95'

const ratio = (part: number, whole: number, digits: number): number | null =>
  whole === 0 ? null : Number((part / whole).toFixed(digits))

const values: Record<Metric, (sums: GroupSums) => number | null> = {
  calls: ({ calls }) => calls,
  reached: ({ reached }) => reached,
  reach_rate: ({ reached, calls }) => ratio(reached, calls, 6),
  goals: ({ goals }) => goals,
  goal_rate: ({ goals, reached }) => ratio(goals, reached, 6),
  minutes: ({ seconds }) => Number((seconds / 60).toFixed(2)),
  cost: ({ cost }) => decimalOf(cost),
  cost_per_goal: ({ cost, goals }) => ratio(cost / 1_000_000, goals, 6),
  average_duration: ({ seconds, answered }) => ratio(seconds, answered, 2),
  latency_p50: ({ latencies }) => percentileOf(latencies, 0.5),
  latency_p95: ({ latencies }) => percentileOf(latencies, 0.95),
  opt_outs: ({ opt_outs }) => opt_outs,
}

export const metricValue = (metric: Metric, sums: GroupSums): number | null => values[metric](sums)

export interface AnalyticsFilter {
  status?: CallFacts['status'] | undefined
  type?: CallFacts['type'] | undefined
  assistant_id?: number | undefined
  assistant_version?: number | undefined
  campaign_id?: number | undefined
  ended_reason?: CallFacts['ended_reason'] | undefined
}

export const matchesFilter = (filter: AnalyticsFilter, facts: CallFacts): boolean =>
  (Object.keys(filter) as (keyof AnalyticsFilter)[]).every(
    (name) => filter[name] === undefined || filter[name] === facts[name],
  )

export const traitOf: Record<Exclude<Grouping, 'day' | 'hour_of_day'>, (facts: CallFacts) => GroupKey> = {
  assistant: ({ assistant_id }) => assistant_id,
  version: ({ assistant_version }) => assistant_version ?? null,
  campaign: ({ campaign_id }) => campaign_id ?? null,
  number: ({ number }) => number,
  ended_reason: ({ ended_reason }) => ended_reason,
  country: ({ country }) => country ?? null,
}
export type Trait = keyof typeof traitOf
