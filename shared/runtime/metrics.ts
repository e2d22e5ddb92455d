import type { Fields } from '../words/log.ts'

interface Counted {
  /** Log field that has the metric's value. Null: the metric counts messages. */
  metrics: Partial<Record<MetricName, string | null>>
  /**
   * Log field whose values split the metric into further metrics. Each value costs as much as a
   * metric.
   */
  by?: string
}

export const metricUnits = {
  Accidents: 'Count',
  AccountRefusals: 'Count',
  Calls: 'Count',
  CampaignCalls: 'Count',
  Charged: 'None',
  DiallingStopped: 'Count',
  HeadsUnsigned: 'Seconds',
  HistoryWaits: 'Seconds',
  ListsAging: 'Count',
  ModelFailures: 'Count',
  ModelLatency: 'Milliseconds',
  RateLimited: 'Count',
  Sms: 'Count',
  TextsToOneBlock: 'Count',
  Webhooks: 'Count',
} as const

export type MetricName = keyof typeof metricUnits

/** Log messages that CloudWatch counts, by their text. */
const counted: Record<string, Counted> = {
  accident: { metrics: { Accidents: null }, by: 'kind' },
  'call moved': { metrics: { Calls: null }, by: 'to' },
  'call charged': { metrics: { Charged: 'amount' } },
  'a do-not-call list is getting old': { metrics: { ListsAging: null } },
  'campaign checked': { metrics: { CampaignCalls: 'calls_running' } },
  'decisions linked': { metrics: { HeadsUnsigned: 'unsigned_seconds' } },
  'dialling is stopped': { metrics: { DiallingStopped: null } },
  'heads signed': { metrics: { HeadsUnsigned: 'unsigned_seconds' } },
  'history compacted': { metrics: { HistoryWaits: 'waited_seconds' } },
  'model failed': { metrics: { ModelFailures: null } },
  'sms moved': { metrics: { Sms: null }, by: 'to' },
  'sms charged': { metrics: { Charged: 'amount' } },
  'many texts to one block of numbers': { metrics: { TextsToOneBlock: null } },
  'the carrier refused the account': { metrics: { AccountRefusals: null } },
  'too many requests': { metrics: { RateLimited: null } },
  'turn ended': { metrics: { ModelLatency: 'first_word_ms' } },
  'webhook sent': { metrics: { Webhooks: null }, by: 'status' },
}

export const countedMessages = Object.keys(counted)

/**
 * Returns log fields that make CloudWatch count the message; empty for messages without a metric.
 * https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/CloudWatch_Embedded_Metric_Format_Specification.html
 */
export const metricsOf = (namespace: string, message: string, fields: Fields, now: number): Fields => {
  const { metrics, by } = counted[message] ?? {}
  if (!metrics) return {}
  const values = Object.entries(metrics).flatMap(([name, field]) => {
    const value = field === null ? 1 : fields[field]
    return typeof value === 'number' ? [[name, value] as const] : []
  })
  if (values.length === 0 || (by && typeof fields[by] !== 'string')) return {}
  const Metrics = values.map(([Name]) => ({ Name, Unit: metricUnits[Name as MetricName] }))
  const CloudWatchMetrics = [{ Namespace: namespace, Dimensions: [by ? [by] : []], Metrics }]
  return { ...Object.fromEntries(values), _aws: { Timestamp: now, CloudWatchMetrics } }
}
