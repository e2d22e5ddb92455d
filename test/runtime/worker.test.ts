import type { SQSEvent } from 'aws-lambda'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import * as z from 'zod'
import { lambdaContext } from '../../infra/local/lambda-context.ts'
import * as declare from '../../shared/operations/define.ts'
import * as registry from '../../shared/runtime/registry.ts'
import { worker } from '../../shared/runtime/worker.ts'
import { Problem } from '../../shared/words/problem.ts'
import { openSmallWorld, type SmallWorld } from './small-world.ts'

let world: SmallWorld
beforeAll(async () => {
  world = await openSmallWorld()
})
beforeEach(() => {
  world.logged.length = 0
})

const operation = declare.worker({
  id: 'work',
  area: 'tests',
  queue: 'placeCallQueue',
  broughtBy: 'a test',
  userLimit: { by: 'another limit', limit: 'a test' },
  message: z.object({ number: z.int() }),
  uses: ['users.find', 'clock'],
  failureHurts: 'nobody',
})

type Handle = Parameters<typeof worker<typeof operation>>[1]
const deliver = (bodies: string[], handle: Handle) => {
  const Records = bodies.map((body, index) => ({
    messageId: `m${index}`,
    receiptHandle: '',
    body,
    attributes: {
      ApproximateReceiveCount: '1',
      SentTimestamp: '0',
      SenderId: '',
      ApproximateFirstReceiveTimestamp: '0',
    },
    messageAttributes: {},
    md5OfBody: '',
    eventSource: 'aws:sqs',
    eventSourceARN: '',
    awsRegion: '',
  }))
  const event: SQSEvent = { Records }
  const context = lambdaContext({ functionName: 'work', requestId: 'r', timeoutMs: 1000 })
  return worker(operation, handle).open(world.parts, registry)(event, context)
}
const numbers = (...values: number[]) => values.map((number) => JSON.stringify({ number }))
const back = (...indices: number[]) => ({
  batchItemFailures: indices.map((index) => ({ itemIdentifier: `m${index}` })),
})

test('what was done is acknowledged, message by message', async () => {
  const done: number[] = []
  expect(
    await deliver(numbers(1, 2, 3), async ({ number }) => {
      done.push(number)
    }),
  ).toEqual(back())
  expect(done).toEqual([1, 2, 3])
})

test('a problem is acknowledged: asking again cannot help', async () => {
  const answer = await deliver(numbers(1), async () => {
    throw new Problem('call_not_found')
  })
  expect(answer).toEqual(back())
  expect(world.logged).toMatchObject([
    { level: 'warn', fields: { operation: 'work', message_id: 'm0', code: 'call_not_found' } },
  ])
})

test('an accident brings back its own message alone', async () => {
  const done: number[] = []
  const answer = await deliver(numbers(1, 2, 3), async ({ number }) => {
    if (number === 2) throw new Error('broken')
    done.push(number)
  })
  expect(answer).toEqual(back(1))
  expect(done).toEqual([1, 3])
  expect(world.logged).toMatchObject([{ level: 'error', message: 'accident', fields: { message_id: 'm1' } }])
})

test('an accident before the first await is no different', async () => {
  const answer = await deliver(numbers(1, 2), ({ number }) => {
    if (number === 1) throw new Error('broken')
    return Promise.resolve()
  })
  expect(answer).toEqual(back(0))
})

test('an invalid message returns, and is dead-lettered in the end', async () => {
  const seen: object[] = []
  const answer = await deliver(['', '{', 'null', '{}', '{"number":"1"}', ...numbers(7)], async (message) => {
    seen.push(message)
  })
  expect(answer).toEqual(back(0, 1, 2, 3, 4))
  expect(seen).toEqual([{ number: 7 }])
})

test('members that a message does not declare never arrive', async () => {
  const seen: object[] = []
  await deliver(['{"number":1,"more":2,"__proto__":{"number":3}}'], async (message) => {
    seen.push(message)
  })
  expect(seen).toEqual([{ number: 1 }])
})

test('the messages of a batch are worked on side by side', async () => {
  let waiting = 0
  const { promise: all, resolve } = Promise.withResolvers<void>()
  const answer = await deliver(numbers(1, 2, 3), async () => {
    waiting += 1
    if (waiting === 3) resolve()
    await all
  })
  expect(answer).toEqual(back())
})

test('an empty batch is nothing', async () => {
  expect(await deliver([], () => Promise.reject(new Error()))).toEqual(back())
})

test('equal messages that come together are acted on once, and come back together', async () => {
  const seen: number[] = []
  const answer = await deliver(numbers(1, 2, 1, 2), async ({ number }) => {
    seen.push(number)
    if (number === 1) throw new Error('out of order')
  })
  expect(seen).toEqual([1, 2])
  expect(answer).toEqual(back(0, 2))
})
