import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { CreateTableCommand } from '@aws-sdk/client-dynamodb'
import {
  BatchGetCommand,
  BatchWriteCommand,
  DeleteCommand,
  GetCommand,
  PutCommand,
  QueryCommand,
  ScanCommand,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb'
import { openJournal } from './journal.ts'

const commands = new Map<string, unknown>([
  ['BatchGetItem', BatchGetCommand],
  ['BatchWriteItem', BatchWriteCommand],
  ['CreateTable', CreateTableCommand],
  ['DeleteItem', DeleteCommand],
  ['GetItem', GetCommand],
  ['PutItem', PutCommand],
  ['Query', QueryCommand],
  ['Scan', ScanCommand],
  ['TransactWriteItems', TransactWriteCommand],
  ['UpdateItem', UpdateCommand],
])

interface ServerOptions {
  port: number
  file?: string
}

export const serveTable = async ({
  port,
  file,
}: ServerOptions): Promise<{ endpoint: string; close(): Promise<void> }> => {
  const { answer, close } = openJournal(file)
  const server = createServer(async (request, response) => {
    const { status, body } = await answered(request, answer)
    response.writeHead(status, { 'content-type': 'application/x-amz-json-1.0' }).end(JSON.stringify(body))
  })
  await once(server.listen(port, '127.0.0.1'), 'listening')
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
      close()
    },
  }
}

const answered = async (
  request: IncomingMessage,
  answer: (command: unknown, input: object) => object,
): Promise<{ status: number; body: object }> => {
  const [, name = ''] = String(request.headers['x-amz-target'] ?? '').split('.')
  const text = Buffer.concat(await request.toArray()).toString()
  try {
    const command = commands.get(name)
    if (!command) throw new Error(`Not known to this engine: ${name || 'a request without a command'}`)
    // Ignores `ClientRequestToken`, which makes retries safe. Retries are not needed, because no
    // response is lost on one machine.
    const { ClientRequestToken: _, ...input } = JSON.parse(text)
    return { status: 200, body: answer(command, input) }
  } catch (cause) {
    return { status: 400, body: refusal(cause) }
  }
}

/** Unimplemented input becomes a validation error. */
const refusal = (cause: unknown): object => {
  if (!(cause instanceof Error)) throw cause
  const { name, message, ...rest } = cause
  const type = name.endsWith('Exception') ? name : 'ValidationException'
  const { Item, CancellationReasons } = rest as { Item?: object; CancellationReasons?: object }
  return { __type: `com.amazonaws.dynamodb.v20120810#${type}`, message, Item, CancellationReasons }
}
