import { Duration, Validations } from 'aws-cdk-lib'
import {
  Alarm,
  ComparisonOperator,
  type IMetric,
  MathExpression,
  Metric,
  TreatMissingData,
} from 'aws-cdk-lib/aws-cloudwatch'
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions'
import type { ITableV2 } from 'aws-cdk-lib/aws-dynamodb'
import type { IKey } from 'aws-cdk-lib/aws-kms'
import { Topic } from 'aws-cdk-lib/aws-sns'
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions'
import type { Construct } from 'constructs'
import type { MetricName } from '../../shared/runtime/metrics.ts'
import { productMetric, type Wanted } from './metrics.ts'

/** Kinds of alarms; each has a page in docs/runbook. */
export const alarmKinds = [
  'requests-fail',
  'carrier-reports-fail',
  'account-refused',
  'conversations-fail',
  'realtime-calls-fail',
  'messages-given-up',
  'work-waits',
  'schedule-fails',
  'schedule-stopped',
  'functions-throttled',
  'loops-stopped',
  'table-throttled',
  'webhooks-fail',
  'models-fail',
  'much-charged',
  'texts-pumped',
  'history-waits',
  'lists-age',
  'heads-unsigned',
] as const
export type AlarmKind = (typeof alarmKinds)[number]

export const addAlarmTopic = (scope: Construct, { key, email }: { key?: IKey; email?: string }): Topic => {
  const topic = new Topic(scope, 'Alarms', { enforceSSL: true, masterKey: key })
  if (email) {
    const { node } = topic.addSubscription(new EmailSubscription(email))
    const reason = 'Mail that does not arrive is AWS’s to repeat; the alarm itself stands on the dashboard.'
    Validations.of(node.scope ?? topic).acknowledge({ id: 'Serverless-SNSRedrivePolicy', reason })
  }
  return topic
}

interface AlarmOn {
  kind: AlarmKind
  metric: IMetric
  /** Harm to users, shown in the alarm before the path of its runbook page. */
  text: string
  /** Topic that receives the alarm. Without a topic, no alarm is created. */
  topic: Topic | undefined
  threshold?: number
  /** True if the alarm rings below the threshold, or without data. */
  below?: boolean
  /** Number of consecutive periods that must break the threshold. */
  periods?: number
}

export const addAlarm = (scope: Construct, id: string, alarmed: AlarmOn): Alarm | undefined => {
  const { kind, metric, text, topic, threshold = 1, below = false, periods = 1 } = alarmed
  if (!topic) return undefined
  const alarm = new Alarm(scope, id, {
    metric,
    alarmDescription: `${text}. What to do: docs/runbook/${kind}.md`,
    threshold,
    comparisonOperator: below
      ? ComparisonOperator.LESS_THAN_THRESHOLD
      : ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
    evaluationPeriods: periods,
    treatMissingData: below ? TreatMissingData.BREACHING : TreatMissingData.NOT_BREACHING,
  })
  alarm.addAlarmAction(new SnsAction(topic))
  return alarm
}

/**
 * Default alarm threshold: charges per hour, in the account's currency. A few users normally stay
 * below it.
 */
const chargedPerHourDefault = 100

/**
 * Seconds that records of lists may wait for compaction, which normally takes one or two minutes.
 */
const historyWaitsSecondsMax = 3600

/**
 * Seconds within which heads (ends of evidence chains) must be signed. Signing runs hourly, so two
 * runs may fail.
 */
const headsUnsignedSecondsMax = 3 * 3600

interface SharedOn {
  topic: Topic | undefined
  table: ITableV2
  stackName: string
  chargedPerHour: number | undefined
}

type CountedAlarm = Omit<AlarmOn, 'metric' | 'topic'> & Wanted & { id: string; metric: MetricName }

const countedAlarms: CountedAlarm[] = [
  {
    id: 'CarrierReportsAlarm',
    kind: 'carrier-reports-fail',
    metric: 'Accidents',
    by: { kind: 'callback' },
    text: 'Reports of the carrier could not be taken in: calls and messages look stuck to users until the next minute’s check',
  },
  {
    id: 'AccountRefusedAlarm',
    kind: 'account-refused',
    metric: 'AccountRefusals',
    text: 'The carrier refuses our account: campaigns stop, and no call or message goes out',
  },
  {
    id: 'NoticesAlarm',
    kind: 'realtime-calls-fail',
    metric: 'Accidents',
    by: { kind: 'notice' },
    text: 'Realtime models were not told whether to pick up: callers of multimodal assistants hear an apology',
  },
  {
    id: 'ConversationsAlarm',
    kind: 'conversations-fail',
    metric: 'Accidents',
    by: { kind: 'socket' },
    text: 'Conversations broke down: callers hear silence',
  },
  {
    id: 'ModelsAlarm',
    kind: 'models-fail',
    metric: 'ModelFailures',
    text: 'Models do not answer: assistants fall back to a sentence of regret, and calls stay without evaluation',
    threshold: 5,
  },
  {
    id: 'ListsAgeAlarm',
    kind: 'lists-age',
    metric: 'ListsAging',
    period: Duration.hours(1),
    text: 'A do-not-call list is too old within three days, or is already: numbers that were added to it since are called',
  },
  {
    id: 'HistoryWaitsAlarm',
    kind: 'history-waits',
    metric: 'HistoryWaits',
    statistic: 'max',
    text: 'What lists are made of has waited for an hour to be compacted: lists of busy users become dear, and in the end ask to come again later',
    threshold: historyWaitsSecondsMax,
    // Waits for nine periods, because a stage's first compaction takes half an hour.
    periods: 9,
  },
  {
    id: 'HeadsUnsignedAlarm',
    kind: 'heads-unsigned',
    metric: 'HeadsUnsigned',
    period: Duration.minutes(15),
    statistic: 'max',
    text: 'A chain of evidence went on for three hours, and its head was not signed: nothing proves that it is what it was',
    threshold: headsUnsignedSecondsMax,
  },
  {
    id: 'TextsPumpedAlarm',
    kind: 'texts-pumped',
    metric: 'TextsToOneBlock',
    text: 'A user sends many texts to neighbouring numbers: perhaps somebody earns from each of them',
  },
]

export const addSharedAlarms = (
  scope: Construct,
  { topic, table, stackName, chargedPerHour = chargedPerHourDefault }: SharedOn,
): void => {
  const period = Duration.minutes(5)
  for (const { id, metric, by, period: own = period, statistic, ...alarm } of countedAlarms)
    addAlarm(scope, id, { ...alarm, metric: productMetric(stackName, metric, { by, period: own, statistic }), topic })
  addAlarm(scope, 'ThrottledFunctionsAlarm', {
    kind: 'functions-throttled',
    metric: new Metric({ namespace: 'AWS/Lambda', metricName: 'Throttles', period, statistic: 'sum' }),
    text: 'The account has no more functions to run at once: requests are refused and callers wait',
    topic,
    periods: 2,
  })
  addAlarm(scope, 'StoppedLoopsAlarm', {
    kind: 'loops-stopped',
    metric: new Metric({
      namespace: 'AWS/Lambda',
      metricName: 'RecursiveInvocationsDropped',
      period,
      statistic: 'sum',
    }),
    text: 'Lambda took a worker for an endless loop and dropped its messages: campaigns stall and silent callers are not asked',
    topic,
  })
  const tableEvents = (metricName: string) =>
    new Metric({
      namespace: 'AWS/DynamoDB',
      metricName,
      dimensionsMap: { TableName: table.tableName },
      period,
      statistic: 'sum',
    })
  addAlarm(scope, 'ThrottledTableAlarm', {
    kind: 'table-throttled',
    metric: new MathExpression({
      expression: 'FILL(reads, 0) + FILL(writes, 0)',
      usingMetrics: { reads: tableEvents('ReadThrottleEvents'), writes: tableEvents('WriteThrottleEvents') },
      period,
    }),
    text: 'The table turned requests away: everybody waits, and some requests fail',
    topic,
    threshold: 10,
  })
  const webhooks = (status: string) =>
    productMetric(stackName, 'Webhooks', { by: { status }, period: Duration.minutes(15) })
  addAlarm(scope, 'WebhooksAlarm', {
    kind: 'webhooks-fail',
    metric: new MathExpression({
      expression: 'IF(failed > 20 AND FILL(good, 0) * 9 < failed, 1, 0)',
      usingMetrics: { failed: webhooks('failed'), good: webhooks('success') },
      period: Duration.minutes(15),
    }),
    text: 'Nine of ten webhooks fail: users’ own systems hear nothing of their calls',
    topic,
  })
  addAlarm(scope, 'MuchChargedAlarm', {
    kind: 'much-charged',
    metric: productMetric(stackName, 'Charged', { period: Duration.hours(1) }),
    text: `More than ${chargedPerHour} was charged to users within an hour: perhaps somebody spends their money`,
    topic,
    threshold: chargedPerHour,
  })
}
