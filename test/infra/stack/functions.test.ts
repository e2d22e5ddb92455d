import { describe, expect, test } from 'vitest'
import { knowledgePatterns, recordingPatterns } from '../../../infra/stack/bucket-folders.ts'
import { needsOf, type SecretName } from '../../../infra/stack/grants.ts'
import { pascalCase } from '../../../infra/stack/names.ts'
import { models } from '../../../shared/domain/reference/models.ts'
import { operations, socketOperations } from '../../../shared/operations/index.ts'
import { allowedBy, arn, joined, lines, ofType, propertiesOf, publicUrl, ref, resources } from './stages.ts'

const indexArn = (name: string) => ({ 'Fn::Join': ['', [arn('Table'), `/index/${name}`]] })
const inBucket = (pattern: string) => ({ 'Fn::Join': ['', [arn('Recordings'), `/${pattern}`]] })
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

const queueSetting = (name: string) => `${name.replace(/[A-Z]/g, '_$&').toUpperCase()}_URL`

const bedrock = models.flatMap(({ provider, provider_model }) => (provider === 'bedrock' ? [provider_model] : []))

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
const invocations = (ids: string[]) => ({
  'Fn::Join': [
    '',
    expect.arrayContaining(
      ids.map((id) => expect.stringContaining(`/2015-03-31/functions/parlance-dev-${id}/invocations`)),
    ),
  ],
})

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
        recordingPatterns(operation).map(inBucket),
      ),
      ...lines(
        needs.knowledge.map((action) => `s3:${action}`),
        knowledgePatterns(operation).map(inBucket),
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

test('no function may take a signed head back', () => {
  const named = Object.keys(resources)
    .filter((id) => resources[id]?.Type === 'AWS::IAM::Role' && !id.startsWith('Custom'))
    .flatMap(allowedBy)
    .filter((line) => line.includes('"Heads"'))
  expect([...new Set(named.map((line) => line.split(' ')[0]))].toSorted()).toEqual([
    's3:GetObject',
    's3:ListBucket',
    's3:PutObject',
  ])
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

test('may touch only its own folders of the recordings bucket', () => {
  const touched = (id: string): string[] => {
    const operation = operations.find((one) => one.id === id)
    if (!operation) throw new Error(`No operation ${id}`)
    const { recordings, knowledge } = needsOf(operation)
    return [
      ...(recordings.length ? recordingPatterns(operation) : []),
      ...(knowledge.length ? knowledgePatterns(operation) : []),
    ]
  }
  const known = {
    'copy-recording': ['kept-*/*.mp3'],
    'delete-call': ['kept-*/*.mp3'],
    'write-evidence': ['kept-*/evidence-*.jsonl'],
    'write-export': ['exports/*'],
    'get-export': ['exports/*'],
    'handle-person': ['kept-*/*', 'knowledge/uploads/*/leads/*.bin', 'exports/*'],
    'create-lead-import': ['knowledge/uploads/*/leads/*.bin'],
    'get-lead-import': ['kept-*/rejected-*.csv'],
    'import-lead-file': ['knowledge/uploads/*/leads/*.bin', 'kept-*/rejected-*.csv'],
    'get-person-export': ['kept-*/person-*.jsonl'],
    'create-document': ['knowledge/uploads/*'],
    'delete-document': ['knowledge/uploads/*'],
    'read-documents': ['knowledge/packed/*', 'knowledge/uploads/*'],
    'import-list': ['knowledge/uploads/lists/*'],
    'talk-to-assistant': ['knowledge/packed/*'],
  }
  for (const [id, patterns] of Object.entries(known)) expect({ id, patterns: touched(id) }).toEqual({ id, patterns })
  const every = operations.flatMap(({ id }) => touched(id))
  expect(every.filter((pattern) => /^(\*|knowledge\/\*)$/.test(pattern))).toEqual([])
})
