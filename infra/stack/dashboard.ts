import { Duration, Stack } from 'aws-cdk-lib'
import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2'
import {
  Alarm,
  AlarmStatusWidget,
  Color,
  Dashboard,
  GraphWidget,
  type IMetric,
  type IWidget,
  MathExpression,
  Metric,
  PeriodOverride,
  SingleValueWidget,
} from 'aws-cdk-lib/aws-cloudwatch'
import type { ITableV2 } from 'aws-cdk-lib/aws-dynamodb'
import type { Queue } from 'aws-cdk-lib/aws-sqs'
import type { Construct } from 'constructs'
import { callStatuses } from '../../shared/domain/calls/call.ts'
import { smsStatuses } from '../../shared/domain/sms/sms.ts'
import type { Operation } from '../../shared/operations/define.ts'
import type { MetricName } from '../../shared/runtime/metrics.ts'
import { productMetric, type Wanted } from './metrics.ts'

interface Shown {
  operations: readonly Operation[]
  api: HttpApi
  queues: ReadonlyMap<string, Queue>
  table: ITableV2
}

const width = 8
const period = Duration.minutes(5)

export const addDashboard = (scope: Construct, shown: Shown): string => {
  const stack = Stack.of(scope)
  const figures = figuresOf(stack, shown)
  const dashboard = new Dashboard(scope, 'Dashboard', {
    dashboardName: stack.stackName,
    defaultInterval: Duration.hours(6),
    periodOverride: PeriodOverride.INHERIT,
  })
  for (const row of rows) dashboard.addWidgets(...row(figures))
  return `https://${stack.region}.console.aws.amazon.com/cloudwatch/home?region=${stack.region}#dashboards/dashboard/${stack.stackName}`
}

const figuresOf = (stack: Stack, { operations, api, queues, table }: Shown) => {
  const namespace = stack.stackName
  const alarms = stack.node.findAll().filter((node) => node instanceof Alarm)
  const ours = (name: MetricName, wanted: Wanted = {}) => productMetric(namespace, name, { period, ...wanted })
  const byWord = (name: MetricName, by: string, words: readonly string[]) =>
    words.map((word) => ours(name, { by: { [by]: word } }).with({ label: word }))
  const ofFunctions = (metricName: string, statistic: string, kinds: Operation['kind'][]) =>
    operations
      .filter(({ kind }) => kinds.includes(kind))
      .map(
        ({ id }) =>
          new Metric({
            namespace: 'AWS/Lambda',
            metricName,
            dimensionsMap: { FunctionName: `${namespace}-${id}` },
            label: id,
            statistic,
            period,
          }),
      )
  const requests = api.metricCount({ period, label: 'requests' })
  const failures = api.metricServerError({ period, label: '5xx', color: Color.RED })
  return { operations, api, queues, table, alarms, ours, byWord, ofFunctions, requests, failures }
}

const graph = (title: string, left: IMetric[], more: { right?: IMetric[]; stacked?: boolean; width?: number } = {}) =>
  new GraphWidget({ title, left, width, height: 6, leftYAxis: { min: 0 }, liveData: true, ...more })

const asked: Operation['kind'][] = ['http', 'visit', 'mcp']
const hidden: Operation['kind'][] = ['callback', 'notice', 'socket', 'worker', 'schedule']
const allKinds: Operation['kind'][] = [...asked, 'asset', 'publication', ...hidden]

type Row = (figures: ReturnType<typeof figuresOf>) => IWidget[]

const rows: Row[] = [
  ({ alarms, requests, failures }) => [
    new AlarmStatusWidget({ title: 'Alarms', alarms, width: 16, height: 5 }),
    new SingleValueWidget({
      title: 'Answered without an accident',
      width,
      height: 5,
      metrics: [
        new MathExpression({
          label: '%',
          expression: 'IF(requests > 0, 100 * (1 - failures / requests), 100)',
          usingMetrics: { requests, failures },
          period: Duration.hours(1),
        }),
      ],
    }),
  ],
  ({ api, requests, failures, byWord, ours, operations }) => [
    graph('Requests and reports', [requests, api.metricClientError({ period, label: '4xx' }), failures]),
    graph('How long they take (ms)', [
      api.metricLatency({ period, statistic: 'p50', label: 'half' }),
      api.metricLatency({ period, statistic: 'p99', label: '99 of 100' }),
    ]),
    graph('Accidents, by kind', byWord('Accidents', 'kind', [...new Set(operations.map(({ kind }) => kind))]), {
      right: [ours('RateLimited').with({ label: 'turned away for haste' })],
    }),
  ],
  ({ byWord, ours }) => [
    graph('Calls, by how they go', byWord('Calls', 'to', callStatuses), { stacked: true }),
    graph(
      'Campaigns',
      [
        ours('CampaignCalls', { statistic: 'max' }).with({ label: 'slots used, the busiest campaign' }),
        ours('CampaignCalls', { statistic: 'n' }).with({ label: 'looks at running campaigns' }),
      ],
      { right: [ours('DiallingStopped').with({ label: 'minutes with dialling stopped', color: Color.RED })] },
    ),
    graph('Messages, by how they go', byWord('Sms', 'to', smsStatuses)),
  ],
  ({ queues, ours, byWord }) => [
    graph(
      'Work that waits (s, oldest)',
      [...queues].map(([name, queue]) =>
        queue.metricApproximateAgeOfOldestMessage({ period, statistic: 'max', label: name }),
      ),
      {
        right: [
          ours('HistoryWaits', { statistic: 'max' }).with({ label: 'rows to be compacted' }),
          ours('HeadsUnsigned', { statistic: 'max' }).with({ label: 'heads of evidence to be signed' }),
          ours('ListsAging').with({ label: 'do-not-call lists that age' }),
        ],
      },
    ),
    graph('Webhooks', byWord('Webhooks', 'status', ['success', 'failed']), { stacked: true }),
    graph(
      'Models',
      [
        ours('ModelLatency', { statistic: 'p50' }).with({ label: 'ms to the first word, half' }),
        ours('ModelLatency', { statistic: 'p95' }).with({ label: 'ms to the first word, 95 of 100' }),
      ],
      { right: [ours('ModelFailures').with({ label: 'failures', color: Color.RED })] },
    ),
  ],
  ({ ours, table, ofFunctions }) => [
    graph('Charged for calls and messages', [
      ours('Charged').with({ label: 'account currency' }),
      ours('TextsToOneBlock').with({ label: 'texts to crowded blocks of numbers' }),
      ours('AccountRefusals').with({ label: 'refusals of our account' }),
    ]),
    graph(
      'Table units',
      ['ConsumedReadCapacityUnits', 'ConsumedWriteCapacityUnits'].map(
        (metricName) =>
          new Metric({
            namespace: 'AWS/DynamoDB',
            metricName,
            dimensionsMap: { TableName: table.tableName },
            statistic: 'sum',
            period,
          }),
      ),
    ),
    graph('Failed or out of time, by function', ofFunctions('Errors', 'sum', allKinds)),
  ],
  ({ ofFunctions }) => [
    graph('Requests, by operation', ofFunctions('Invocations', 'sum', asked), { stacked: true, width: 12 }),
    graph('How long, by operation (ms, 95 of 100)', ofFunctions('Duration', 'p95', asked), { width: 12 }),
  ],
  ({ ofFunctions }) => [
    graph('Behind the scenes, runs', ofFunctions('Invocations', 'sum', hidden), { stacked: true, width: 12 }),
    graph('Behind the scenes, how long (ms, 95 of 100)', ofFunctions('Duration', 'p95', hidden), { width: 12 }),
  ],
]
