import type { SQSClient } from '@aws-sdk/client-sqs'
import type { SQSRecord } from 'aws-lambda'
import { expect, test } from 'vitest'
import * as z from 'zod'
import { fairQueue } from '../../infra/local/fair-queue.ts'
import { lambdaContext } from '../../infra/local/lambda-context.ts'
import { openJobsMax } from '../../shared/domain/account/job-limits.ts'
import type { WorkerOperation } from '../../shared/operations/define.ts'
import { workerOperations } from '../../shared/operations/index.ts'
import { queueSetting } from '../../shared/providers/aws/queue.ts'
import * as registry from '../../shared/runtime/registry.ts'
import { openParts } from '../../shared/runtime/wiring.ts'
import { worker } from '../../shared/runtime/worker.ts'
import { memoryTable } from '../memory-table.ts'
import { seededRandom } from '../world.ts'

/** Seconds that a slow receiver, carrier or model takes. */
const slowSeconds = 15
const manyMessages = 400

const broughtAtMost: Record<string, number> = {
  'place-call': 100,
  'advance-call': 100,
  'watch-silence': 8,
  'dispatch-campaign': 100,
  'link-evidence': 20,
  'read-documents': 1,
  'run-simulation': 8,
}

const messagesOf = ({ id, userLimit }: WorkerOperation): number => {
  if (userLimit.by === 'messages at work') return manyMessages
  return userLimit.by === 'open jobs' ? openJobsMax[userLimit.kind] : (broughtAtMost[id] ?? Number.NaN)
}

interface Sent {
  Entries: { MessageBody: string; MessageGroupId: string; DelaySeconds: number }[]
}

/** Returns the seconds that user 2 waits after user 1 has filled the queue. Time is virtual. */
const rush = async (operation: WorkerOperation) => {
  let now = Date.UTC(2026, 10, 25, 10)
  const sleepers: { at: number; wake: () => void }[] = []
  const at = (ms: number, wake: () => void) => sleepers.push({ at: now + ms, wake })
  const sleep = (ms: number) => new Promise<void>((wake) => at(ms, wake))
  const clock = { now: () => now, sleep }
  const queue = fairQueue({ clock })
  let messages = 0
  const put = (body: string, MessageGroupId: string) => queue.add(recordOf(String(messages++), body, MessageGroupId))
  const sqs = {
    send: async ({ input }: { input: Sent }) => {
      for (const { MessageBody, MessageGroupId, DelaySeconds } of input.Entries)
        at(DelaySeconds * 1000, () => put(MessageBody, MessageGroupId))
      return {}
    },
  } as unknown as SQSClient
  const quiet = () => {}
  const log = { info: quiet, warn: quiet, error: quiet, with: () => log }
  const parts = openParts(
    { [queueSetting(operation.queue)]: 'https://sqs/queue' },
    { clock, table: memoryTable(), random: seededRandom(operation.id), log, sqs },
  )
  const begun: { user_id: number; at: number }[] = []
  const stub = { ...operation, uses: [], message: z.object({ user_id: z.int(), number: z.int() }) }
  const invoke = worker(stub, async ({ user_id }) => {
    begun.push({ user_id, at: now })
    await sleep(slowSeconds * 1000)
  }).open(parts, registry)

  let running = 0
  const context = lambdaContext({ functionName: operation.id, requestId: 'r', timeoutMs: 900_000 })
  const dispatch = () => {
    while (queue.size() > 0 && running < operation.concurrencyMax) {
      const { records, end } = queue.take(operation.batchMax)
      running += 1
      void invoke({ Records: records }, context).then(() => {
        running -= 1
        end()
      })
    }
  }
  const settle = async () => {
    for (let turn = 0; turn < 3; turn++) {
      dispatch()
      await new Promise((resolve) => setImmediate(resolve))
    }
  }
  const send = (user_id: number, number: number) => put(JSON.stringify({ user_id, number }), String(user_id))

  for (let number = 0; number < messagesOf(operation); number++) {
    send(1, number)
    dispatch()
  }
  at(1000, () => send(2, 0))
  const sentAt = now + 1000
  while (!begun.some(({ user_id }) => user_id === 2)) {
    await settle()
    sleepers.sort((one, other) => one.at - other.at)
    const next = sleepers.shift()
    if (!next) throw new Error('The other user’s message was lost')
    now = next.at
    next.wake()
    await settle()
  }
  const waitedMs = (begun.find(({ user_id }) => user_id === 2)?.at ?? Number.NaN) - sentAt
  return waitedMs / 1000
}

const recordOf = (messageId: string, body: string, MessageGroupId: string): SQSRecord => ({
  messageId,
  body,
  receiptHandle: messageId,
  attributes: {
    MessageGroupId,
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

test('serves another user within seconds on each filled queue', async () => {
  const waited: Record<string, number> = {}
  for (const operation of workerOperations) waited[operation.id] = await rush(operation)
  expect(Math.max(...Object.values(waited))).toBeLessThan(slowSeconds)
  expect(waited).toMatchInlineSnapshot(`
    {
      "advance-call": 14,
      "carry-out-wish": 0,
      "clear-campaign": 0,
      "copy-recording": 0,
      "deliver-webhook": 0,
      "dispatch-campaign": 14,
      "end-chat": 0,
      "evaluate-call": 0,
      "handle-person": 0,
      "import-lead-file": 0,
      "import-list": 0,
      "judge-opt-out": 0,
      "link-evidence": 14,
      "pace-dials": 0,
      "place-call": 14,
      "read-documents": 0,
      "run-simulation": 0,
      "seal-history": 0,
      "settle-sms": 0,
      "steer-session": 0,
      "tend-number": 0,
      "watch-silence": 0,
      "write-evidence": 0,
      "write-export": 0,
    }
  `)
})
