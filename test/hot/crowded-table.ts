import { DynamoDBServiceException } from '@aws-sdk/client-dynamodb'
import {
  DeleteCommand,
  type DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb'
import { createTable } from '../../infra/local/create-table.ts'
import { answersOf } from '../../infra/local/engine/commands.ts'
import { openMarshalling } from '../../infra/local/engine/marshalling.ts'
import { cancelled } from '../../infra/local/engine/refusals.ts'
import type { StoredKey } from '../../shared/table/keys.ts'
import { documentClient, openTable } from '../../shared/table/table.ts'
import { must } from '../../shared/words/must.ts'
import { seededRandom } from '../world.ts'
import { openTime } from './virtual-time.ts'

/**
 * Average milliseconds of a request; each takes 50 to 150 % of the average. A transaction locks its
 * items during this time.
 */
const tookMs = { read: 4, write: 6, transaction: 12 }
/** Units per second that DynamoDB gives to one partition key. */
export const keyUnitsMax = 1000

interface ItemFigures {
  unitsPerSecondMax: number
  bytesMax: number
}

/**
 * Opens a table in virtual time with DynamoDB's conflicts between transactions and its throttling
 * of busy partition keys.
 */
export const openCrowdedTable = async (seed: string) => {
  const time = openTime()
  const random = seededRandom(seed)
  const client = documentClient({ endpoint: 'http://table.test', region: 'us-east-1' })
  const answers = answersOf(openMarshalling(client.config.translateConfig?.marshallOptions ?? {}))
  const counts = { transactions: 0, conflicts: 0, writes: 0, reads: 0, throttled: 0 }
  const held = new Set<string>()
  const seconds = new Map<string, Map<number, number>>()
  const sizes = new Map<string, number>()
  const pass = (ms: number) => time.clock.sleep(ms * (0.5 + random.number()))
  const second = () => Math.floor(time.clock.now() / 1000)

  const taken = (partition: string) => seconds.get(partition)?.get(second()) ?? 0
  const take = (name: string, units: number) => {
    const bySecond = seconds.get(name) ?? new Map<number, number>()
    seconds.set(name, bySecond.set(second(), (bySecond.get(second()) ?? 0) + units))
  }
  const unitsFor = (action: Action): number => {
    const bytes = Math.max(sizes.get(nameOf(action)) ?? 0, action.Item ? JSON.stringify(action.Item).length : 0)
    return Math.max(1, Math.ceil(bytes / 1024))
  }
  const measure = (actions: Action[]) => {
    for (const action of actions) {
      const read = must(answers.get(GetCommand), 'answer to a read')
      const { Item } = read({ TableName, Key: keyOf(action), ConsistentRead: true } as never) as { Item?: object }
      sizes.set(nameOf(action), Item ? JSON.stringify(Item).length : 0)
    }
  }

  const send = async (command: Command): Promise<object> => {
    const answer = answers.get(command.constructor)
    if (!answer) throw new Error(`Not known: ${command.constructor.name}`)
    const isTransaction = command instanceof TransactWriteCommand
    const actions = actionsOf(command)
    if (actions.length === 0) {
      counts.reads += 1
      await pass(tookMs.read)
      return answer(command.input as never)
    }
    counts[isTransaction ? 'transactions' : 'writes'] += 1
    const names = actions.map(nameOf)
    const throttled = actions.some(({ Item, Key }) => taken((Item ?? Key ?? { pk: '' }).pk) > keyUnitsMax)
    if (throttled) counts.throttled += 1
    if (throttled || names.some((name) => held.has(name))) {
      counts.conflicts += throttled ? 0 : 1
      const Code = throttled ? 'ThrottlingError' : 'TransactionConflict'
      const refused = names.map((name) => ({ Code: throttled || held.has(name) ? Code : 'None' }))
      await pass(tookMs.write)
      throw isTransaction ? cancelled(refused) : conflict()
    }
    if (isTransaction) for (const name of names) held.add(name)
    await pass(isTransaction ? tookMs.transaction / 2 : tookMs.write)
    for (const action of actions) {
      const units = unitsFor(action) * (isTransaction ? 2 : 1)
      take(nameOf(action), units)
      take(keyOf(action).pk, units)
    }
    try {
      if (!isTransaction && names.some((name) => held.has(name))) {
        counts.conflicts += 1
        throw conflict()
      }
      return answer(command.input as never)
    } finally {
      measure(actions)
      if (isTransaction) {
        await pass(tookMs.transaction / 2)
        for (const name of names) held.delete(name)
      }
    }
  }
  const TableName = 'crowded'
  const crowded = Object.assign(client, { send: send as unknown as typeof client.send })
  await time.until(
    createTable(
      { send: async (command: Command) => answers.get(command.constructor)?.(command.input as never) } as never,
      TableName,
    ),
  )
  const table = openTable({ name: TableName, client: crowded as DynamoDBDocumentClient, clock: time.clock, random })

  return {
    time,
    table,
    clock: time.clock,
    random,
    counts,
    item: (key: StoredKey): ItemFigures => ({
      unitsPerSecondMax: Math.max(0, ...(seconds.get(nameOf({ Key: key }))?.values() ?? [])),
      bytesMax: sizes.get(nameOf({ Key: key })) ?? 0,
    }),
    hottest: () =>
      [...seconds]
        .filter(([name]) => name.includes('\n'))
        .map(([name, bySecond]) => ({ name: name.replace('\n', ' '), units: Math.max(...bySecond.values()) }))
        .reduce((one, other) => (other.units > one.units ? other : one), { name: '', units: 0 }),
    keys: () =>
      [...seconds]
        .filter(([name]) => !name.includes('\n'))
        .map(([name, bySecond]) => {
          const all = [...bySecond.values()]
          return { name, units: Math.max(...all), total: all.reduce((sum, units) => sum + units, 0) }
        })
        .toSorted((one, other) => other.units - one.units),
    forget: () => {
      for (const name of Object.keys(counts) as (keyof typeof counts)[]) counts[name] = 0
      seconds.clear()
    },
  }
}

export type CrowdedTable = Awaited<ReturnType<typeof openCrowdedTable>>

type Command = { constructor: NewableFunction; input: object }
interface Action {
  Item?: StoredKey
  Key?: StoredKey
}

const conflict = () =>
  new DynamoDBServiceException({
    name: 'TransactionConflictException',
    message: 'Transaction is ongoing for the item',
    $fault: 'client',
    $metadata: { httpStatusCode: 400 },
  })

const actionsOf = (command: Command): Action[] => {
  if (command instanceof TransactWriteCommand)
    return (command.input.TransactItems ?? []).flatMap((action) => Object.values(action) as Action[])
  const isWrite = [PutCommand, UpdateCommand, DeleteCommand].some((kind) => command instanceof kind)
  return isWrite ? [command.input as Action] : []
}

const keyOf = ({ Item, Key }: Action): StoredKey => {
  const { pk, sk } = Item ?? Key ?? { pk: '', sk: '' }
  return { pk, sk }
}
const nameOf = (action: Action): string => `${keyOf(action).pk}\n${keyOf(action).sk}`
