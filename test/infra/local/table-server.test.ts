import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { GetCommand, PutCommand, QueryCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTable } from '../../../infra/local/create-table.ts'
import { freePort, localDocumentClient } from '../../../infra/local/dynamodb.ts'
import { serveTable } from '../../../infra/local/engine/server.ts'

const TableName = 'parlance'
let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parlance-table-'))
})
afterEach(() => rm(folder, { recursive: true }))

const opened = async (file?: string) => {
  const server = await serveTable({ port: await freePort(), file })
  const client = localDocumentClient(server.endpoint)
  await createTable(client, TableName)
  const find = async (pk: string) =>
    (await client.send(new GetCommand({ TableName, Key: { pk, sk: 'a' }, ConsistentRead: true }))).Item
  return { ...server, client, find }
}

test('answers every kind of value as the SDK sent it', async () => {
  const { client, find, close } = await opened()
  const item = {
    pk: 'a',
    sk: 'a',
    text: 'é',
    count: 1.5,
    yes: true,
    none: null,
    list: [1, { deep: 'x' }],
    bytes: new Uint8Array([1, 255]),
  }
  await client.send(new PutCommand({ TableName, Item: item }))
  expect(await find('a')).toEqual(item)
  const key = { ExpressionAttributeNames: { '#pk': 'pk' }, ExpressionAttributeValues: { ':pk': 'a' } }
  const query = { TableName, KeyConditionExpression: '#pk = :pk', ...key }
  expect((await client.send(new QueryCommand(query))).Items).toEqual([item])
  await close()
})

const absent = { ConditionExpression: 'attribute_not_exists(#pk)', ExpressionAttributeNames: { '#pk': 'pk' } }

test('refuses a condition as DynamoDB does, alone and in a transaction', async () => {
  const { client, close } = await opened()
  const put = { TableName, Item: { pk: 'a', sk: 'a' }, ...absent }
  await client.send(new PutCommand(put))
  await expect(client.send(new PutCommand(put))).rejects.toMatchObject({ name: 'ConditionalCheckFailedException' })
  const both = new TransactWriteCommand({
    TransactItems: [{ Put: { TableName, Item: { pk: 'b', sk: 'a' } } }, { Put: put }],
  })
  await expect(client.send(both)).rejects.toMatchObject({
    name: 'TransactionCanceledException',
    CancellationReasons: [{ Code: 'None' }, { Code: 'ConditionalCheckFailed' }],
  })
  await close()
})

test('finds its data again, without a line that was cut off', async () => {
  const file = join(folder, 'deeper', 'table.jsonl')
  const first = await opened(file)
  for (const count of [1, 2, 3])
    await first.client.send(new PutCommand({ TableName, Item: { pk: 'a', sk: 'a', count } }))
  await first.close()
  await appendFile(file, '{"changed":[{"table":"parl')
  for (let start = 0; start < 2; start++) {
    const again = await opened(file)
    expect(await again.find('a')).toEqual({ pk: 'a', sk: 'a', count: 3 })
    await again.close()
  }
})

test('loses no answered write when its process is killed', async () => {
  const file = join(folder, 'table.jsonl')
  const module = new URL('../../../infra/local/engine/server.ts', import.meta.url)
  const port = await freePort()
  const program = `import { serveTable } from '${module}'; await serveTable(${JSON.stringify({ port, file })}); console.log('ready')`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(child.stdout, 'data')
  const client = localDocumentClient(`http://127.0.0.1:${port}`)
  await createTable(client, TableName)
  let answered = 0
  const writing = (async () => {
    for (let count = 0; ; count++) {
      await client.send(new PutCommand({ TableName, Item: { pk: String(count), sk: 'a' } }))
      answered = count + 1
      if (answered === 50) child.kill('SIGKILL')
    }
  })()
  await expect(writing).rejects.toThrow()
  const again = await opened(file)
  for (let count = 0; count < answered; count++) expect(await again.find(String(count))).toBeDefined()
  await again.close()
})
