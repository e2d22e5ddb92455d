import { expect, test } from 'vitest'
import { handler as evaluate } from '../../../functions/calls/evaluate-call.ts'
import { lambdaContext } from '../../../infra/local/lambda-context.ts'
import { writeDetail } from '../../../shared/data/calls/call-detail.ts'
import type { Call } from '../../../shared/domain/calls/call.ts'
import { evaluateCall } from '../../../shared/operations/calls.ts'
import { workerOperations } from '../../../shared/operations/index.ts'
import * as registry from '../../../shared/runtime/registry.ts'
import { openParts } from '../../../shared/runtime/wiring.ts'
import { assistantKey, callDetailKey, callKey, talkKey, utteranceKey } from '../../../shared/table/keys.ts'
import type { Fields } from '../../../shared/words/log.ts'
import { awaitedTalk, ringingCall } from '../../fixtures.ts'
import { memoryTable } from '../../memory-table.ts'
import { seededRandom } from '../../world.ts'

const startAt = Date.UTC(2026, 10, 25, 10)
const users = [7, 8, 9, 10, 11, 12, 13, 14]
const userOf = (call_id: number): number => users[call_id % users.length] ?? 7
const endsPerSecond = 50

/**
 * Simulates fifty ended calls a second. The worker has its deployed batch size and concurrency.
 * Only model requests take time.
 */
const rush = async (seconds: number, modelMs: (call_id: number) => number) => {
  let now = startAt
  const sleepers = new Map<number, (() => void)[]>()
  const sleep = (ms: number) =>
    new Promise<void>((wake) => sleepers.set(now + ms, [...(sleepers.get(now + ms) ?? []), wake]))
  const table = memoryTable()
  const log = {
    info: () => {},
    warn: () => {},
    error: (message: string, { cause }: Fields = {}) => expect.fail(`${message}: ${cause}`),
    with: () => log,
  }
  const parts = openParts({}, { clock: { now: () => now, sleep }, table, random: seededRandom('evaluation'), log })

  const sentAt = new Map<number, number>()
  const waits: number[] = []
  let [asking, askingMax] = [0, 0]
  const invoke = evaluate.open(parts, {
    ...registry,
    talkModel: () => ({
      prepare: () => expect.fail('The call is over'),
      talk: () => expect.fail('The call is over'),
      judge: () => expect.fail('Nothing is compared'),
      evaluate: async ({ goal }) => {
        const call_id = Number(goal)
        waits.push(now - (sentAt.get(call_id) ?? 0))
        askingMax = Math.max(askingMax, ++asking)
        await sleep(modelMs(call_id))
        asking -= 1
        return { sentiment: 'positive', outcome: 'Tea was sold.', score: 9, extracted: {} }
      },
    }),
  })

  const { batchMax, concurrencyMax } = evaluateCall
  const waiting: number[] = []
  let [invocations, invocationsMax] = [0, 0]
  const dispatch = () => {
    while (waiting.length > 0 && invocations < concurrencyMax) {
      const Records = waiting.splice(0, batchMax).map(recordOf)
      invocationsMax = Math.max(invocationsMax, ++invocations)
      const context = lambdaContext({ functionName: evaluateCall.id, requestId: '1', timeoutMs: 150_000 })
      void invoke({ Records }, context).then((answer) => {
        expect(answer).toEqual({ batchItemFailures: [] })
        invocations -= 1
      })
    }
  }
  const settled = () => new Promise((resolve) => setImmediate(resolve))

  const calls = seconds * endsPerSecond
  for (let ended = 0; ended < calls || invocations > 0 || waiting.length > 0; ) {
    const endsAt = ended < calls ? startAt + (ended * 1000) / endsPerSecond : Infinity
    now = Math.min(endsAt, ...sleepers.keys())
    if (now === endsAt) {
      const call_id = 1000 + ended++
      await endCall(table, call_id, now)
      sentAt.set(call_id, now)
      waiting.push(call_id)
    }
    const awake = sleepers.get(now) ?? []
    sleepers.delete(now)
    for (const wake of awake) wake()
    await settled()
    dispatch()
    await settled()
  }
  const first = await table.get<Call>(callKey(userOf(1000), 1000))
  expect(first?.evaluated).toBeDefined()
  expect(waits).toHaveLength(calls)
  return { waitMsMax: Math.max(...waits), askingMax, invocationsMax }
}

const endCall = async (table: ReturnType<typeof memoryTable>, call_id: number, now: number) => {
  const user_id = userOf(call_id)
  const of = { user_id, assistant_id: call_id }
  const over = { closed_at: now, charged_at: now, answered_by: 'human' } as const
  const call = ringingCall({ ...of, id: call_id, ...over }, now)
  const assistant = {
    ...of,
    id: call_id,
    system_prompt: String(call_id),
    post_call_evaluation: true,
    post_call_schema: '[]',
  }
  const talk = awaitedTalk({ user_id, call_id, utterances: 1 }, now)
  await table.write([
    { put: { ...callKey(user_id, call_id), ...call } },
    { put: { ...assistantKey(user_id, call_id), ...assistant, llm_model_id: null, language_id: 1, variables: '{}' } },
    { put: { ...callDetailKey(user_id, call_id), ...writeDetail({ variables: {}, input_variables: {} }) } },
    { put: { ...talkKey(user_id, call_id), ...talk } },
    { put: { ...utteranceKey(user_id, call_id, 0), place: 0, sender: 'human', text: 'Tea, please.', at: now } },
  ])
}

const recordOf = (call_id: number) => ({
  messageId: String(call_id),
  receiptHandle: '',
  body: JSON.stringify({ user_id: userOf(call_id), call_id }),
  attributes: { ApproximateReceiveCount: '1', SentTimestamp: '0', SenderId: '', ApproximateFirstReceiveTimestamp: '0' },
  messageAttributes: {},
  md5OfBody: '',
  eventSource: 'aws:sqs',
  eventSourceARN: '',
  awsRegion: '',
})

test('evaluates fifty calls a second within a minute, with a slow model', async () => {
  const { waitMsMax, askingMax, invocationsMax } = await rush(20, () => 4_000)
  expect(waitMsMax).toBeLessThanOrEqual(60_000)
  expect(askingMax).toBeGreaterThanOrEqual(endsPerSecond * 4)
  expect(invocationsMax).toBeLessThanOrEqual(evaluateCall.concurrencyMax)
})

test('a model that stalls now and then does not hold up the rest', async () => {
  const random = seededRandom('stalls')
  const { waitMsMax } = await rush(20, () => (random.number() < 0.01 ? 60_000 : 1_000 + random.number() * 6_000))
  expect(waitMsMax).toBeLessThanOrEqual(60_000)
})

test('leaves most of an account’s thousand functions to callers', () => {
  const total = workerOperations.reduce((sum, { concurrencyMax }) => sum + concurrencyMax, 0)
  expect(total).toBeLessThan(500)
})
