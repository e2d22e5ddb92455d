import { execFile } from 'node:child_process'
import { readdir } from 'node:fs/promises'
import { isDeepStrictEqual, promisify } from 'node:util'
import { type App, Validations } from 'aws-cdk-lib'
import { AwsSolutionsChecks, ServerlessChecks } from 'cdk-nag'
import { beforeAll, describe, expect, test } from 'vitest'
import { alarmKinds } from '../../infra/alarms.ts'
import { readChoices } from '../../infra/context.ts'
import { needsOf, type SecretName } from '../../infra/grants.ts'
import { areaPlace, pascalCase } from '../../infra/names.ts'
import { type StageName, stageNames } from '../../infra/stages.ts'
import type { Template } from '../../infra/templates.ts'
import { evidenceDays } from '../../shared/domain/evidence/evidence-life.ts'
import { must } from '../../shared/domain/must.ts'
import { models } from '../../shared/domain/reference/models.ts'
import { type Operation, routesOf, socket, type WorkerOperation } from '../../shared/operations/define.ts'
import {
  callbackOperations,
  httpOperations,
  operations,
  routedOperations,
  scheduleOperations,
  socketOperations,
  workerOperations,
} from '../../shared/operations/index.ts'
import { metricUnits } from '../../shared/runtime/metrics.ts'
import { type Resource, type Synthesised, synthesise } from './synthesis.ts'

interface Statement {
  Action: string | string[]
  Resource: unknown
}

/** One more of a kind that the catalogue need not have. */
const hearFrame = socket({
  id: 'hear-frame',
  area: 'conversations',
  route: '$default',
  uses: ['calls.find', 'callbacks.write'],
})

let templates: Record<StageName, Synthesised>
let resources: Synthesised['Resources']
let outputs: Synthesised['Outputs']

beforeAll(async () => {
  const watched = { alarmEmail: 'ops@example.com' }
  templates = {
    dev: await synthesise('dev', operations, watched),
    prod: await synthesise('prod', operations, watched),
  }
  resources = templates.dev.Resources
  outputs = templates.dev.Outputs
}, 120_000)

const ref = (id: string) => ({ Ref: id })
const arn = (id: string) => ({ 'Fn::GetAtt': [id, 'Arn'] })
const indexArn = (name: string) => ({ 'Fn::Join': ['', [arn('Table'), `/index/${name}`]] })
const recordingsArn = { 'Fn::Join': ['', [arn('Recordings'), '/*']] }
const knowledgeArn = { 'Fn::Join': ['', [arn('Recordings'), '/knowledge/*']] }
const connectionsArn = {
  'Fn::Join': [
    '',
    [
      'arn:',
      ref('AWS::Partition'),
      ':execute-api:',
      ref('AWS::Region'),
      ':',
      ref('AWS::AccountId'),
      ':',
      ref('SocketApi'),
      '/conversations/*/@connections/*',
    ],
  ],
}
const secretOf: Record<SecretName, string> = { CARRIER: 'CarrierSecret', MODEL: 'ModelSecret', TOOLS: 'ToolsSecret' }
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

/** Every model on Bedrock that is on offer: the profile that is asked, and the model behind it, wherever that stands. */
const bedrock = models.flatMap(({ provider, provider_model }) => (provider === 'bedrock' ? [provider_model] : []))
const joined = (...parts: unknown[]) => ({ 'Fn::Join': ['', ['arn:', ref('AWS::Partition'), ...parts]] })
const modelsOnBedrock = [
  ...bedrock.map((profile) =>
    joined(':bedrock:', ref('AWS::Region'), ':', ref('AWS::AccountId'), `:inference-profile/${profile}`),
  ),
  ...[...new Set(bedrock.map((profile) => profile.replace(/^\w+\./, '')))].map((model) =>
    joined(`:bedrock:*::foundation-model/${model}`),
  ),
]

const functionArn = (id: string) =>
  joined(':lambda:', ref('AWS::Region'), ':', ref('AWS::AccountId'), `:function:parlance-dev-${id}`)
/** The addresses at which Lambda invokes functions, with the region between. */
const invocations = (ids: string[]) => ({
  'Fn::Join': [
    '',
    expect.arrayContaining(
      ids.map((id) => expect.stringContaining(`/2015-03-31/functions/parlance-dev-${id}/invocations`)),
    ),
  ],
})

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
      LoggingConfig: { LogGroup: ref('Log') },
      TracingConfig: { Mode: 'Active' },
    })
  })

  test('tells sam local where its code is', () => {
    expect(resources[`${place}Function`]?.Metadata).toMatchObject({
      'aws:asset:path': expect.stringMatching(/^asset\./),
      'aws:asset:property': 'Code',
    })
  })

  test('is told exactly what its uses need', () => {
    const settings = {
      ...(needs.table.length + needs.indexes.length > 0 && { TABLE_NAME: ref('Table') }),
      ...Object.fromEntries(needs.queues.map((name) => [queueSetting(name), ref(pascalCase(name))])),
      ...Object.fromEntries(needs.secrets.map((name) => [`${name}_SECRET_ARN`, ref(secretOf[name])])),
      ...(needs.addresses.includes('PUBLIC_URL') && { PUBLIC_URL: publicUrl }),
      ...(needs.addresses.includes('SOCKET_URL') && socketOperations.length > 0 && { SOCKET_URL: expect.anything() }),
      ...(needs.addresses.includes('RECORDINGS_URL') && { RECORDINGS_URL: expect.anything() }),
      ...(needs.addresses.includes('HEADS_URL') && { HEADS_URL: expect.anything() }),
      ...(needs.wakes.length > 0 && { TALK_FUNCTIONS: invocations(needs.wakes) }),
    }
    const { Variables = {} } = (propertiesOf(`${place}Function`).Environment ?? {}) as { Variables?: object }
    expect(Variables).toEqual(settings)
  })

  test('may do exactly what its uses need', () => {
    const dynamodb = (action: string) => `dynamodb:${action}`
    const receiving = ['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes']
    const granted = [
      ...lines(['logs:CreateLogStream', 'logs:PutLogEvents'], [arn('Log')]),
      ...lines(['xray:PutTelemetryRecords', 'xray:PutTraceSegments'], ['*']),
      ...lines(needs.table.map(dynamodb), [arn('Table')]),
      ...lines(needs.indexes.length ? ['dynamodb:Query'] : [], needs.indexes.map(indexArn)),
      ...needs.queues.flatMap((name) => lines(['sqs:SendMessage'], [arn(pascalCase(name))])),
      ...needs.secrets.flatMap((name) => lines(['secretsmanager:GetSecretValue'], [ref(secretOf[name])])),
      ...(needs.askModels
        ? lines(['bedrock:InvokeModel', 'bedrock:InvokeModelWithResponseStream'], modelsOnBedrock)
        : []),
      ...lines(
        needs.recordings.map((action) => `s3:${action}`),
        [recordingsArn],
      ),
      ...lines(
        needs.knowledge.map((action) => `s3:${action}`),
        [knowledgeArn],
      ),
      ...needs.heads.flatMap((action) =>
        lines([`s3:${action}`], [action === 'ListBucket' ? arn('Heads') : { 'Fn::Join': ['', [arn('Heads'), '/*']] }]),
      ),
      ...lines(needs.manageConnections ? ['execute-api:ManageConnections'] : [], [connectionsArn]),
      ...lines(['lambda:InvokeFunction'], needs.wakes.map(functionArn)),
      ...(operation.kind === 'worker' ? lines(receiving, [arn(pascalCase(operation.queue))]) : []),
    ]
    expect(allowedBy(`${place}Role`)).toEqual(granted.sort())
    expect(propertiesOf(`${place}Role`)).not.toHaveProperty('ManagedPolicyArns')
  })
})

const routes = routedOperations.flatMap((operation) =>
  routesOf(operation).map((route) => ({ ...route, id: operation.id, operation })),
)

test.each(routes)('$method $path leads to $id', ({ name, method, path, operation }) => {
  const place = pascalCase(operation.id)
  const invoker = `${pascalCase(operation.area)}ApiRole`
  expect(propertiesOf(`${pascalCase(name)}Route`)).toMatchObject({
    RouteKey: `${method} ${path}`,
    Target: { 'Fn::Join': ['', ['integrations/', ref(`${place}RouteIntegration`)]] },
  })
  expect(propertiesOf(`${place}RouteIntegration`)).toMatchObject({
    IntegrationUri: arn(functionOf(operation)),
    PayloadFormatVersion: '2.0',
    CredentialsArn: arn(invoker),
  })
  expect(allowedBy(invoker)).toContainEqual(`lambda:InvokeFunction ${JSON.stringify(arn(functionOf(operation)))}`)
  const { RouteSettings } = propertiesOf('HttpApiStage') as { RouteSettings: Record<string, object> }
  expect(RouteSettings[`${method} ${path}`]).toHaveProperty('ThrottlingRateLimit')
})

test('no route leads to anything else', () => {
  expect(ofType('AWS::ApiGatewayV2::Route')).toHaveLength(routes.length + socketOperations.length)
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
    FunctionResponseTypes: ['ReportBatchItemFailures'],
    Enabled: true,
  })
  const scaling = (stage: StageName) =>
    templates[stage].Resources[`${pascalCase(operation.id)}EventSource`]?.Properties.ScalingConfig
  const limited = { MaximumConcurrency: operation.concurrencyMax }
  expect(scaling('prod')).toEqual(limited)
  expect(scaling('dev')).toEqual(operation.isRare ? undefined : limited)
})

/** The workers whose messages may lead, by the queues that its functions send to, to messages for themselves. */
const selfFeeding = workerOperations.filter((start) => {
  const seen = new Set<string>()
  const follow = (operation: WorkerOperation) => {
    for (const next of workerOperations.filter(({ queue }) => needsOf(operation).queues.includes(queue))) {
      if (seen.has(next.id)) continue
      seen.add(next.id)
      follow(next)
    }
  }
  follow(start)
  return seen.has(start.id)
})

test('Lambda lets workers that wake themselves go on, and an alarm rings when it drops any', () => {
  expect(selfFeeding.map(({ id }) => id)).toEqual(
    expect.arrayContaining(['place-call', 'advance-call', 'dispatch-campaign', 'watch-silence', 'deliver-webhook']),
  )
  for (const operation of selfFeeding)
    expect(propertiesOf(functionOf(operation)), operation.id).toMatchObject({ RecursiveLoop: 'Allow' })
  for (const operation of httpOperations)
    expect(propertiesOf(functionOf(operation))).not.toHaveProperty('RecursiveLoop')
  expect(propertiesOf('StoppedLoopsAlarm')).toMatchObject({
    Namespace: 'AWS/Lambda',
    MetricName: 'RecursiveInvocationsDropped',
    AlarmActions: [ref('Alarms')],
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

test('who fetched a recording is known for a while', () => {
  expect(propertiesOf('Recordings')).toMatchObject({
    LoggingConfiguration: { DestinationBucketName: ref('RecordingsLog') },
  })
  expect(propertiesOf('RecordingsLog')).toMatchObject({
    LifecycleConfiguration: { Rules: [expect.objectContaining({ ExpirationInDays: 90 })] },
  })
})

test('signed heads are locked in prod for longer than the records that they speak for; a dev stage can be destroyed', () => {
  const days = evidenceDays() + 366
  const shared = {
    ObjectLockEnabled: true,
    VersioningConfiguration: { Status: 'Enabled' },
    LoggingConfiguration: { DestinationBucketName: ref('RecordingsLog') },
    LifecycleConfiguration: {
      Rules: expect.arrayContaining([expect.objectContaining({ Id: 'old', ExpirationInDays: days })]),
    },
  }
  expect(templates.prod.Resources.Heads?.Properties).toMatchObject({
    ...shared,
    ObjectLockConfiguration: { Rule: { DefaultRetention: { Mode: 'COMPLIANCE', Days: days } } },
  })
  expect(propertiesOf('Heads')).toMatchObject(shared)
  expect(JSON.stringify(propertiesOf('Heads'))).not.toContain('DefaultRetention')
})

test('a stage that keeps evidence for longer locks its heads for longer, and tells who links and who exports', async () => {
  const { Resources, Outputs } = await synthesise('prod', operations, { evidenceYears: 10 })
  const days = 11 * 366
  expect(Resources.Heads?.Properties).toMatchObject({
    ObjectLockConfiguration: { Rule: { DefaultRetention: { Days: days } } },
    LifecycleConfiguration: { Rules: expect.arrayContaining([expect.objectContaining({ ExpirationInDays: days })]) },
  })
  for (const id of ['LinkEvidenceFunction', 'WriteEvidenceFunction'])
    expect(Resources[id]?.Properties.Environment).toMatchObject({ Variables: { EVIDENCE_YEARS: '10' } })
  expect(Outputs.EvidenceYears?.Value).toBe('10')
})

test('no function may take a signed head back', () => {
  const told = Object.keys(resources)
    .filter((id) => resources[id]?.Type === 'AWS::IAM::Role' && !id.startsWith('Custom'))
    .flatMap(allowedBy)
    .filter((line) => line.includes('"Heads"'))
  expect([...new Set(told.map((line) => line.split(' ')[0]))].toSorted()).toEqual([
    's3:GetObject',
    's3:ListBucket',
    's3:PutObject',
  ])
})

test('the table has its indexes, expiry and restore', () => {
  expect(propertiesOf('Table')).toMatchObject({
    BillingMode: 'PAY_PER_REQUEST',
    KeySchema: [
      { AttributeName: 'pk', KeyType: 'HASH' },
      { AttributeName: 'sk', KeyType: 'RANGE' },
    ],
    TimeToLiveSpecification: { AttributeName: 'expires_at_seconds', Enabled: true },
    GlobalSecondaryIndexes: [
      ['due', 'due_shard', 'due_at'],
      ['queue', 'queue_key', 'queue_at'],
      ['phone', 'phone_key', 'sk'],
    ].map(([IndexName, hash, range]) => ({
      IndexName,
      KeySchema: [
        { AttributeName: hash, KeyType: 'HASH' },
        { AttributeName: range, KeyType: 'RANGE' },
      ],
      Projection: { ProjectionType: 'KEYS_ONLY' },
    })),
    Replicas: [{ PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true } }],
  })
})

/** Properties that CloudFormation cannot change: for another value it makes another, empty, resource. */
const unchangeable: Record<string, string[]> = {
  'AWS::DynamoDB::GlobalTable': ['TableName', 'KeySchema', 'LocalSecondaryIndexes'],
  'AWS::SQS::Queue': ['QueueName', 'FifoQueue'],
  'AWS::S3::Bucket': ['BucketName'],
  'AWS::SecretsManager::Secret': ['Name'],
  'AWS::KMS::Key': ['KeySpec', 'KeyUsage', 'MultiRegion'],
  'AWS::ApiGatewayV2::Api': ['ProtocolType'],
  'AWS::ApiGatewayV2::Stage': ['ApiId', 'StageName'],
}

const queue = { Type: 'AWS::SQS::Queue' }
const secret = { Type: 'AWS::SecretsManager::Secret' }
/** What deployed stacks hold data in and are reached by. A line may be added; one that changes costs users their data. */
const deployed: Record<string, Record<string, unknown>> = {
  Table: {
    Type: 'AWS::DynamoDB::GlobalTable',
    KeySchema: [
      { AttributeName: 'pk', KeyType: 'HASH' },
      { AttributeName: 'sk', KeyType: 'RANGE' },
    ],
  },
  Recordings: { Type: 'AWS::S3::Bucket' },
  RecordingsLog: { Type: 'AWS::S3::Bucket' },
  Heads: { Type: 'AWS::S3::Bucket' },
  CarrierSecret: secret,
  ModelSecret: secret,
  ToolsSecret: secret,
  HttpApi: { Type: 'AWS::ApiGatewayV2::Api', ProtocolType: 'HTTP' },
  HttpApiStage: { Type: 'AWS::ApiGatewayV2::Stage', ApiId: ref('HttpApi'), StageName: 'api' },
  SocketApi: { Type: 'AWS::ApiGatewayV2::Api', ProtocolType: 'WEBSOCKET' },
  SocketApiStage: { Type: 'AWS::ApiGatewayV2::Stage', ApiId: ref('SocketApi'), StageName: 'conversations' },
  AdvanceCallQueue: queue,
  AdvanceCallQueueDead: queue,
  CarryOutWishQueue: queue,
  CarryOutWishQueueDead: queue,
  ClearCampaignQueue: queue,
  ClearCampaignQueueDead: queue,
  CopyRecordingQueue: queue,
  CopyRecordingQueueDead: queue,
  DeliverWebhookQueue: queue,
  DeliverWebhookQueueDead: queue,
  DispatchCampaignQueue: queue,
  DispatchCampaignQueueDead: queue,
  EvaluateCallQueue: queue,
  EvaluateCallQueueDead: queue,
  HandlePersonQueue: queue,
  HandlePersonQueueDead: queue,
  ImportListQueue: queue,
  ImportListQueueDead: queue,
  LinkEvidenceQueue: queue,
  LinkEvidenceQueueDead: queue,
  PlaceCallQueue: queue,
  PlaceCallQueueDead: queue,
  ReadDocumentsQueue: queue,
  ReadDocumentsQueueDead: queue,
  RunSimulationQueue: queue,
  RunSimulationQueueDead: queue,
  SealHistoryQueue: queue,
  SealHistoryQueueDead: queue,
  SettleSmsQueue: queue,
  SettleSmsQueueDead: queue,
  SteerSessionQueue: queue,
  SteerSessionQueueDead: queue,
  WatchSilenceQueue: queue,
  WatchSilenceQueueDead: queue,
  WriteEvidenceQueue: queue,
  WriteEvidenceQueueDead: queue,
}

/** What an update of a deployed stack to this template would replace or remove. */
const replacedBy = (template: Pick<Template, 'Resources'>): string[] =>
  Object.entries(deployed).flatMap(([id, known]) => {
    const { Type = 'nothing', Properties = {} } = template.Resources[id] ?? {}
    const kept = (unchangeable[Type] ?? []).flatMap((name) => (name in Properties ? [[name, Properties[name]]] : []))
    return isDeepStrictEqual({ Type, ...Object.fromEntries(kept) }, known) ? [] : [id]
  })

test.each(stageNames)(
  'a deployed %s keeps its table, queues, secrets and addresses, and whoever reads its outputs finds them',
  (stage) => {
    const template = templates[stage]
    expect(template.stackName).toBe(`parlance-${stage}`)
    expect(replacedBy(must(template.templates.get(''), 'template of the stack itself'))).toEqual([])
    const holding = Object.keys(unchangeable).filter((type) => type !== 'AWS::KMS::Key')
    const all = Object.entries(template.Resources).flatMap(([id, { Type }]) => (holding.includes(Type) ? [id] : []))
    expect(all.toSorted(), 'What is new must be kept from now on: give it a line in `deployed`.').toEqual(
      Object.keys(deployed).toSorted(),
    )
    expect(Object.keys(template.Outputs)).toEqual(
      expect.arrayContaining([
        'BaseUrl',
        'SocketUrl',
        'TableName',
        'RecordingsBucketName',
        'HeadsBucketName',
        'CarrierSecretName',
        'ModelSecretName',
      ]),
    )
    expect(Object.values(template.Outputs).filter((output) => 'Export' in output)).toEqual([])
  },
)

test('a table of another key or name, a queue of another kind and a stage of another path are told', () => {
  const { Table: table, PlaceCallQueue: taken, HttpApiStage: stage } = resources
  if (!table || !taken || !stage) throw new Error('The template lacks them')
  const changed = (id: string, resource: Resource) => ({
    Resources: { ...resources, [id]: resource },
  })
  const withProperty = (resource: Resource, more: object) => ({
    ...resource,
    Properties: { ...resource.Properties, ...more },
  })
  expect(
    replacedBy(changed('Table', withProperty(table, { KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }] }))),
  ).toEqual(['Table'])
  expect(replacedBy(changed('Table', withProperty(table, { TableName: 'parlance' })))).toEqual(['Table'])
  expect(replacedBy(changed('PlaceCallQueue', withProperty(taken, { FifoQueue: true })))).toEqual(['PlaceCallQueue'])
  expect(replacedBy(changed('HttpApiStage', withProperty(stage, { StageName: 'v2' })))).toEqual(['HttpApiStage'])
  expect(replacedBy({ Resources: { ...resources, PlaceCallQueue: table } })).toEqual(['PlaceCallQueue'])
})

const areas = [...new Set(operations.map(({ area }) => area))]

test.each(areas)('functions/%s is a nested stack, and everything in it could be made anew', (area) => {
  const { Resources = {} } = templates.dev.templates.get(areaPlace(area)) ?? {}
  const own = operations.filter((operation) => operation.area === area)
  for (const operation of own) expect(Resources).toHaveProperty(functionOf(operation))
  expect(Object.values(Resources).filter(({ Type }) => Type === 'AWS::Lambda::Function')).toHaveLength(own.length)
  const types = Object.values(Resources).map(({ Type }) => Type)
  expect(types.filter((type) => !/::(Role|Function|Route|Integration|EventSourceMapping)$/.test(type))).toEqual(
    own.some(({ kind }) => kind === 'schedule') ? expect.arrayContaining(['AWS::Events::Rule']) : [],
  )
  expect(types.filter((type) => type in unchangeable)).toEqual([])
  expect(resources[areaPlace(area)]?.Metadata, 'sam local finds it').toMatchObject({
    'aws:asset:path': expect.stringMatching(/\.nested\.template\.json$/),
    'aws:asset:property': 'TemplateURL',
  })
})

test('the stage of the API waits for the routes whose throttles it names', () => {
  const leading = [...new Set(routes.map(({ operation }) => areaPlace(operation.area)))]
  expect(templates.dev.templates.get('')?.Resources.HttpApiStage).toHaveProperty('DependsOn', leading.toSorted())
})

test('nothing is kept or sent in the clear', () => {
  for (const { Properties } of ofType('AWS::SQS::Queue'))
    expect(Properties).toMatchObject({ SqsManagedSseEnabled: true })
  for (const { Properties } of ofType('AWS::S3::Bucket'))
    expect(Properties).toMatchObject({
      BucketEncryption: { ServerSideEncryptionConfiguration: [expect.anything()] },
      PublicAccessBlockConfiguration: {
        BlockPublicAcls: true,
        BlockPublicPolicy: true,
        IgnorePublicAcls: true,
        RestrictPublicBuckets: true,
      },
    })
  const policies = ['AWS::SQS::QueuePolicy', 'AWS::S3::BucketPolicy', 'AWS::SNS::TopicPolicy'].flatMap(ofType)
  expect(policies.length).toBeGreaterThan(workerOperations.length)
  for (const { Properties } of policies)
    expect(JSON.stringify(Properties)).toContain('"Condition":{"Bool":{"aws:SecureTransport":"false"}}')
})

test.each([
  ['dev', 14],
  ['prod', 90],
] as const)('%s keeps every log for %i days, and both routes are throttled', (stage, days) => {
  const template = templates[stage]
  const logs = Object.values(template.Resources).filter(({ Type }) => Type === 'AWS::Logs::LogGroup')
  expect(logs.map(({ Properties }) => Properties.RetentionInDays)).toEqual([days, days])
  for (const route of ['HttpApiStage', 'SocketApiStage'])
    expect(template.Resources[route]?.Properties.DefaultRouteSettings).toMatchObject({
      ThrottlingRateLimit: expect.any(Number),
      ThrottlingBurstLimit: expect.any(Number),
    })
})

test('secrets come to life empty, so that no deployment overwrites them', () => {
  expect(Object.keys(propertiesOf('CarrierSecret'))).toEqual(['Description'])
  expect(propertiesOf('ModelSecret')).toMatchObject({ SecretString: '{}' })
})

test('no role has a wildcard where AWS offers a name', () => {
  const allowed = Object.keys(resources)
    .filter((id) => resources[id]?.Type === 'AWS::IAM::Role' && !id.startsWith('Custom'))
    .flatMap(allowedBy)
  expect(allowed.length).toBeGreaterThan(operations.length)
  const nameless =
    /^(xray:\w+ "\*"|s3:\w+ .*"(Recordings|Heads)".*|execute-api:ManageConnections .*|bedrock:\w+ .*:bedrock:\*::.*)$/
  expect(allowed.filter((line) => line.includes('*') && !nameless.test(line))).toEqual([])
  expect(ofType('AWS::IAM::Policy')).toEqual([])
})

/** Pages of the runbook for what no alarm of its own tells of. */
const situations = ['carrier-down', 'region-down', 'secret-leaked', 'table-lost']

test('a stage to try things out has no alarms and no dashboard, unless somebody wants to hear of it', async () => {
  const { Resources, Outputs } = await synthesise('dev', operations)
  const kinds = new Set(Object.values(Resources).map(({ Type }) => Type))
  for (const kind of ['AWS::CloudWatch::Alarm', 'AWS::CloudWatch::Dashboard', 'AWS::SNS::Topic'])
    expect(kinds.has(kind)).toBe(false)
  expect(Outputs).not.toHaveProperty('DashboardUrl')
  expect(Outputs).not.toHaveProperty('AlarmTopic')
})

test('every alarm is heard, says whom it hurts, and names its page of the runbook', async () => {
  const alarms = ofType('AWS::CloudWatch::Alarm').map(({ Properties }) => Properties)
  for (const { AlarmActions, AlarmDescription } of alarms) {
    expect(AlarmActions).toEqual([ref('Alarms')])
    expect(AlarmDescription).toMatch(/\w+ .*\. What to do: docs\/runbook\/[a-z-]+\.md$/)
  }
  const named = alarms.map(({ AlarmDescription }) => /([a-z-]+)\.md$/.exec(String(AlarmDescription))?.[1])
  expect([...new Set(named)].toSorted()).toEqual([...alarmKinds].toSorted())
  const pages = [...alarmKinds, ...situations].map((name) => `${name}.md`)
  expect((await readdir('docs/runbook')).toSorted()).toEqual(pages.toSorted())
})

test('one dashboard shows every operation and every queue', () => {
  const [dashboard] = ofType('AWS::CloudWatch::Dashboard')
  const body = JSON.stringify(dashboard?.Properties.DashboardBody)
  for (const { id } of operations.filter(({ kind }) => kind !== 'asset')) expect(body).toContain(`parlance-dev-${id}`)
  for (const { queue } of workerOperations) expect(body).toContain(`"${pascalCase(queue)}"`)
  for (const metric of Object.keys(metricUnits)) expect(body).toContain(`\\"${metric}\\"`)
})

test('the outputs tell where everything is, and what to do next', () => {
  const address = (path: string) => ({ 'Fn::Join': ['', [publicUrl, `/api${path}`]] })
  expect(Object.fromEntries(Object.entries(outputs).map(([name, { Value }]) => [name, Value]))).toMatchObject({
    BaseUrl: address(''),
    ...(socketOperations.length > 0 && { SocketUrl: expect.anything() }),
    CallbackBase: address('/carrier'),
    VoiceUrl: address('/carrier/incoming-call'),
    VoiceStatusUrl: address('/carrier/incoming-status'),
    MessageUrl: address('/carrier/incoming-message'),
    RealtimeUrl: address('/realtime/incoming-call'),
    CarrierSecretName: ref('CarrierSecret'),
    ModelSecretName: ref('ModelSecret'),
    TableName: ref('Table'),
    RecordingsBucketName: ref('Recordings'),
    HeadsBucketName: ref('Heads'),
    AlarmTopic: ref('Alarms'),
    DashboardUrl: { 'Fn::Join': ['', expect.arrayContaining([expect.stringContaining('parlance-dev')])] },
    FirstUser: 'npm run -s admin -- user create --name NAME --email EMAIL --stack parlance-dev',
    Doctor: 'npm run -s admin -- doctor --stack parlance-dev',
  })
  const paths: string[] = callbackOperations.map(({ path }) => path)
  for (const url of ['/carrier/incoming-call', '/carrier/incoming-status', '/carrier/incoming-message'])
    expect(paths).toContain(url)
  expect(paths.filter((path) => !path.startsWith('/carrier/'))).toEqual([])
})

test('dev may be thrown away, prod may not', () => {
  expect(resources.Table).toMatchObject({ DeletionPolicy: 'Delete' })
  expect(resources.Recordings).toMatchObject({ DeletionPolicy: 'Delete' })
  const prod = templates.prod.Resources
  expect([templates.dev.isProtected, templates.prod.isProtected]).toEqual([false, true])
  for (const id of ['Table', 'Recordings', 'Heads', 'CarrierSecret', 'ModelSecret', 'Key', 'EvidenceKey'])
    expect(prod[id]).toMatchObject({ DeletionPolicy: 'Retain' })
  expect(prod.Table?.Properties).toMatchObject({
    SSESpecification: { SSEEnabled: true, SSEType: 'KMS' },
    Replicas: [
      {
        DeletionProtectionEnabled: true,
        PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true, RecoveryPeriodInDays: 35 },
        SSESpecification: { KMSMasterKeyId: arn('Key') },
      },
    ],
  })
  expect(prod.Recordings?.Properties.BucketEncryption).toMatchObject({
    ServerSideEncryptionConfiguration: [{ ServerSideEncryptionByDefault: { KMSMasterKeyID: arn('Key') } }],
  })
  for (const id of ['Log', 'HttpApiLog']) expect(prod[id]?.Properties, id).toMatchObject({ KmsKeyId: arn('Key') })
  expect(JSON.stringify(prod.Key?.Properties.KeyPolicy)).toContain('kms:EncryptionContext:aws:logs:arn')
  const ids = (all: Synthesised['Resources']) =>
    Object.keys(all).filter((id) => !/AllowEventRule|^Custom|AutoDelete|^(Evidence)?Key$/.test(id))
  expect(ids(prod).toSorted()).toEqual(ids(resources).toSorted())
})

test('a domain of the team’s own is the address that everybody is told', async () => {
  const domain = { name: 'api.example.com', certificateArn: 'arn:aws:acm:eu-central-1:123456789012:certificate/abc' }
  const template = await synthesise('prod', operations, { domain, rateLimitPerMinute: 60 })
  expect(template.Outputs.BaseUrl?.Value).toBe('https://api.example.com/api')
  expect(template.Outputs.DomainTarget?.Value).toEqual({ 'Fn::GetAtt': ['Domain', 'RegionalDomainName'] })
  expect(template.Resources.HttpApi?.Properties.DisableExecuteApiEndpoint).toBe(true)
  expect(resources.HttpApi?.Properties.DisableExecuteApiEndpoint).toBe(false)
  expect(template.Resources.MakeCallFunction?.Properties.Environment).toMatchObject({
    Variables: { RATE_LIMIT_PER_MINUTE: '60' },
  })
})

test('what limits spending is told to the functions that hold money or look at countries, and to nobody else', async () => {
  const template = await synthesise('dev', operations, {
    overdraft: '10.00',
    liveCallsPerUser: 20,
    callCountries: ['DE', 'US'],
    chargedPerHourAlarm: 50,
    alarmEmail: 'ops@example.com',
  })
  const limits = { OVERDRAFT: '10.00', LIVE_CALLS_PER_USER: '20' }
  const environmentOf = (name: string) => template.Resources[`${name}Function`]?.Properties.Environment
  expect(environmentOf('PlaceCall')).toMatchObject({ Variables: { ...limits, CALL_COUNTRIES: 'DE,US' } })
  expect(environmentOf('AdvanceCall')).toMatchObject({ Variables: limits })
  expect(environmentOf('ListCalls')).not.toMatchObject({ Variables: { OVERDRAFT: '10.00' } })
  expect(template.Outputs.CallCountries?.Value).toBe('DE,US')
  expect(template.Resources.MuchChargedAlarm?.Properties).toMatchObject({ Threshold: 50, Period: 3600 })
})

test('what calling rules do is told to the functions that make calls or campaigns, and to the one who looks after the stack', async () => {
  const template = await synthesise('dev', operations, { callingRules: 'enforce' })
  const told = Object.keys(template.Resources).filter((name) =>
    JSON.stringify(template.Resources[name]?.Properties).includes('"CALLING_RULES":"enforce"'),
  )
  expect(told.toSorted()).toEqual(['CreateCampaignFunction', 'MakeCallFunction', 'PlaceCallFunction'])
  expect(template.Outputs).toHaveProperty('CallingRules')
})

test('how long a call may wait for dialling is told to the functions that look whether it is stopped, and to nobody else', async () => {
  const template = await synthesise('dev', operations, { staleCallMinutes: 30 })
  const told = Object.keys(template.Resources).filter((name) =>
    JSON.stringify(template.Resources[name]?.Properties).includes('"STALE_CALL_MINUTES":"30"'),
  )
  const dialling = ['AdvanceCall', 'AnswerCall', 'DispatchCampaign', 'PlaceCall', 'ReceiveSessionEnd', 'TransferCall']
  const others = ['CarryOutWish', 'RedriveDue', 'SendSms']
  expect(told.toSorted()).toEqual([...dialling, ...others].map((name) => `${name}Function`).toSorted())
  expect(template.Outputs).not.toHaveProperty('Dialling')
})

test('a socket operation brings a WebSocket API, and its address to whom it concerns', async () => {
  const { Resources } = await synthesise('dev', [...operations, hearFrame])
  expect(Resources.HearFrameRoute?.Properties).toMatchObject({ ApiId: ref('SocketApi'), RouteKey: '$default' })
  expect(Resources.HearFrameFunction?.Properties.Environment).toMatchObject({
    Variables: { SOCKET_URL: { 'Fn::Join': ['', ['wss://', ref('SocketApi'), ...Array(5).fill(expect.anything())]] } },
  })
  if (socketOperations.length === 0) expect(resources).not.toHaveProperty('SocketApi')
})

test('to send to a queue that nobody takes from is refused', async () => {
  const senders = operations.filter(({ kind }) => kind === 'http')
  await expect(synthesise('dev', senders)).rejects.toThrow('No worker takes from')
})

test.each(stageNames)(
  'the checks of AWS Solutions and Serverless find nothing unexplained in %s',
  async (stage) => {
    const checking = (app: App) =>
      Validations.of(app).addPlugins(new AwsSolutionsChecks(app), new ServerlessChecks(app))
    await synthesise(stage, operations, { alarmEmail: 'ops@example.com' }, checking)
  },
  120_000,
)

test.each([
  [{ stage: 'moon' }, 'There is no stage moon: choose with -c stage=dev or -c stage=prod.'],
  [{ domain: 'https://x' }, 'domain cannot be https://x: write a host name such as -c domain=api.example.com.'],
  [
    { domain: 'api.example.com' },
    'A domain needs its certificate: give both, -c domain=api.example.com -c certificate=arn:aws:acm:….',
  ],
  [{ certificate: 'abc' }, 'certificate cannot be abc: write the ARN of a certificate in this region.'],
  [
    { rateLimitPerMinute: '0' },
    'rateLimitPerMinute cannot be 0: write a whole number such as -c rateLimitPerMinute=600.',
  ],
  [{ overdraft: '-5' }, 'overdraft cannot be -5: write an amount such as -c overdraft=10.00.'],
  [{ liveCallsPerUser: '0' }, 'liveCallsPerUser cannot be 0: write a whole number up to 9999 such as'],
  [
    { callingRules: 'strict' },
    'callingRules cannot be strict: write off, observe or enforce, such as -c callingRules=',
  ],
  [{ staleCallMinutes: '0' }, 'staleCallMinutes cannot be 0: write a whole number up to 9999 such as'],
  [{ callCountries: 'de' }, 'callCountries cannot be de: write codes of countries such as -c callCountries=DE,US.'],
  [{ callCountries: 'DE,XX' }, 'callCountries cannot hold XX: there is no country of that code.'],
  [{ chargedPerHourAlarm: 'much' }, 'chargedPerHourAlarm cannot be much: write an amount such as'],
  [{ alarmEmail: 'me' }, 'alarmEmail cannot be me: write an address such as -c alarmEmail=ops@example.com.'],
])('the context %j is refused in one sentence', (context: Record<string, string>, sentence) => {
  expect(() => readChoices((name) => context[name])).toThrow(sentence)
})

test('a refused context ends the synthesis with that sentence alone', async () => {
  const CDK_CONTEXT_JSON = JSON.stringify({ stage: 'moon' })
  const run = promisify(execFile)(process.execPath, ['infra/app.ts'], { env: { ...process.env, CDK_CONTEXT_JSON } })
  await expect(run).rejects.toMatchObject({
    code: 1,
    stderr: 'There is no stage moon: choose with -c stage=dev or -c stage=prod.\n',
  })
})
