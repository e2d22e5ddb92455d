import { isDeepStrictEqual } from 'node:util'
import { expect, test } from 'vitest'
import { areaPlace } from '../../../infra/stack/names.ts'
import { stageNames } from '../../../infra/stack/stages.ts'
import type { Template } from '../../../infra/stack/templates.ts'
import { operations } from '../../../shared/operations/index.ts'
import { must } from '../../../shared/words/must.ts'
import type { SynthesisedResource } from '../synthesis.ts'
import { functionOf, ref, resources, templates } from './stages.ts'

/** Properties whose change makes CloudFormation replace the resource by a new, empty one. */
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
/**
 * Resources that hold data or have a public address. A template that differs from these lines makes
 * CloudFormation replace the resource, so data or address are lost.
 */
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
  HttpApiStage: { Type: 'AWS::ApiGatewayV2::Stage', ApiId: ref('HttpApi'), StageName: '$default' },
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
  EndChatQueue: queue,
  EndChatQueueDead: queue,
  EvaluateCallQueue: queue,
  EvaluateCallQueueDead: queue,
  HandlePersonQueue: queue,
  HandlePersonQueueDead: queue,
  ImportLeadsQueue: queue,
  ImportLeadsQueueDead: queue,
  ImportListQueue: queue,
  ImportListQueueDead: queue,
  JudgeOptOutQueue: queue,
  JudgeOptOutQueueDead: queue,
  LinkEvidenceQueue: queue,
  LinkEvidenceQueueDead: queue,
  PaceDialsQueue: queue,
  PaceDialsQueueDead: queue,
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
  TendNumberQueue: queue,
  TendNumberQueueDead: queue,
  WatchSilenceQueue: queue,
  WatchSilenceQueueDead: queue,
  WriteEvidenceQueue: queue,
  WriteEvidenceQueueDead: queue,
  WriteExportQueue: queue,
  WriteExportQueueDead: queue,
}

const replacedBy = (template: Pick<Template, 'Resources'>): string[] =>
  Object.entries(deployed).flatMap(([id, known]) => {
    const { Type = 'nothing', Properties = {} } = template.Resources[id] ?? {}
    const kept = (unchangeable[Type] ?? []).flatMap((name) => (name in Properties ? [[name, Properties[name]]] : []))
    return isDeepStrictEqual({ Type, ...Object.fromEntries(kept) }, known) ? [] : [id]
  })

test.each(stageNames)('a deployed %s keeps table, queues, secrets, addresses and outputs', (stage) => {
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
})

test('reports another table key, queue kind or stage path', () => {
  const { Table: table, PlaceCallQueue: taken, HttpApiStage: stage } = resources
  if (!table || !taken || !stage) throw new Error('The template lacks them')
  const changed = (id: string, resource: SynthesisedResource) => ({
    Resources: { ...resources, [id]: resource },
  })
  const withProperty = (resource: SynthesisedResource, more: object) => ({
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

test.each(areas)('functions/%s is a nested stack, and everything in it can be created again', (area) => {
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
