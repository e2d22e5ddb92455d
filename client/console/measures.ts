import type { GetAnalyticsInput } from '../client.ts'
import { showDuration, showMoney } from './times.ts'

export type MetricShown = NonNullable<GetAnalyticsInput['metric']>

interface Measure {
  label: string
  show: (value: number) => string
}

const showCount = (value: number) => value.toLocaleString('en-US', { maximumFractionDigits: 1 })
export const showShare = (value: number) => `${(value * 100).toFixed(1)} %`
const showWait = (value: number) => `${(value / 1000).toFixed(1)} s`

export const measures: Record<MetricShown, Measure> = {
  calls: { label: 'Calls', show: showCount },
  reached: { label: 'People reached', show: showCount },
  reach_rate: { label: 'Reach rate', show: showShare },
  goals: { label: 'Goals', show: showCount },
  goal_rate: { label: 'Goal rate', show: showShare },
  minutes: { label: 'Minutes', show: showCount },
  cost: { label: 'Cost', show: (value) => showMoney(value < 1 ? value : Number(value.toFixed(2))) },
  cost_per_goal: { label: 'Cost per goal', show: showMoney },
  average_duration: { label: 'Average length', show: showDuration },
  latency_p50: { label: 'Median wait', show: showWait },
  latency_p95: { label: '95 % wait at most', show: showWait },
  opt_outs: { label: 'Opt-outs', show: showCount },
}

export const metrics = Object.keys(measures) as MetricShown[]
