import { randomInt } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import { dirname } from 'node:path'
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { documentClient } from '../../shared/data/table.ts'
import { type Child, startChild } from './child.ts'

export interface DynamoDb extends Child {
  /** For the `endpoint` of an AWS client. */
  endpoint: string
}

interface DynamoDbOptions {
  /** A free one by default. */
  port?: number
  /** Where the data is kept; without it, in memory. Its folder is made. */
  file?: string
  /** The emulator's program, where it is not the installed one. */
  binary?: string
}

/**
 * Starts Dynoxide, a DynamoDB emulator, on 127.0.0.1 and resolves once it answers. It ends with this process.
 * Rejects with one sentence when the program is missing, and with its own words when it cannot start, say on a taken port.
 */
export const startDynamoDb = async ({ port, file, binary = installed() }: DynamoDbOptions = {}): Promise<DynamoDb> => {
  const chosenPort = port ?? (await freePort())
  if (file) await mkdir(dirname(file), { recursive: true })
  try {
    const child = await startChild({
      command: binary,
      args: ['serve', '--host', '127.0.0.1', '--port', String(chosenPort), ...(file ? ['--db-path', file] : [])],
      ready: /listening on/,
    })
    return { ...child, endpoint: `http://127.0.0.1:${chosenPort}` }
  } catch (cause) {
    if (!(cause instanceof Error && 'code' in cause && cause.code === 'ENOENT')) throw cause
    throw new Error(
      `The DynamoDB emulator Dynoxide is missing (${binary}): run "npm install --no-save dynoxide@1.2.1", or set DYNOXIDE_BIN to its program.`,
      { cause },
    )
  }
}

/** A client of an engine on this machine. Such engines take whatever credentials, and whatever signature: to make one is a third of a request. */
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

/**
 * A port of 127.0.0.1 on which nothing listened a moment ago. It lies below those that systems give to outgoing connections, one of
 * which could take it before it is used.
 */
export const freePort = async (): Promise<number> => {
  for (let attempt = 0; attempt < attemptsMax; attempt++) {
    const port = randomInt(portMin, outgoingPortMin)
    if (await isFree(port)) return port
  }
  throw new Error('No port of this machine is free')
}

const attemptsMax = 100
/** Above all ports that fetch refuses to talk to. */
const portMin = 11_000
/** Of Linux; macOS and Windows begin at 49,152. */
const outgoingPortMin = 32_768

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })

/** The package of this platform where it is installed, else whatever `dynoxide` the PATH leads to. */
const installed = (): string => {
  const program = process.platform === 'win32' ? 'dynoxide.exe' : 'dynoxide'
  try {
    return createRequire(import.meta.url).resolve(`@dynoxide/${process.platform}-${process.arch}/${program}`)
  } catch {
    return program
  }
}
