import { createServer } from 'node:http'
import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { expect, onTestFinished, test } from 'vitest'
import { adoptTable, type Keeping } from '../../../infra/admin/adopt-table.ts'
import { tableIndexes } from '../../../shared/table/keys.ts'
import { openLocalStack } from './harness.ts'

const name = 'parlance-prod-restored'
const arn = `arn:aws:dynamodb:us-east-1:123456789012:table/${name}`
const keyArn = 'arn:aws:kms:us-east-1:123456789012:key/0f9a'
const keySchema = (hash: string, range: string) => [
  { AttributeName: hash, KeyType: 'HASH' },
  { AttributeName: range, KeyType: 'RANGE' },
]

interface Asked {
  TableName?: string
  SSESpecification?: object
  TimeToLiveSpecification?: { AttributeName: string }
  PointInTimeRecoverySpecification?: { RecoveryPeriodInDays: number }
  Tags?: object[]
}

const serveRestored = async (more: Record<string, unknown> = {}) => {
  const table: Record<string, unknown> = {
    TableName: name,
    TableArn: arn,
    TableStatus: 'ACTIVE',
    KeySchema: keySchema('pk', 'sk'),
    BillingModeSummary: { BillingMode: 'PAY_PER_REQUEST' },
    DeletionProtectionEnabled: false,
    GlobalSecondaryIndexes: tableIndexes.map((index) => ({
      IndexName: index.name,
      KeySchema: keySchema(index.partitionKey, index.sortKey),
      IndexStatus: 'ACTIVE',
    })),
    ...more,
  }
  let timeToLive: object = { TimeToLiveStatus: 'DISABLED' }
  let recovery: object = { PointInTimeRecoveryStatus: 'DISABLED' }
  const tags: object[] = []
  const changes: string[] = []
  const answers: Record<string, (asked: Asked) => object> = {
    DescribeTable: () => {
      const answer = { Table: { ...table } }
      if (table.TableStatus === 'UPDATING') table.TableStatus = 'ACTIVE'
      return answer
    },
    UpdateTable: ({ TableName: _, SSESpecification: key, ...change }) => {
      if (table.TableStatus !== 'ACTIVE') throw new Error('ResourceInUseException')
      Object.assign(table, change, { TableStatus: 'UPDATING' })
      if (key) table.SSEDescription = { Status: 'ENABLED', KMSMasterKeyArn: keyArn }
      return {}
    },
    DescribeTimeToLive: () => ({ TimeToLiveDescription: timeToLive }),
    UpdateTimeToLive: ({ TimeToLiveSpecification }) => {
      timeToLive = { TimeToLiveStatus: 'ENABLING', ...TimeToLiveSpecification }
      return {}
    },
    DescribeContinuousBackups: () => ({ ContinuousBackupsDescription: { PointInTimeRecoveryDescription: recovery } }),
    UpdateContinuousBackups: ({ PointInTimeRecoverySpecification }) => {
      recovery = { PointInTimeRecoveryStatus: 'ENABLED', ...PointInTimeRecoverySpecification }
      return {}
    },
    ListTagsOfResource: () => ({ Tags: tags }),
    TagResource: ({ Tags = [] }) => {
      tags.push(...Tags)
      return {}
    },
  }
  const server = createServer(async (request, response) => {
    const asked = JSON.parse((await request.toArray()).join(''))
    const action = String(request.headers['x-amz-target']).split('.')[1] ?? ''
    const type = 'com.amazonaws.dynamodb.v20120810'
    if (/^(Update|Tag)/.test(action)) changes.push(action)
    response.setHeader('content-type', 'application/x-amz-json-1.0')
    try {
      if (asked.TableName !== undefined && asked.TableName !== name) throw new Error('ResourceNotFoundException')
      response.end(JSON.stringify(answers[action]?.(asked)))
    } catch (cause) {
      response.writeHead(400).end(JSON.stringify({ __type: `${type}#${(cause as Error).message}` }))
    }
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  onTestFinished(() => void server.close())
  const { port } = server.address() as { port: number }
  const client = new DynamoDBClient({
    endpoint: `http://127.0.0.1:${port}`,
    region: 'us-east-1',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
    maxAttempts: 1,
  })
  return { client, changes, state: () => ({ ...table, timeToLive, recovery, tags }) }
}

const prod: Keeping = { key: '0f9a', isProtected: true, tags: [{ Key: 'team', Value: 'calls' }] }
const dev: Keeping = { key: undefined, isProtected: false, tags: [] }
const atOnce = async () => {}
const all = ['key', 'expiry', 'backups of 35 days', 'tags', 'protection against deletion']

test('puts back everything that a restore forgets, and run again finds nothing to do', async () => {
  const restored = await serveRestored()
  const adopted = await adoptTable(restored.client, name, prod, atOnce)
  expect(adopted).toEqual({
    table: name,
    put_back: all,
    as_it_must_be: ['billing by request'],
    fixed: ['its name', 'its keys', 'the second to which it was restored'],
  })
  expect(restored.state()).toMatchObject({
    TableStatus: 'ACTIVE',
    DeletionProtectionEnabled: true,
    SSEDescription: { KMSMasterKeyArn: keyArn },
    timeToLive: { AttributeName: 'expires_at_seconds' },
    recovery: { PointInTimeRecoveryStatus: 'ENABLED', RecoveryPeriodInDays: 35 },
    tags: [{ Key: 'team', Value: 'calls' }],
  })
  restored.changes.length = 0
  const again = await adoptTable(restored.client, name, prod, atOnce)
  expect(again).toMatchObject({ put_back: [], as_it_must_be: ['billing by request', ...all] })
  expect(restored.changes).toEqual([])
})

test('a stage that may be thrown away gets no key and no protection', async () => {
  const restored = await serveRestored()
  const adopted = await adoptTable(restored.client, name, dev, atOnce)
  expect(adopted.put_back).toEqual(['expiry', 'backups of 35 days'])
  expect(restored.changes).toEqual(['UpdateTimeToLive', 'UpdateContinuousBackups'])
})

test('a run that ended in the middle is gone on with', async () => {
  const restored = await serveRestored({ TableStatus: 'UPDATING' })
  const dying = async () => {
    throw new Error('The process died')
  }
  await expect(adoptTable(restored.client, name, prod, dying)).rejects.toThrow('The process died')
  const adopted = await adoptTable(restored.client, name, prod, atOnce)
  expect([...adopted.put_back, ...adopted.as_it_must_be].toSorted()).toEqual(['billing by request', ...all].toSorted())
  expect(restored.state()).toMatchObject({ DeletionProtectionEnabled: true, SSEDescription: { Status: 'ENABLED' } })
})

test.each([
  ['is still being restored', { TableStatus: 'CREATING' }, 'is still being restored. Wait with: aws dynamodb wait'],
  ['has other keys', { KeySchema: keySchema('id', 'at') }, 'has other keys than pk and sk: it is none of ours.'],
  ['lacks an index', { GlobalSecondaryIndexes: [] }, 'lacks the index due: restore it again, with all indexes.'],
])('a table that %s is refused in words, and nothing is changed', async (_, more, sentence) => {
  const restored = await serveRestored(more)
  await expect(adoptTable(restored.client, name, prod, atOnce)).rejects.toThrow(sentence)
  expect(restored.changes).toEqual([])
})

test('refuses a missing table, and a stack outside AWS', async () => {
  const restored = await serveRestored()
  await expect(adoptTable(restored.client, 'other', prod, atOnce)).rejects.toThrow(
    'There is no table other in this account and region. Look with: aws dynamodb list-tables',
  )
  const stack = await openLocalStack()
  expect(await stack.admin(`restore adopt --table ${name}`)).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('A table is restored on AWS: name the stack with --stack.'),
  })
  await stack.close()
})
