import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { App, Validations } from 'aws-cdk-lib'
import { AwsSolutionsChecks } from 'cdk-nag'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { needsOf } from '../../infra/grants.ts'
import { pascalCase } from '../../infra/names.ts'
import { addParlance } from '../../infra/stack.ts'
import type { StageName } from '../../infra/stages.ts'
import { type Operation, socket } from '../../shared/operations/define.ts'
import {
  callbackOperations,
  httpOperations,
  operations,
  scheduleOperations,
  socketOperations,
  workerOperations,
} from '../../shared/operations/index.ts'

interface Resource {
  Type: string
  Properties: Record<string, unknown>
  DeletionPolicy?: string
}

interface Template {
  Resources: Record<string, Resource>
  Outputs: Record<string, { Value: unknown }>
}

interface Statement {
  Action: string | string[]
  Resource: unknown
}

/** One more of a kind that the catalogue need not have. */
const hearFrame = socket({
  id: 'hear-frame',
  area: 'conversations',
  route: '$default',
  uses: ['calls.find', 'callbacks.socketUrl'],
})

let bundles: string
let resources: Template['Resources']
let outputs: Template['Outputs']

/** The template as `cdk synth` would write it; the bundles are empty, only their places matter. */
const templateOf = async (
  stage: StageName,
  all: readonly Operation[],
  check?: (app: App) => void,
): Promise<Template> => {
  for (const { id } of all) {
    await mkdir(join(bundles, id), { recursive: true })
    await writeFile(join(bundles, id, 'index.mjs'), `// ${id}`)
  }
  const { context } = JSON.parse(await readFile('cdk.json', 'utf8'))
  const app = new App({ context, outdir: join(bundles, `cdk.out-${stage}-${all.length}`) })
  const stack = addParlance(app, { stage, bundles, operations: all })
  check?.(app)
  return app.synth({ skipValidation: !check }).getStackByName(stack.stackName).template
}

beforeAll(async () => {
  bundles = await mkdtemp(join(tmpdir(), 'parlance-stack-'))
  const template = await templateOf('dev', operations)
  resources = template.Resources
  outputs = template.Outputs
}, 120_000)
afterAll(() => rm(bundles, { recursive: true, force: true }))

const ref = (id: string) => ({ Ref: id })
const arn = (id: string) => ({ 'Fn::GetAtt': [id, 'Arn'] })
const indexArn = { 'Fn::Join': ['', [arn('Table'), '/index/due']] }
const publicUrl = { 'Fn::GetAtt': ['HttpApi', 'ApiEndpoint'] }
const queueSetting = (name: string) => `${name.replace(/[A-Z]/g, '_$&').toUpperCase()}_URL`
const functionOf = ({ id }: Operation) => `${pascalCase(id)}Function`
const propertiesOf = (id: string) => resources[id]?.Properties ?? {}
const ofType = (type: string) => Object.values(resources).filter(({ Type }) => Type === type)

/** What a role allows, one line for each action and resource, in order. */
const allowedBy = (role: string): string[] =>
  [propertiesOf(role).Policies]
    .flat()
    .flatMap((policy) => (policy as { PolicyDocument: { Statement: Statement[] } }).PolicyDocument.Statement)
    .flatMap(({ Action, Resource }) => lines([Action].flat(), [Resource].flat()))
    .sort()

const lines = (actions: string[], on: unknown[]): string[] =>
  on.flatMap((resource) => actions.map((action) => `${action} ${JSON.stringify(resource)}`))

describe.each(operations.map((operation) => ({ id: operation.id, operation })))('$id', ({ id, operation }) => {
  const needs = needsOf(operation)
  const place = pascalCase(id)

  test('runs its own bundle, as long and with as much memory as it declares', () => {
    expect(propertiesOf(`${place}Function`)).toMatchObject({
      FunctionName: `parlance-dev-${id}`,
      Runtime: 'nodejs24.x',
      Architectures: ['arm64'],
      Handler: 'index.handler',
      Timeout: operation.timeoutSeconds,
      MemorySize: operation.memoryMegabytes,
      Role: arn(`${place}Role`),
      LoggingConfig: { LogGroup: ref(`${place}Log`) },
    })
    expect(propertiesOf(`${place}Log`)).toMatchObject({ RetentionInDays: 30 })
  })

  test('is told exactly what its uses need', () => {
    const settings = {
      ...(needs.table.length + needs.dueIndex.length > 0 && { TABLE_NAME: ref('Table') }),
      ...Object.fromEntries(needs.queues.map((name) => [queueSetting(name), ref(pascalCase(name))])),
      ...(needs.secrets.length > 0 && { CARRIER_SECRET_ARN: ref('CarrierSecret') }),
      ...(needs.addresses.includes('PUBLIC_URL') && { PUBLIC_URL: publicUrl }),
      ...(needs.addresses.includes('SOCKET_URL') && socketOperations.length > 0 && { SOCKET_URL: expect.anything() }),
    }
    const { Variables = {} } = (propertiesOf(`${place}Function`).Environment ?? {}) as { Variables?: object }
    expect(Variables).toEqual(settings)
  })

  test('may do exactly what its uses need', () => {
    const dynamodb = (action: string) => `dynamodb:${action}`
    const receiving = ['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes']
    const granted = [
      ...lines(['logs:CreateLogStream', 'logs:PutLogEvents'], [arn(`${place}Log`)]),
      ...lines(needs.table.map(dynamodb), [arn('Table')]),
      ...lines(needs.dueIndex.map(dynamodb), [indexArn]),
      ...needs.queues.flatMap((name) => lines(['sqs:SendMessage'], [arn(pascalCase(name))])),
      ...needs.secrets.flatMap(() => lines(['secretsmanager:GetSecretValue'], [ref('CarrierSecret')])),
      ...(operation.kind === 'worker' ? lines(receiving, [arn(pascalCase(operation.queue))]) : []),
    ]
    expect(allowedBy(`${place}Role`)).toEqual(granted.sort())
    expect(propertiesOf(`${place}Role`)).not.toHaveProperty('ManagedPolicyArns')
  })

  test('has an alarm that somebody hears', () => {
    expect(propertiesOf(`${place}Alarm`)).toMatchObject({
      Namespace: 'AWS/Lambda',
      MetricName: 'Errors',
      Dimensions: [{ Name: 'FunctionName', Value: ref(`${place}Function`) }],
      AlarmActions: [ref('Alarms')],
    })
  })
})

test.each([...httpOperations, ...callbackOperations])('$method $path leads to $id', (operation) => {
  const place = pascalCase(operation.id)
  expect(propertiesOf(`${place}Route`)).toMatchObject({
    RouteKey: `${operation.method} ${operation.path}`,
    Target: { 'Fn::Join': ['', ['integrations/', ref(`${place}RouteIntegration`)]] },
  })
  expect(propertiesOf(`${place}RouteIntegration`)).toMatchObject({
    IntegrationUri: arn(functionOf(operation)),
    PayloadFormatVersion: '2.0',
  })
  expect(propertiesOf(`${place}RouteIntegrationPermission`)).toMatchObject({
    FunctionName: arn(functionOf(operation)),
    Principal: 'apigateway.amazonaws.com',
  })
})

test('no route leads to anything else', () => {
  expect(ofType('AWS::ApiGatewayV2::Route')).toHaveLength(
    httpOperations.length + callbackOperations.length + socketOperations.length,
  )
})

test.each(workerOperations)('$id takes from $queue, and fails into a dead-letter queue that rings', (operation) => {
  const queue = pascalCase(operation.queue)
  expect(propertiesOf(queue)).toMatchObject({
    VisibilityTimeout: operation.timeoutSeconds * 6,
    RedrivePolicy: { deadLetterTargetArn: arn(`${queue}Dead`), maxReceiveCount: operation.attemptsMax },
    SqsManagedSseEnabled: true,
  })
  expect(propertiesOf(`${queue}Dead`)).toMatchObject({ MessageRetentionPeriod: 14 * 24 * 60 * 60 })
  expect(propertiesOf(`${queue}DeadAlarm`)).toMatchObject({
    AlarmDescription: expect.stringContaining(operation.failureHurts),
    AlarmActions: [ref('Alarms')],
    Threshold: 1,
  })
  expect(propertiesOf(`${pascalCase(operation.id)}EventSource`)).toMatchObject({
    EventSourceArn: arn(queue),
    FunctionName: ref(functionOf(operation)),
    BatchSize: operation.batchMax,
    ScalingConfig: { MaximumConcurrency: operation.concurrencyMax },
    FunctionResponseTypes: ['ReportBatchItemFailures'],
  })
})

test.each(scheduleOperations)('$id runs every $everyMinutes min, and is not repeated when it fails', (operation) => {
  const { everyMinutes } = operation
  expect(propertiesOf(`${pascalCase(operation.id)}Schedule`)).toMatchObject({
    ScheduleExpression: `rate(${everyMinutes} ${everyMinutes === 1 ? 'minute' : 'minutes'})`,
    State: 'ENABLED',
    Targets: [{ Arn: arn(functionOf(operation)) }],
  })
  expect(propertiesOf(`${functionOf(operation)}EventInvokeConfig`)).toMatchObject({ MaximumRetryAttempts: 0 })
})

test('the API has one stage, throttled, with an access log that names nobody', () => {
  const { AccessLogSettings, ...stage } = propertiesOf('HttpApiStage')
  expect(stage).toMatchObject({
    StageName: 'api',
    AutoDeploy: true,
    DefaultRouteSettings: { ThrottlingRateLimit: 200, ThrottlingBurstLimit: 400 },
  })
  const { Format } = AccessLogSettings as { Format: string }
  expect(Format).not.toMatch(/\$context\.(path|identity|authorizer)/)
})

test('the table has its deadline index, expiry and restore', () => {
  expect(propertiesOf('Table')).toMatchObject({
    BillingMode: 'PAY_PER_REQUEST',
    KeySchema: [
      { AttributeName: 'pk', KeyType: 'HASH' },
      { AttributeName: 'sk', KeyType: 'RANGE' },
    ],
    TimeToLiveSpecification: { AttributeName: 'expires_at_seconds', Enabled: true },
    GlobalSecondaryIndexes: [
      {
        IndexName: 'due',
        KeySchema: [
          { AttributeName: 'due_shard', KeyType: 'HASH' },
          { AttributeName: 'due_at', KeyType: 'RANGE' },
        ],
        Projection: { ProjectionType: 'KEYS_ONLY' },
      },
    ],
    Replicas: [{ PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true } }],
  })
})

test('what holds data keeps its logical id: another one would be another, empty, table or queue', () => {
  const holding = ['AWS::DynamoDB::GlobalTable', 'AWS::SQS::Queue', 'AWS::SecretsManager::Secret']
  const ids = Object.entries(resources).flatMap(([id, { Type }]) => (holding.includes(Type) ? [id] : []))
  const pinned = [
    'AdvanceCallQueue',
    'AdvanceCallQueueDead',
    'CarrierSecret',
    'PlaceCallQueue',
    'PlaceCallQueueDead',
    'Table',
  ]
  expect(ids).toEqual(expect.arrayContaining(pinned))
})

test('the secret comes to life empty, so that no deployment overwrites it', () => {
  expect(Object.keys(propertiesOf('CarrierSecret'))).toEqual(['Description'])
})

test('no role has a wildcard', () => {
  const allowed = Object.keys(resources)
    .filter((id) => resources[id]?.Type === 'AWS::IAM::Role')
    .flatMap(allowedBy)
  expect(allowed.length).toBeGreaterThan(operations.length)
  expect(allowed.filter((line) => line.includes('*'))).toEqual([])
  expect(ofType('AWS::IAM::Policy')).toEqual([])
})

test('the outputs tell where everything is', () => {
  expect(outputs).toEqual({
    BaseUrl: { Value: { 'Fn::Join': ['', [publicUrl, '/api']] } },
    CallbackBase: { Value: { 'Fn::Join': ['', [publicUrl, '/api/carrier']] } },
    CarrierSecretName: { Value: ref('CarrierSecret') },
    TableName: { Value: ref('Table') },
    AlarmTopic: { Value: ref('Alarms') },
  })
  expect(callbackOperations.filter(({ path }) => !path.startsWith('/carrier/'))).toEqual([])
})

test('dev may be thrown away, prod may not', async () => {
  const dev = resources.Table
  expect(dev).toMatchObject({ DeletionPolicy: 'Delete' })
  const prod = (await templateOf('prod', operations)).Resources
  expect(prod.Table).toMatchObject({ DeletionPolicy: 'Retain' })
  expect(prod.Table?.Properties.Replicas).toMatchObject([{ DeletionProtectionEnabled: true }])
  expect(prod.CarrierSecret).toMatchObject({ DeletionPolicy: 'Retain' })
  const ids = (all: Template['Resources']) => Object.keys(all).filter((id) => !id.includes('AllowEventRule'))
  expect(ids(prod)).toEqual(ids(resources))
})

test('a socket operation brings a WebSocket API, and its address to whom it concerns', async () => {
  const { Resources } = await templateOf('dev', [...operations, hearFrame])
  expect(Resources.HearFrameRoute?.Properties).toMatchObject({ ApiId: ref('SocketApi'), RouteKey: '$default' })
  expect(Resources.HearFrameFunction?.Properties.Environment).toMatchObject({
    Variables: { SOCKET_URL: { 'Fn::Join': ['', ['wss://', ref('SocketApi'), ...Array(5).fill(expect.anything())]] } },
  })
  if (socketOperations.length === 0) expect(resources).not.toHaveProperty('SocketApi')
})

test('to send to a queue that nobody takes from is refused', async () => {
  const senders = operations.filter(({ kind }) => kind === 'http')
  await expect(templateOf('dev', senders)).rejects.toThrow('No worker takes from')
})

test('AWS Solutions checks find nothing that is not explained', async () => {
  const checking = (app: App) => Validations.of(app).addPlugins(new AwsSolutionsChecks(app))
  await templateOf('dev', [...operations, hearFrame, { ...hearFrame, id: 'hear-connect', route: '$connect' }], checking)
}, 120_000)

test('an unknown stage is refused in one sentence', async () => {
  const CDK_CONTEXT_JSON = JSON.stringify({ stage: 'moon' })
  const run = promisify(execFile)(process.execPath, ['infra/app.ts'], { env: { ...process.env, CDK_CONTEXT_JSON } })
  await expect(run).rejects.toMatchObject({
    code: 1,
    stderr: 'There is no stage moon: choose with -c stage=dev or -c stage=prod.\n',
  })
})
