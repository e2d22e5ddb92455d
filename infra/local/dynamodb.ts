import { randomInt } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import { dirname } from 'node:path'
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { documentClient } from '../../shared/table/table.ts'
import { type Child, startChild } from './child.ts'
import { serveTable } from './engine/server.ts'

export interface DynamoDb extends Omit<Child, 'announced'> {
  endpoint: string
  sentence: string
  isDynoxide: boolean
}

interface DynamoDbOptions {
  port?: number
  file?: string
  binary?: string
}

/** Starts Dynoxide (an emulator of DynamoDB) if it is installed, else the in-process engine. */
export const startDynamoDb = async (options: DynamoDbOptions = {}): Promise<DynamoDb> => {
  const { port = await freePort(), file, binary } = options
  if (file) await mkdir(dirname(file), { recursive: true })
  try {
    const { exited, close } = await startChild({
      command: binary ?? installed(),
      args: ['serve', '--host', '127.0.0.1', '--port', String(port), ...(file ? ['--db-path', file] : [])],
      ready: /listening on/,
    })
    const sentence = 'Dynoxide keeps the table.'
    return { exited, close, sentence, isDynoxide: true, endpoint: `http://127.0.0.1:${port}` }
  } catch (cause) {
    if (!isMissing(cause)) throw cause
    if (binary !== undefined)
      throw new Error(
        `Dynoxide is missing (${binary}): set DYNOXIDE_BIN to its program, or leave it out for the engine in this process.`,
        { cause },
      )
    return startOwn(port, file)
  }
}

const isMissing = (cause: unknown): boolean =>
  cause instanceof Error && 'code' in cause && ['ENOENT', 'EACCES', 'ENOEXEC', 'UNKNOWN'].includes(String(cause.code))

const startOwn = async (port: number, file: string | undefined): Promise<DynamoDb> => {
  const own = file && `${file}.jsonl`
  const server = await serveTable({ port, file: own })
  const system = `${process.platform}-${process.arch}`
  const where = own ? `in ${own}` : 'in memory'
  return {
    ...server,
    exited: new Promise(() => {}),
    sentence: `The engine in this process keeps the table ${where}, because Dynoxide has no program for ${system}.`,
    isDynoxide: false,
  }
}

export const localDocumentClient = (endpoint: string): DynamoDBDocumentClient =>
  documentClient({
    endpoint,
    region: 'us-east-1',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
    signer: { sign: async (request) => ({ ...request, headers: { ...request.headers, ...unsigned } }) },
  })

const unsigned = {
  'x-amz-date': '20260101T000000Z',
  authorization:
    'AWS4-HMAC-SHA256 Credential=local/20260101/us-east-1/dynamodb/aws4_request, SignedHeaders=host, Signature=0',
}

/** Returns a port that was free a moment ago, below the ports of outgoing connections. */
export const freePort = async (): Promise<number> => {
  for (let attempt = 0; attempt < attemptsMax; attempt++) {
    const port = randomInt(portMin, outgoingPortMin)
    if (await isFree(port)) return port
  }
  throw new Error('No port of this machine is free')
}

const attemptsMax = 100
/** Lowest port to try: above all ports that `fetch` blocks. */
const portMin = 11_000
/** Linux's first port of outgoing connections; macOS and Windows begin at 49,152. */
const outgoingPortMin = 32_768

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })

const installed = (): string => {
  const program = process.platform === 'win32' ? 'dynoxide.exe' : 'dynoxide'
  try {
    return createRequire(import.meta.url).resolve(`@dynoxide/${process.platform}-${process.arch}/${program}`)
  } catch {
    return program
  }
}
