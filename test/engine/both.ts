import { isDeepStrictEqual } from 'node:util'
import { CreateTableCommand } from '@aws-sdk/client-dynamodb'
import {
  BatchGetCommand,
  type DynamoDBDocumentClient,
  QueryCommand,
  type QueryCommandInput,
  ScanCommand,
} from '@aws-sdk/lib-dynamodb'
import { localDocumentClient } from '../../infra/local/dynamodb.ts'
import type { Item } from '../../shared/table/table.ts'
import { engineClient } from './client.ts'

/**
 * Runs each command on the emulator at `endpoint` and on the in-process emulator, and fails if
 * results differ. Returns the result from `endpoint`.
 */
export const bothEngines = (endpoint: string): DynamoDBDocumentClient => {
  const real = localDocumentClient(endpoint)
  const own = engineClient()
  const [sendReal, sendOwn] = [real.send.bind(real), own.send.bind(own)] as unknown as [Send, Send]

  const compare = async (command: Command): Promise<object> => {
    const [real, own] = await Promise.all([outcomeOf(sendReal(command)), outcomeOf(sendOwn(command))])
    const [expected, found] = [comparable(real, command), comparable(own, command)]
    const areFaults = real.cause !== undefined && own.cause !== undefined && [real, own].some(isInvalid)
    if (!isBeyondCompare(command) && !(areFaults && !isUsual) && !isDeepStrictEqual(expected, found))
      throw new Error(`The engines do not agree: ${shown({ expected, found, input: command.input })}`)
    if (real.cause) throw real.cause
    return real.answer ?? {}
  }
  let last: Promise<unknown> = Promise.resolve()
  const send = (command: Command): Promise<object> => {
    const turn = last.then(() => compare(command))
    last = turn.catch(() => undefined)
    return turn
  }
  return Object.assign(real, { send: send as unknown as typeof real.send })
}

/**
 * True if the emulators' results may differ: created tables, the order of a scan, and the order of
 * index entries with the same sort key.
 */
const isBeyondCompare = (command: Command) =>
  command instanceof CreateTableCommand ||
  command instanceof ScanCommand ||
  (command instanceof QueryCommand && !isUsual && isPageOfIndex(command.input))

const isPageOfIndex = ({ IndexName, Limit, ExclusiveStartKey }: QueryCommandInput) =>
  IndexName !== undefined && (Limit ?? ExclusiveStartKey) !== undefined

interface Command {
  constructor: NewableFunction
  input: object
}
type Send = (command: Command) => Promise<object>

interface Outcome {
  answer?: object
  cause?: Error
}

const outcomeOf = (sent: Promise<object>): Promise<Outcome> =>
  sent.then(
    (answer) => ({ answer }),
    (cause) => ({ cause }),
  )

const isInvalid = ({ cause }: Outcome) => cause?.name === 'ValidationException'

/** False on DynamoDB Local, because its units and error messages differ. */
const isUsual = process.env.DYNAMODB_ENDPOINT === undefined
const ownWays = ['ConsumedCapacity', 'Message', 'LastEvaluatedKey']

const comparable = ({ answer, cause }: Outcome, command: Command): object => {
  const {
    $metadata: _,
    $fault: __,
    $response: ___,
    __type: ____,
    ...rest
  }: Record<string, unknown> = { ...(cause ?? answer) }
  const told = cause ? { ...rest, name: cause.name, message: cause.message } : rest
  const isTold = (name: string) => isUsual || !ownWays.includes(name)
  const ordered = comesInOrder(command)
  const compared = (value: unknown) => (!ordered && areItems(value) ? byKey(value) : value)
  return JSON.parse(JSON.stringify(told, (name, value) => (isTold(name) ? compared(value) : undefined)))
}

const comesInOrder = (command: Command) =>
  isUsual || !(command instanceof BatchGetCommand || (command instanceof QueryCommand && command.input.IndexName))

const byKey = (items: Item[]) => items.toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1))
const keyOf = ({ pk, sk }: Item) => JSON.stringify([pk, sk])
const areItems = (value: unknown): value is Item[] =>
  Array.isArray(value) && value.every((one) => one?.pk !== undefined)

const shown = (what: object) =>
  JSON.stringify(what, (_, value) => (typeof value === 'string' ? value.slice(0, 300) : value), 1)
