import { type CancellationReason, DynamoDBServiceException } from '@aws-sdk/client-dynamodb'
import {
  BatchGetCommand,
  BatchWriteCommand,
  DeleteCommand,
  type DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  QueryCommand,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb'
import type { KeyUnits, Spend } from '../../infra/local/engine/capacity.ts'
import { answersOf } from '../../infra/local/engine/commands.ts'
import { openMarshalling } from '../../infra/local/engine/marshalling.ts'
import { cancelled } from '../../infra/local/engine/refusals.ts'
import { documentClient } from '../../shared/table/table.ts'
import type { Dice, LoadSpan } from './dice.ts'
import { type Figures, type HistogramBucket, openSecond } from './figures.ts'
import { latencies, type Quotas } from './quotas.ts'
import type { LoadTime } from './time.ts'

/** Number of attempts that the SDK makes for a throttled request. */
const attemptsMax = 3
const pauseMs = 100

interface TableWorld {
  time: LoadTime
  dice: Dice
  figures: Figures
  quotas: Quotas
}

/**
 * Opens the in-process table with delays, transaction conflicts, and limits per partition key,
 * without burst capacity.
 */
export const openLoadTable = ({ time, dice, figures, quotas }: TableWorld) => {
  const client = documentClient({ endpoint: 'http://table.test', region: 'us-east-1' })
  const buckets = new Map<string, HistogramBucket>()
  const bucketFor = (name: string, perSecond: number) => {
    const bucket = buckets.get(name) ?? openSecond(time.now, perSecond)
    buckets.set(name, bucket)
    return bucket
  }
  let isCounting = false

  const spend: Spend = (kind, keys) => {
    if (!isCounting) return
    const [keyMax, freshMax] =
      kind === 'write' ? [quotas.keyWrites, quotas.freshWrites] : [quotas.keyReads, quotas.freshReads]
    const takes = keys.flatMap(({ index, partition, units }: KeyUnits) => {
      const view = index ?? 'table'
      return [
        {
          name: `${kind} of key ${view} ${nounOf(partition)}`,
          bucket: bucketFor(`${kind} ${view} ${partition}`, keyMax),
          units,
        },
        { name: `${kind} of all ${view}`, bucket: bucketFor(`${kind} ${view}`, freshMax), units },
      ]
    })
    const short = takes.find(({ bucket, units }) => !bucket.has(units))
    if (short) {
      figures.count(`throttled ${short.name}`)
      throw throttled()
    }
    for (const [place, { index, partition, units }] of keys.entries()) {
      takes[2 * place]?.bucket.take(units)
      takes[2 * place + 1]?.bucket.take(units)
      const view = index ?? 'table'
      figures.rate(`${kind} of all ${view}`, units)
      figures.rate(`${kind} key ${view} ${partition}`, units)
    }
  }
  const answers = answersOf(openMarshalling(client.config.translateConfig?.marshallOptions ?? {}), { spend })

  const held = new Map<string, object>()
  const once = async (command: Command): Promise<object> => {
    const answer = answers.get(command.constructor)
    if (!answer) throw new Error(`The load's table does not know ${command.constructor.name}`)
    if (!isCounting) return answer(command.input as never)
    const tookMs = dice.within(spanOf(command))
    const keys = keysOf(command)
    const isWriting = keys.length > 0
    const isTransaction = command instanceof TransactWriteCommand
    const reasons = keys.map((key) => reasonOf(held.has(key)))
    if (keys.some((key) => held.has(key))) {
      for (const key of keys) if (held.has(key)) figures.rate(`conflicts ${nounOf(key)}`)
      figures.count('conflicts')
      await time.sleep(tookMs / 2)
      throw isTransaction ? cancelled(reasons) : conflict()
    }
    if (isTransaction) for (const key of keys) held.set(key, command)
    await time.sleep(tookMs)
    if (isTransaction) for (const key of keys) held.delete(key)
    figures.count(isTransaction ? 'transactions' : isWriting ? 'writes' : 'reads')
    try {
      return answer(command.input as never)
    } catch (cause) {
      if (isTransaction && isThrottled(cause)) throw cancelled(keys.map(() => ({ Code: 'ThrottlingError' })))
      throw cause
    }
  }
  const send = async (command: Command): Promise<object> => {
    for (let attempt = 1; ; attempt++) {
      try {
        return await once(command)
      } catch (cause) {
        if (!isThrottled(cause) || attempt === attemptsMax) throw cause
        await time.sleep(dice.number() * pauseMs * 2 ** attempt)
      }
    }
  }
  return {
    client: Object.assign(client, { send: send as unknown as typeof client.send }),
    /** Starts the load: from now on, requests take time and units are limited. */
    begin: () => {
      isCounting = true
    },
    end: () => {
      isCounting = false
    },
  }
}

type Command = { constructor: NewableFunction; input: object }

const throttled = () =>
  new DynamoDBServiceException({
    name: 'ThrottlingException',
    message: 'Throughput exceeds the limit of a partition',
    $fault: 'client',
    $metadata: { httpStatusCode: 400 },
  })
const isThrottled = (cause: unknown) => cause instanceof Error && cause.name === 'ThrottlingException'

const conflict = () =>
  new DynamoDBServiceException({
    name: 'TransactionConflictException',
    message: 'Transaction is ongoing for the item',
    $fault: 'client',
    $metadata: { httpStatusCode: 400 },
  })

const reasonOf = (isHeld: boolean): CancellationReason => ({ Code: isHeld ? 'TransactionConflict' : 'None' })

const spanOf = (command: Command): LoadSpan => {
  if (command instanceof TransactWriteCommand) return latencies.transaction
  if (command instanceof QueryCommand) return latencies.query
  return command instanceof GetCommand || command instanceof BatchGetCommand ? latencies.get : latencies.write
}

const keysOf = (command: Command): string[] => {
  if (command instanceof BatchWriteCommand)
    return Object.values(command.input.RequestItems ?? {}).flatMap((requests) =>
      requests.flatMap(({ PutRequest }) => (PutRequest ? [keyOf(PutRequest)] : [])),
    )
  if (command instanceof TransactWriteCommand)
    return (command.input.TransactItems ?? []).flatMap((action) => Object.values(action).map(keyOf))
  const writes = [PutCommand, UpdateCommand, DeleteCommand].some((kind) => command instanceof kind)
  return writes ? [keyOf(command.input)] : []
}

const keyOf = (write: { Item?: Record<string, unknown>; Key?: Record<string, unknown> }): string => {
  const { pk, sk } = write.Item ?? write.Key ?? {}
  return `${pk}\n${sk}`
}

/** Returns `<id>#call` for `123456#call`. */
export const nounOf = (partition: string): string =>
  partition.replace(/\d{6,}/g, '<id>').replace(/[0-9a-f]{24,}/g, '<hash>')

export type LoadClient = Pick<DynamoDBDocumentClient, 'send'>
