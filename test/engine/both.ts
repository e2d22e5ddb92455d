import { isDeepStrictEqual } from 'node:util'
import { CreateTableCommand } from '@aws-sdk/client-dynamodb'
import { type DynamoDBDocumentClient, ScanCommand } from '@aws-sdk/lib-dynamodb'
import { localDocumentClient } from '../../infra/local/dynamodb.ts'
import type { Item } from '../../shared/data/table.ts'
import { engineClient } from './client.ts'

/**
 * A client that has each command done by the engine in this process and by the real one, one command after another, and
 * refuses to go on where they do not agree. It answers what the real one did.
 */
export const bothEngines = (endpoint: string): DynamoDBDocumentClient => {
  const real = localDocumentClient(endpoint)
  const own = engineClient()
  const [sendReal, sendOwn] = [real.send.bind(real), own.send.bind(own)] as unknown as [Send, Send]

  const compare = async (command: Command): Promise<object> => {
    const [real, own] = await Promise.all([outcomeOf(sendReal(command)), outcomeOf(sendOwn(command))])
    const [expected, found] = [comparable(real), comparable(own)]
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

/** Of a table that is made, nothing is used but that it is there; and the partitions of a scan come in no order. */
const isBeyondCompare = (command: Command) => command instanceof CreateTableCommand || command instanceof ScanCommand

interface Command {
  constructor: NewableFunction
  input: object
}
type Send = (command: Command) => Promise<object>

/** What an engine made of a command: its answer, or what it threw. */
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

/** DynamoDB Local counts units in its own way, words a reason in its own, and may find another fault first where a request has several. */
const isUsual = process.env.DYNAMODB_ENDPOINT === undefined

/** Without what tells of the way there and back, and what engines other than the usual one tell in their own way. */
const comparable = ({ answer, cause }: Outcome): object => {
  const {
    $metadata: _,
    $fault: __,
    $response: ___,
    __type: ____,
    ...rest
  }: Record<string, unknown> = { ...(cause ?? answer) }
  const told = cause ? { ...rest, name: cause.name, message: cause.message } : rest
  const isTold = (name: string) => isUsual || (name !== 'ConsumedCapacity' && name !== 'Message')
  return JSON.parse(JSON.stringify(told, (name, value) => (isTold(name) ? inOrder(name, value) : undefined)))
}

/** Items that were asked for together come in no order: it is the keys' here. */
const inOrder = (name: string, value: unknown) =>
  name === 'Responses' && !Array.isArray(value)
    ? Object.fromEntries(
        Object.entries(value as Record<string, Item[]>).map(([table, items]) => [
          table,
          items.toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1)),
        ]),
      )
    : value
const keyOf = ({ pk, sk }: Item) => JSON.stringify([pk, sk])

const shown = (what: object) =>
  JSON.stringify(what, (_, value) => (typeof value === 'string' ? value.slice(0, 300) : value), 1)
