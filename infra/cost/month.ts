import { alwaysFree, costOf, othersPerMinute, type Priced, prices } from './prices.ts'
import type { CostUnits, UnitUse } from './units.ts'

export interface TemplateResource {
  Type: string
  Properties?: Record<string, unknown>
}
export type Resources = Record<string, TemplateResource>

/** Assumed use of a month. Operators replace these figures by their own. */
export const assumed = {
  minutesPerCall: 2,
  turnsPerMinute: 6,
  requestsPerCall: 2,
  /** Months for which transcripts are kept by default. */
  monthsKept: 24,
} as const

const minutesPerMonth = 730 * 60
const daysPerMonth = 30
/**
 * Connections with which Lambda polls an SQS queue, with or without a concurrency limit. A poll
 * takes up to 20 seconds. https://docs.aws.amazon.com/lambda/latest/dg/services-sqs-scaling.html
 */
const connections = { limited: 5, unlimited: 2 }
const pollsPerMinute = (source: TemplateResource) =>
  connections[source.Properties?.ScalingConfig === undefined ? 'unlimited' : 'limited'] * 3
/** Counts traces. X-Ray samples the first request of every second and 5 % of the others. */
const tracesIn = (invocations: number, seconds: number): number => {
  const firsts = Math.min(invocations, seconds)
  return firsts + (invocations - firsts) * 0.05
}
const gigabyte = 1e9

export type Quantities = Record<Priced, number>

export const quantitiesOf = (resources: Resources, units: CostUnits, callMinutes: number): Quantities => {
  const ofType = (type: string) => Object.values(resources).filter(({ Type }) => Type === type)
  const calls = callMinutes / assumed.minutesPerCall
  const runs = sum(ofType('AWS::Events::Rule').map(({ Properties }) => minutesPerMonth / minutesOf(Properties)))
  const used = total([
    times(units.call, calls),
    times(units.turn, callMinutes * assumed.turnsPerMinute),
    times(units.request, calls * assumed.requestsPerCall),
    times(units.schedule_run, runs),
  ])
  const polls = sum(ofType('AWS::Lambda::EventSourceMapping').map(pollsPerMinute)) * minutesPerMonth
  const kept = (used.stored_bytes * assumed.monthsKept) / gigabyte
  const logged = used.log_bytes / gigabyte
  const isTraced = ofType('AWS::Lambda::Function').some(({ Properties }) => Properties?.TracingConfig !== undefined)
  return {
    lambdaRequests: used.invocations,
    lambdaTime: used.gigabyte_seconds,
    tableReads: used.read_units,
    tableWrites: used.write_units,
    tableStorage: kept,
    tableBackup: kept,
    queueRequests: used.queue_requests + polls,
    httpRequests: used.http_requests,
    socketMessages: used.socket_messages,
    socketMinutes: callMinutes,
    logIngestion: logged,
    logStorage: (logged * Math.max(0, ...ofType('AWS::Logs::LogGroup').map(daysKept))) / daysPerMonth,
    metrics: callMinutes > 0 ? units.metrics : 0,
    alarms: sum(ofType('AWS::CloudWatch::Alarm').map(metricsOf)),
    dashboards: ofType('AWS::CloudWatch::Dashboard').length,
    traces: isTraced ? tracesIn(used.invocations, minutesPerMonth * 60) : 0,
    keys: ofType('AWS::KMS::Key').length,
    secrets: ofType('AWS::SecretsManager::Secret').length,
  }
}

export const beyondFree = (quantities: Quantities): Quantities => ({
  ...quantities,
  ...Object.fromEntries(alwaysFree.map(({ priced, quantity }) => [priced, Math.max(0, quantities[priced] - quantity)])),
})

export const withoutLimits = (resources: Resources): Resources =>
  Object.fromEntries(
    Object.entries(resources).map(([id, { Type, Properties: { ScalingConfig, ...Properties } = {} }]) => [
      id,
      { Type, Properties },
    ]),
  )

const secondsPerHour = 3_600

/** Returns quantities of one hour with this many concurrent calls, without monthly costs. */
export const quantitiesOfHour = (calls: number, used: UnitUse): Quantities => {
  const hour = times(used, secondsPerHour)
  const nothing = Object.fromEntries(pricedNames.map((name) => [name, 0])) as Quantities
  return {
    ...nothing,
    lambdaRequests: hour.invocations,
    lambdaTime: hour.gigabyte_seconds,
    tableReads: hour.read_units,
    tableWrites: hour.write_units,
    queueRequests: hour.queue_requests,
    httpRequests: hour.http_requests,
    socketMessages: hour.socket_messages,
    socketMinutes: calls * 60,
    logIngestion: hour.log_bytes / gigabyte,
    traces: tracesIn(hour.invocations, secondsPerHour),
  }
}

export const costsOf = (quantities: Quantities): { priced: Priced; usd: number }[] =>
  pricedNames.map((priced) => ({ priced, usd: costOf(priced, quantities[priced]) }))

export const costsOfOthers = (callMinutes: number): { name: string; usd: number }[] =>
  Object.values(othersPerMinute).map(({ name, usd }) => ({ name, usd: usd * callMinutes }))

const isPriced = (name: string): name is Priced => name in prices
const pricedNames = Object.keys(prices).filter(isPriced)

const sum = (values: number[]): number => values.reduce((whole, value) => whole + value, 0)

const times = (usage: UnitUse, factor: number): UnitUse => map(usage, (value) => value * factor)

const total = (usages: UnitUse[]): UnitUse =>
  usages.reduce((whole, usage) => map(whole, (value, name) => value + usage[name]))

const map = (usage: UnitUse, change: (value: number, name: keyof UnitUse) => number): UnitUse => ({
  read_units: change(usage.read_units, 'read_units'),
  write_units: change(usage.write_units, 'write_units'),
  invocations: change(usage.invocations, 'invocations'),
  gigabyte_seconds: change(usage.gigabyte_seconds, 'gigabyte_seconds'),
  queue_requests: change(usage.queue_requests, 'queue_requests'),
  http_requests: change(usage.http_requests, 'http_requests'),
  socket_messages: change(usage.socket_messages, 'socket_messages'),
  log_bytes: change(usage.log_bytes, 'log_bytes'),
  stored_bytes: change(usage.stored_bytes, 'stored_bytes'),
})

const minutesOf = (properties: Record<string, unknown> = {}): number =>
  Number(/^rate\((\d+) minutes?\)$/.exec(String(properties.ScheduleExpression))?.[1])

const daysKept = ({ Properties }: TemplateResource): number => Number(Properties?.RetentionInDays)

/** Counts the metrics of an alarm. An alarm on an expression costs as much as its metrics. */
const metricsOf = ({ Properties }: TemplateResource): number => {
  const { Metrics } = Properties ?? {}
  if (!Array.isArray(Metrics)) return 1
  return Metrics.filter((metric) => metric.MetricStat !== undefined).length
}
