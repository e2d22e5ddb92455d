import type { SQSClient } from '@aws-sdk/client-sqs'
import { expect, test } from 'vitest'
import * as z from 'zod'
import { lambdaContext } from '../../infra/local/lambda-context.ts'
import { openJobsMax } from '../../shared/domain/account/job-limits.ts'
import * as declare from '../../shared/operations/define.ts'
import { workerOperations } from '../../shared/operations/index.ts'
import * as registry from '../../shared/runtime/registry.ts'
import { openParts } from '../../shared/runtime/wiring.ts'
import { worker } from '../../shared/runtime/worker.ts'
import { memoryTable } from '../memory-table.ts'
import { seededRandom } from '../world.ts'

const max = 2
const operation = declare.worker({
  id: 'work',
  area: 'tests',
  queue: 'clearCampaignQueue',
  broughtBy: 'a test',
  userLimit: { by: 'messages at work', max },
  message: z.strictObject({ user_id: z.int(), number: z.int() }),
  uses: ['clock'],
  failureHurts: 'no user',
})

interface Sent {
  QueueUrl: string
  Entries: { MessageBody: string; MessageGroupId: string; DelaySeconds: number }[]
}

/** Opens a worker whose messages wait until the test releases them. */
const openWorker = () => {
  let now = 1_000_000
  const sent: Sent[] = []
  const waiting = new Map<number, { end: () => void; fail: (cause: Error) => void }>()
  const quiet = () => {}
  const log = { info: quiet, warn: quiet, error: quiet, with: () => log }
  const sqs = { send: async ({ input }: { input: Sent }) => sent.push(input) && {} }
  const parts = openParts(
    { CLEAR_CAMPAIGN_QUEUE_URL: 'https://sqs/clear' },
    {
      clock: { now: () => now, sleep: async () => {} },
      table: memoryTable(),
      random: seededRandom('share'),
      log,
      sqs: sqs as unknown as SQSClient,
    },
  )
  const { open } = worker(operation, async ({ number }) => {
    await new Promise<void>((end, fail) => waiting.set(number, { end, fail }))
  })
  const invoke = open(parts, registry)
  const context = lambdaContext({ functionName: 'work', requestId: 'r', timeoutMs: 30_000 })
  const messageOf = (fields: object) => ({
    messageId: JSON.stringify(fields),
    body: JSON.stringify(fields),
    receiptHandle: '',
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
  })
  const settled = async () => {
    for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve))
  }
  return {
    waiting,
    putOff: () => sent.flatMap(({ Entries }) => Entries),
    pass: (seconds: number) => {
      now += seconds * 1000
    },
    deliver: async (...messages: object[]) => {
      const answer = invoke({ Records: messages.map(messageOf) }, context)
      await settled()
      return answer
    },
    begin: async (...messages: object[]) => {
      const answer = invoke({ Records: messages.map(messageOf) }, context)
      await settled()
      return { answer }
    },
    settled,
  }
}

test('works on the share of a user and puts the other messages off', async () => {
  const { begin, waiting, putOff, deliver, settled } = openWorker()
  const first = await begin(...[1, 2, 3, 4].map((number) => ({ user_id: 7, number })))
  expect(waiting.size).toBe(max)
  const later = putOff().map(({ MessageBody }) => JSON.parse(MessageBody))
  expect(later.map(({ number }) => number).toSorted()).toEqual([1, 2, 3, 4].filter((one) => !waiting.has(one)))
  expect(later).toMatchObject([{ put_off: 1 }, { put_off: 1 }])
  expect(putOff()).toMatchObject([{ MessageGroupId: '7' }, { MessageGroupId: '7' }])

  await begin({ user_id: 8, number: 80 })
  expect(waiting.has(80)).toBe(true)

  for (const { end } of waiting.values()) end()
  expect(await first.answer).toEqual({ batchItemFailures: [] })
  waiting.clear()
  await begin(...later)
  await settled()
  expect([...waiting.keys()].toSorted()).toEqual(later.map(({ number }) => number).toSorted())
  expect(await deliver({ user_id: 7, number: 5 })).toEqual({ batchItemFailures: [] })
})

test('waits longer each time, and no longer than a minute', async () => {
  const { begin, deliver, putOff } = openWorker()
  await begin({ user_id: 7, number: 1 }, { user_id: 7, number: 2 })
  for (let put_off = 0; put_off < 12; put_off++) await deliver({ user_id: 7, number: 3, ...(put_off && { put_off }) })
  const delays = putOff().map(({ DelaySeconds }) => DelaySeconds)
  expect(delays).toHaveLength(12)
  delays.forEach((seconds, times) => {
    const longest = Math.min(60, 2 ** (times + 1))
    expect(seconds).toBeGreaterThanOrEqual(longest / 2)
    expect(seconds).toBeLessThanOrEqual(longest)
  })
})

test('gives the share back when a message fails, and when its worker died', async () => {
  const { begin, waiting, pass, settled } = openWorker()
  const { answer } = await begin({ user_id: 7, number: 1 }, { user_id: 7, number: 2 })
  waiting.get(1)?.fail(new Error('broken'))
  await settled()
  await begin({ user_id: 7, number: 3 })
  expect(waiting.has(3)).toBe(true)

  await begin({ user_id: 7, number: 4 })
  expect(waiting.has(4)).toBe(false)
  pass(operation.timeoutSeconds + 11)
  await begin({ user_id: 7, number: 5 })
  expect(waiting.has(5)).toBe(true)

  waiting.get(2)?.end()
  expect((await answer).batchItemFailures).toHaveLength(1)
})

test('leaves workers of each queue to other users', () => {
  const limits = Object.fromEntries(
    workerOperations.map(({ id, userLimit, concurrencyMax, batchMax }) => {
      if (userLimit.by === 'another limit') return [id, userLimit.limit]
      const own = userLimit.by === 'open jobs' ? openJobsMax[userLimit.kind] : userLimit.max
      expect(own, id).toBeLessThan(concurrencyMax)
      if (userLimit.by === 'open jobs') expect(batchMax, id).toBe(1)
      return [id, userLimit.by === 'open jobs' ? `${own} ${userLimit.kind}` : own]
    }),
  )
  expect(limits).toMatchInlineSnapshot(`
    {
      "advance-call": "the live calls of the user, each of which takes one step at a time",
      "carry-out-wish": "the live calls of the user, each of which carries out one tool call at a time",
      "clear-campaign": 2,
      "copy-recording": 10,
      "deliver-webhook": "the slots of each receiver, whose deliveries wait in a queue of their own",
      "dispatch-campaign": "the live calls of the user, because a look at a full campaign ends at once",
      "end-chat": "a thousand conversations of an assistant in an hour",
      "evaluate-call": 60,
      "handle-person": "8 person_works",
      "import-lead-file": "5 lead_imports",
      "import-list": "5 list_imports",
      "judge-opt-out": 7,
      "link-evidence": "the live calls of the user, ninety of whose decisions are one message",
      "pace-dials": "one round at a time, whoever waits",
      "place-call": "\`waiting_calls\` of single calls, the live calls of campaigns, and dial slots that users take in turns",
      "read-documents": "one document of a user is read at a time, and \`documents\` of them wait",
      "run-simulation": "two simulations or replays of a user, each with four functions at a time",
      "seal-history": 2,
      "settle-sms": 5,
      "steer-session": 60,
      "tend-number": 2,
      "watch-silence": "eight turns of a user at a time",
      "write-evidence": "3 evidence_exports",
      "write-export": "3 data_exports",
    }
  `)
})
