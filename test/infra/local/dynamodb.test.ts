import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CreateTableCommand, DynamoDBClient, ListTablesCommand } from '@aws-sdk/client-dynamodb'
import { expect, inject, onTestFinished, test } from 'vitest'
import { freePort, startDynamoDb } from '../../../infra/local/dynamodb.ts'

/**
 * Runs a test only on the DynamoDB emulator Dynoxide. table-server.test.ts tests our own emulator.
 */
const onDynoxide = test.runIf(inject('isDynoxide'))

const clientOf = (endpoint: string) =>
  new DynamoDBClient({ endpoint, region: 'us-east-1', credentials: { accessKeyId: 'local', secretAccessKey: 'local' } })

const tablesAt = async (endpoint: string) => (await clientOf(endpoint).send(new ListTablesCommand({}))).TableNames

onDynoxide('answers as soon as it has started, and ends on close', async () => {
  const engine = await startDynamoDb()
  expect(await tablesAt(engine.endpoint)).toEqual([])
  await engine.close()
  expect(await engine.exited).toBe('exit status 0')
  await expect(fetch(engine.endpoint)).rejects.toThrow()
})

onDynoxide('keeps its data in a file, whose folder it makes', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'parlance-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const file = join(folder, 'deeper', 'data.db')

  const first = await startDynamoDb({ file })
  await clientOf(first.endpoint).send(
    new CreateTableCommand({
      TableName: 'kept',
      BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
      KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
    }),
  )
  await first.close()
  const second = await startDynamoDb({ file })
  onTestFinished(() => second.close())
  expect(await tablesAt(second.endpoint)).toEqual(['kept'])
})

onDynoxide('rejects in the words of the engine when the port is taken', async () => {
  const squatter = createServer().listen(0, '127.0.0.1')
  await once(squatter, 'listening')
  onTestFinished(() => void squatter.close())
  const address = squatter.address()
  const port = typeof address === 'object' ? address?.port : undefined
  await expect(startDynamoDb({ port })).rejects.toThrow(`port ${port} is already in use`)
})

test('says in one sentence that the named program is missing', async () => {
  await expect(startDynamoDb({ binary: '/nowhere/dynoxide' })).rejects.toThrow(
    'Dynoxide is missing (/nowhere/dynoxide): set DYNOXIDE_BIN to its program, or leave it out for the engine in this process.',
  )
})

onDynoxide('leaves no engine behind when the process that started it is killed', async () => {
  const module = new URL('../../../infra/local/dynamodb.ts', import.meta.url)
  const parent = spawn(process.execPath, [
    '--input-type=module',
    '--eval',
    `import { startDynamoDb } from '${module}'; console.log((await startDynamoDb()).endpoint)`,
  ])
  const [printed] = await once(parent.stdout, 'data')
  const endpoint = String(printed).trim()
  expect(await tablesAt(endpoint)).toEqual([])

  parent.kill('SIGKILL')
  await expect
    .poll(
      () =>
        fetch(endpoint).then(
          () => 'answers',
          () => 'is gone',
        ),
      { timeout: 20_000 },
    )
    .toBe('is gone')
})

test('gives a port on which one can listen', async () => {
  const server = createServer().listen(await freePort(), '127.0.0.1')
  await once(server, 'listening')
  server.close()
})
