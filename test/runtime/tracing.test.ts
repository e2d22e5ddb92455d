import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { ListQueuesCommand, SQSClient } from '@aws-sdk/client-sqs'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import type { Parts } from '../../shared/runtime/parts.ts'
import { openParts } from '../../shared/runtime/wiring.ts'
import { memoryTable } from '../memory-table.ts'

const header = 'Root=1-581cf771-a006649127e371903a2de979;Parent=70de5b6f19ff9a0a;Sampled=1'
const inTrace = {
  type: 'subsegment',
  trace_id: '1-581cf771-a006649127e371903a2de979',
  parent_id: '70de5b6f19ff9a0a',
  id: expect.stringMatching(/^[0-9a-f]{16}$/),
  start_time: expect.any(Number),
  end_time: expect.any(Number),
}

let received: string[]
let environment: Record<string, string | undefined>

beforeEach(async () => {
  received = []
  const daemon = createSocket('udp4', (packet) => received.push(packet.toString()))
  daemon.bind(0, '127.0.0.1')
  await once(daemon, 'listening')
  onTestFinished(() => void daemon.close())
  environment = { AWS_XRAY_DAEMON_ADDRESS: `127.0.0.1:${daemon.address().port}`, _X_AMZN_TRACE_ID: header }
})

const open = (own: Partial<Parts> = {}) => openParts(environment, { table: memoryTable(), ...own })

const subsegments = async (count: number) => {
  await expect.poll(() => received.length, { timeout: 10_000 }).toBe(count)
  return received.map((packet) => {
    const [heading, document = ''] = packet.split('\n')
    expect(heading).toBe('{"format":"json","version":1}')
    return JSON.parse(document)
  })
}

test('names a table call by its action, without the key', async () => {
  const { table } = open()
  await table.write([{ put: { pk: '1#lead', sk: '+12025550100' } }])
  expect(await table.get({ pk: '1#lead', sk: '+12025550100' })).toBeDefined()
  const told = await subsegments(2)
  expect(told).toContainEqual({ ...inTrace, name: 'DynamoDB', namespace: 'aws', aws: { operation: 'Write' } })
  expect(told).toContainEqual({ ...inTrace, name: 'DynamoDB', namespace: 'aws', aws: { operation: 'GetItem' } })
  expect(received.join()).not.toContain('+1202')
})

test.each([
  [204, { fault: false, error: false }],
  [404, { fault: false, error: true }],
  [500, { fault: true, error: false }],
])('an answer %d of the world outside is told with its host alone', async (status, outcome) => {
  const parts = open({ fetch: async () => new Response(null, { status }) })
  await parts.fetch('https://carrier.example.com/Accounts/AC1/Calls.json?To=%2B12025550100', { method: 'POST' })
  const http = { response: { status } }
  expect(await subsegments(1)).toEqual([
    { ...inTrace, name: 'carrier.example.com', namespace: 'remote', http, ...outcome },
  ])
})

test('what fails is a fault, and fails as before', async () => {
  const cause = new Error('unreachable')
  const parts = open({ fetch: () => Promise.reject(cause), sqs: failing(cause) })
  await expect(parts.fetch('https://example.com')).rejects.toBe(cause)
  await expect(parts.sqs.send(new ListQueuesCommand())).rejects.toBe(cause)
  expect(await subsegments(2)).toMatchObject([
    { name: 'example.com', fault: true },
    { name: 'SQS', fault: true },
  ])
})

test('each invocation has its trace; unsampled ones are omitted', async () => {
  const { table } = open()
  await table.get({ pk: 'a', sk: 'a' })
  environment._X_AMZN_TRACE_ID = header.replace('Sampled=1', 'Sampled=0')
  await table.get({ pk: 'a', sk: 'a' })
  environment._X_AMZN_TRACE_ID = undefined
  await table.get({ pk: 'a', sk: 'a' })
  environment._X_AMZN_TRACE_ID = header.replace('70de5b6f19ff9a0a', '70de5b6f19ff9a0b')
  await table.get({ pk: 'a', sk: 'a' })
  expect((await subsegments(2)).map(({ parent_id }) => parent_id)).toEqual(['70de5b6f19ff9a0a', '70de5b6f19ff9a0b'])
})

test('a daemon that is gone harms nobody', async () => {
  environment.AWS_XRAY_DAEMON_ADDRESS = '127.0.0.1:9'
  const { table } = open()
  for (let count = 0; count < 5; count++) expect(await table.get({ pk: 'a', sk: 'a' })).toBeUndefined()
})

test('without a daemon nothing stands between', () => {
  environment.AWS_XRAY_DAEMON_ADDRESS = undefined
  const table = memoryTable()
  expect(open({ table }).table).toBe(table)
})

const failing = (cause: Error): SQSClient => {
  const client = new SQSClient({ region: 'us-east-1' })
  client.middlewareStack.add(() => () => Promise.reject(cause), { step: 'initialize' })
  return client
}
