import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'
import { documentClient, openTable } from '../../shared/data/table.ts'
import type { Clock } from '../../shared/domain/clock.ts'
import { logTo, type Sink } from '../../shared/domain/log.ts'
import { openParts, type Parts } from '../../shared/runtime/wiring.ts'
import { scaledClock } from '../local/clock.ts'
import { readSettings } from '../local/settings.ts'
import { refuse } from './refusal.ts'

/** A running product, local or deployed, as commands reach it. */
export interface Stack {
  parts: Parts
  /** Makes the carrier double call one of our numbers (both E.164); resolves with the sid of the call. */
  receiveCall(to: string, from: string): Promise<string>
}

type Environment = Record<string, string | undefined>

/** What of the local stack's own notice, `stack.json`, matters here. */
const Notice = z.object({
  dynamodb: z.url(),
  table: z.string(),
  /** Null when a real carrier stands in the double's place. */
  carrier: z.url().nullable(),
  pid: z.int().positive(),
  clock: z.object({ startedAt: z.int(), speed: z.number().positive() }),
})

/** The stack that runs on this machine with the same `DATA_DIR`. One that was killed leaves its notice behind. */
export const localStack = async (environment: Environment): Promise<Stack> => {
  const { DATA_DIR: dataDir } = readSettings(environment)
  const notice = await readNotice(join(dataDir, 'stack.json'))
  if (!notice || !isAlive(notice.pid) || !(await answers(notice.dynamodb)))
    return refuse(`No local stack runs here (DATA_DIR ${dataDir}). Start it with npm start.`)

  const { now, after } = scaledClock(notice.clock.speed, notice.clock.startedAt)
  const clock: Clock = { now, sleep: (delayMs) => new Promise((resolve) => after(delayMs, resolve)) }
  const parts = openParts({}, { clock, log })
  const client = documentClient({
    endpoint: notice.dynamodb,
    region: 'us-east-1',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  })
  return {
    parts: { ...parts, table: openTable({ name: notice.table, client, clock, random: parts.random }) },
    receiveCall: async (to, from) => {
      if (!notice.carrier) return refuse('CARRIER_URL is set, so no carrier double is there to make the call.')
      return ring(parts.fetch, notice.carrier, { to, from })
    },
  }
}

/** The stack of this name in the account and region that the caller's AWS credentials and settings point at. */
export const deployedStack = async (name: string): Promise<Stack> => ({
  parts: openParts({ TABLE_NAME: await tableOf(name) }, { log }),
  receiveCall: async () => refuse('Only the local stack has a carrier double to make the call.'),
})

/** Standard output holds the answer alone. */
const toStandardError: Sink = (level, message) => process.stderr.write(`${level}: ${message}\n`)
const log = logTo(toStandardError)

const readNotice = async (file: string) => {
  try {
    return Notice.safeParse(JSON.parse(await readFile(file, 'utf8'))).data
  } catch {
    return undefined
  }
}

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch (cause) {
    return cause instanceof Error && 'code' in cause && cause.code === 'EPERM'
  }
}

/** The id of a process that ended may be somebody else's by now, so the engine is asked too. */
const answers = (url: string): Promise<boolean> =>
  fetch(url).then(
    () => true,
    () => false,
  )

const ring = async (send: typeof fetch, carrier: string, call: { to: string; from: string }): Promise<string> => {
  const answer = await send(`${carrier}/_double/incoming-call`, { method: 'POST', body: JSON.stringify(call) })
  const { sid, message } = z
    .object({ sid: z.string().optional(), message: z.string().optional() })
    .parse(await answer.json())
  return sid ?? refuse(`The carrier double refused the call: ${message}.`)
}

const tableOf = async (name: string): Promise<string> => {
  const { CloudFormationClient, DescribeStacksCommand } = await import('@aws-sdk/client-cloudformation')
  const client = new CloudFormationClient()
  try {
    const { Stacks: [stack] = [] } = await client.send(new DescribeStacksCommand({ StackName: name }))
    const table = stack?.Outputs?.find(({ OutputKey }) => OutputKey === 'TableName')?.OutputValue
    return table ?? refuse(`The stack ${name} has no output TableName, so it is not one of ours.`)
  } catch (cause) {
    if (cause instanceof Error && cause.name === 'ValidationError')
      return refuse(`There is no stack ${name} in this account and region.`)
    throw cause
  }
}
