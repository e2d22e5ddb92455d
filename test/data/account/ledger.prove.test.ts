import { TransactionCanceledException } from '@aws-sdk/client-dynamodb'
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { createTable } from '../../../infra/local/create-table.ts'
import { ledger } from '../../../shared/data/account/ledger.ts'
import { balanceKey, ledgerKey } from '../../../shared/table/keys.ts'
import { documentClient, isNew, openTable, type Table } from '../../../shared/table/table.ts'
import { seededRandom } from '../../world.ts'

const name = `test-ledger-${process.pid}`
const client = documentClient({
  endpoint: inject('dynamodb'),
  region: 'us-east-1',
  credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
})
const random = seededRandom('ledger')
/** The clock does not move, because entries of the same millisecond are the hardest case. */
const clock = { now: () => Date.UTC(2026, 10, 25, 10), sleep: async () => {} }
const table = openTable({ name, client, clock, random })
const book = ledger({ table, clock, random })

beforeAll(() => createTable(client, name))
afterAll(() => client.destroy())

let users = 0
const account = async (micros: number) => {
  const user_id = ++users
  await table.write([{ put: { ...balanceKey(user_id), micros: 0 }, when: isNew }])
  if (micros) await book.move({ user_id, type: 'top_up', amount: micros, description: '' })
  return user_id
}
const hold = (user_id: number, amount: number) => ({ user_id, type: 'hold', amount: -amount, description: '' }) as const
const entriesOf = async (user_id: number) => (await book.page(user_id, 0, 1000)).entries

test('a move adds an entry and moves the balance with it', async () => {
  const user_id = await account(100)
  expect(await book.move(hold(user_id, 30), { floor: 0 })).toEqual({ moved: true })
  expect(await book.balance(user_id)).toBe(70)
  expect(await entriesOf(user_id)).toMatchObject([
    { type: 'hold', amount: -30, balance_after: 70 },
    { type: 'top_up', amount: 100, balance_after: 100 },
  ])
})

test('a balance may fall to its floor, not below; without a floor it may', async () => {
  const user_id = await account(100)
  expect(await book.move(hold(user_id, 101), { floor: 0 })).toEqual({ moved: false, why: 'insufficient' })
  expect(await book.move(hold(user_id, 100), { floor: 0 })).toEqual({ moved: true })
  expect(await book.move(hold(user_id, 1), { floor: 0 })).toEqual({ moved: false, why: 'insufficient' })
  expect(await book.move(hold(user_id, 1))).toEqual({ moved: true })
  expect(await book.balance(user_id)).toBe(-1)
})

test('it moves all that stands beside it, or nothing at all', async () => {
  const user_id = await account(100)
  const beside = [{ put: { pk: `${user_id}#sms`, sk: '1' }, when: isNew }]
  expect(await book.move(hold(user_id, 200), { floor: 0, beside })).toEqual({ moved: false, why: 'insufficient' })
  expect(await book.move(hold(user_id, 10), { floor: 0, beside })).toEqual({ moved: true })
  expect(await book.move(hold(user_id, 10), { floor: 0, beside })).toEqual({ moved: false, why: 'stale' })
  expect(await book.move(hold(user_id, 200), { floor: 0, beside })).toEqual({ moved: false, why: 'stale' })
  expect(await book.balance(user_id)).toBe(90)
  expect(await entriesOf(user_id)).toHaveLength(2)
})

test('an entry of nothing leaves the balance alone', async () => {
  const user_id = await account(100)
  await table.write([{ update: balanceKey(user_id), set: { last_entry: Number.MAX_SAFE_INTEGER } }])
  expect(await book.move({ user_id, type: 'capture', amount: 0, description: '' })).toEqual({ moved: true })
  expect(await book.balance(user_id)).toBe(100)
})

/** Checks the invariants of a ledger after concurrent changes of the balance. */
const expectSound = async (user_id: number) => {
  const entries = await entriesOf(user_id)
  expect(entries.reduce((sum, { amount }) => sum + amount, 0)).toBe(await book.balance(user_id))
  expect(Math.min(...entries.map(({ balance_after }) => balance_after))).toBeGreaterThanOrEqual(0)
  expect(new Set(entries.map(({ id }) => id)).size).toBe(entries.length)
}

describe('50 moves at once of one balance', () => {
  const race = async (contested: Table) => {
    const user_id = await account(100)
    const books = Array.from({ length: 50 }, () => ledger({ table: contested, clock, random }))
    const moved = await Promise.all(books.map((each) => each.move(hold(user_id, 10), { floor: 0 })))
    expect(moved.filter((each) => each.moved)).toHaveLength(10)
    expect(moved.filter((each) => !each.moved && each.why === 'insufficient')).toHaveLength(40)
    expect(await book.balance(user_id)).toBe(0)
    await expectSound(user_id)
  }

  test('money for ten: exactly ten succeed', () => race(table))

  test('and when the store refuses transactions that overlap, as DynamoDB does', async () => {
    const { refusing, refusals } = overlapRefused(client)
    await race(openTable({ name, client: refusing, clock: { ...clock, sleep }, random }))
    expect(refusals()).toBeGreaterThan(0)
  })

  test('with top-ups and charges lose nothing, and no entry is below zero', async () => {
    const user_id = await account(20)
    const moves = Array.from({ length: 50 }, (_, index) =>
      index % 2
        ? book.move(hold(user_id, 15), { floor: 0 })
        : book.move({ user_id, type: 'top_up', amount: 10, description: '' }),
    )
    const held = (await Promise.all(moves)).filter((each, index) => index % 2 && each.moved).length
    expect(await book.balance(user_id)).toBe(20 + 25 * 10 - held * 15)
    await expectSound(user_id)
  })
})

test('entries that move the balance keep their order, however far a clock is behind', async () => {
  const user_id = await account(50)
  const late = ledger({ table, clock: { ...clock, now: () => clock.now() - 60_000 }, random })
  expect(await late.move(hold(user_id, 50), { floor: 0 })).toEqual({ moved: true })
  expect((await entriesOf(user_id)).map(({ type, balance_after }) => [type, balance_after])).toEqual([
    ['hold', 0],
    ['top_up', 50],
  ])
})

test('a page shows the newest entries and counts all', async () => {
  const user_id = await account(10)
  for (const amount of [1, 2, 3]) await book.move(hold(user_id, amount))
  const { entries, total } = await book.page(user_id, 1, 2)
  expect(total).toBe(4)
  expect(entries.map(({ amount, balance_after }) => [amount, balance_after])).toEqual([
    [-2, 7],
    [-1, 9],
  ])
  expect((await table.query({ pk: ledgerKey(user_id, 0).pk })).length).toBe(4)
})

const sleep = (delayMs: number) => new Promise<void>((resolve) => setTimeout(resolve, delayMs))

/**
 * Rejects overlapping transactions as DynamoDB does, because the local emulator runs transactions
 * one after another.
 */
const overlapRefused = (real: DynamoDBDocumentClient) => {
  const locked = new Set<string>()
  let refused = 0
  const refusing = new Proxy(real, {
    get: (target, property) => {
      if (property !== 'send') return Reflect.get(target, property)
      return async (command: Parameters<typeof real.send>[0]) => {
        const keys = keysOf(command.input)
        if (keys.some((key) => locked.has(key))) {
          refused++
          throw new TransactionCanceledException({
            message: 'Transaction cancelled',
            $metadata: {},
            CancellationReasons: keys.map((key) => ({ Code: locked.has(key) ? 'TransactionConflict' : 'None' })),
          })
        }
        for (const key of keys) locked.add(key)
        try {
          return await target.send(command)
        } finally {
          for (const key of keys) locked.delete(key)
        }
      }
    },
  })
  return { refusing, refusals: () => refused }
}

const keysOf = (input: object): string[] => {
  const { TransactItems = [] } = input as { TransactItems?: Record<string, { Key?: object; Item?: object }>[] }
  return TransactItems.flatMap((item) => Object.values(item)).map(({ Key, Item }) => {
    const { pk, sk } = (Key ?? Item) as { pk: string; sk: string }
    return `${pk}/${sk}`
  })
}
