import { setImmediate as nextTurn } from 'node:timers/promises'
import { handler as deliver } from '../../../functions/webhooks/deliver-webhook.ts'
import { createTable } from '../../../infra/local/create-table.ts'
import { lambdaContext } from '../../../infra/local/lambda-context.ts'
import { type OnPermission, restricted } from '../../../infra/stack/permissions.ts'
import { writeDetail } from '../../../shared/data/calls/call-detail.ts'
import { type Delivery, type DeliveryRef, deliveryDueAt, lineUp } from '../../../shared/domain/webhooks/delivery.ts'
import { endpointHash } from '../../../shared/domain/webhooks/webhook-endpoint.ts'
import { deliverWebhook } from '../../../shared/operations/webhooks.ts'
import type { WebhookClient } from '../../../shared/providers/web/webhook-client.ts'
import * as registry from '../../../shared/runtime/registry.ts'
import { openParts } from '../../../shared/runtime/wiring.ts'
import { deadlines } from '../../../shared/table/deadlines.ts'
import {
  callDetailKey,
  callKey,
  deliveryKey,
  dueKey,
  webhookEndpointKey,
  webhookLineKey,
} from '../../../shared/table/keys.ts'
import { openTable, type Table } from '../../../shared/table/table.ts'
import { idAt } from '../../../shared/words/id.ts'
import { logTo } from '../../../shared/words/log.ts'
import { engineClient } from '../../engine/client.ts'
import { ringingCall } from '../../fixtures.ts'
import { keepPermission } from '../../permissions-seen.ts'
import { seededRandom } from '../../world.ts'

export interface ReceiverBehaviour {
  url: string
  answerAt: (ms: number) => { afterMs: number; http_status: number } | null
}

export interface Observation {
  firstAskedMs: number[]
  asked: number
  atOnceMax: number
  delivered: number
}

const start = Date.UTC(2026, 10, 25, 10)
const user_id = 1
const call_id = 7
const tableMs = 5
const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

/**
 * Delivers `each` events to every receiver at once, then `perSecond` more. `standing`: number of
 * older events of a failing receiver. Time is virtual.
 */
export const rush = async (
  receivers: ReceiverBehaviour[],
  each: number,
  untilMs: number,
  {
    standing = 0,
    perSecond = 0,
    onPermission = keepPermission,
  }: { standing?: number; perSecond?: number; onPermission?: OnPermission } = {},
) => {
  let now = start
  const sleepers = new Map<number, (() => void)[]>()
  const sleep = (ms: number) =>
    new Promise<void>((wake) => sleepers.set(now + ms, [...(sleepers.get(now + ms) ?? []), wake]))

  const random = seededRandom('rush')
  const client = engineClient()
  await createTable(client, 'rush')
  const clock = { now: () => now, sleep }
  const stored = openTable({ name: 'rush', client, clock, random })
  const minutes: { messages: number; writes: number }[] = []
  const count = (what: 'messages' | 'writes', more: number) => {
    const minute = Math.floor((now - start) / minuteMs)
    const counted = minutes[minute] ?? { messages: 0, writes: 0 }
    minutes[minute] = { ...counted, [what]: counted[what] + more }
  }
  const slowly = async <T>(answer: () => Promise<T>): Promise<T> => {
    await sleep(tableMs)
    return answer()
  }
  const table: Table = {
    get: (...given) => slowly(() => stored.get(...given)),
    getMany: (...given) => slowly(() => stored.getMany(...given)),
    putMany: (items) => {
      count('writes', items.length)
      return slowly(() => stored.putMany(items))
    },
    query: (...given) => slowly(() => stored.query(...given)),
    count: (...given) => slowly(() => stored.count(...given)),
    write: (writes) => {
      count('writes', writes.length)
      return slowly(() => stored.write(writes))
    },
  }

  const observations = new Map<string, Observation>(
    receivers.map(({ url }) => [url, { firstAskedMs: [], asked: 0, atOnceMax: 0, delivered: 0 }]),
  )
  const known = new Set<string>()
  const atOnce = new Map<string, number>()
  const webhookClient: WebhookClient = {
    ask: async (url, { webhook_id }, limitMs) => {
      const observation = observations.get(url)
      if (!observation) throw new Error(`Nobody is at ${url}`)
      if (!known.has(webhook_id)) observation.firstAskedMs.push(now - start)
      known.add(webhook_id)
      const count = (atOnce.get(url) ?? 0) + 1
      atOnce.set(url, count)
      observation.asked += 1
      observation.atOnceMax = Math.max(observation.atOnceMax, count)
      const answer = receivers.find((one) => one.url === url)?.answerAt(now - start) ?? null
      await sleep(answer?.afterMs ?? limitMs)
      atOnce.set(url, (atOnce.get(url) ?? 0) - 1)
      return { http_status: answer?.http_status ?? null, text: '', is_cut: false, is_binary: false, duration_ms: 0 }
    },
  }

  const waiting: { at: number; message: DeliveryRef }[] = []
  const nudge = async (message: DeliveryRef, delaySeconds = 0) => {
    waiting.push({ at: now + Math.ceil(delaySeconds) * 1000, message })
  }
  const log = logTo(() => undefined)
  const parts = openParts({}, { clock, table, random, log })
  const invoke = deliver.open(restricted(deliverWebhook, parts, onPermission), {
    ...registry,
    webhookClient: () => webhookClient,
    deliverWebhookQueue: () => ({
      nudge,
      send: async (messages, pace) => messages.forEach((message) => void nudge(message, pace?.afterSeconds)),
    }),
  })

  const over = { phase: 'over', outcome: 'busy', asked_at: start, over_at: start } as const
  const call = ringingCall({ id: call_id, user_id, assistant_id: 1, status: 'busy', placement: over }, start)
  await stored.write([
    { put: { ...callKey(user_id, call_id), ...call } },
    { put: { ...callDetailKey(user_id, call_id), ...writeDetail({ variables: {} }) } },
  ])
  const record = (delivery: Delivery) => {
    const due = dueKey(delivery.id, deliveryDueAt(delivery))
    return stored.write([{ put: { ...deliveryKey(user_id, delivery.id), ...delivery, ...due } }])
  }
  for (const [place, { url }] of receivers.entries())
    for (let index = 0; index < each; index++) {
      const delivery = deliveryTo(url, idAt(start - each + index, place / 4096), start)
      await record(delivery)
      await nudge({ user_id, delivery_id: delivery.id })
    }
  for (const { url } of standing > 0 ? receivers : []) {
    const hash = endpointHash(url)
    for (let index = 0; index < standing; index++) {
      const delivery = lineUp(deliveryTo(url, idAt(start - dayMs + index, 0), start), start)
      await record(delivery)
      await stored.write([{ put: { ...webhookLineKey(user_id, hash, delivery.id), delivery_id: delivery.id } }])
    }
    const health = { failures: 30, pauses: 9, paused_until: start + minuteMs }
    await stored.write([{ put: { ...webhookEndpointKey(user_id, hash), ...health } }])
  }

  const all = () => stored.query<Delivery>({ pk: deliveryKey(user_id, 0).pk })
  let deadlinesAt = start + minuteMs
  const driveDue = async () => {
    deadlinesAt += minuteMs
    for (const { noun, id } of await deadlines({ table: stored }).past(now, 100_000))
      if (noun === 'delivery') await nudge({ user_id, delivery_id: id })
  }
  let nextAt = perSecond > 0 ? start : Number.POSITIVE_INFINITY
  const arrive = async () => {
    nextAt += 1000 / perSecond
    for (const { url } of receivers) {
      const delivery = deliveryTo(url, idAt(now, random.number()), now)
      await record(delivery)
      await nudge({ user_id, delivery_id: delivery.id })
    }
  }

  let invocations = 0
  let messages = 0
  const dispatch = () => {
    const ready = waiting.filter(({ at }) => at <= now)
    while (ready.length > 0 && invocations < deliverWebhook.concurrencyMax) {
      const batch = ready.splice(0, deliverWebhook.batchMax)
      for (const one of batch) waiting.splice(waiting.indexOf(one), 1)
      invocations += 1
      messages += batch.length
      count('messages', batch.length)
      const Records = batch.map(({ message }) => recordOf(message))
      const context = lambdaContext({ functionName: 'deliver-webhook', requestId: '1', timeoutMs: 30_000 })
      void invoke({ Records }, context).then(() => invocations--)
    }
  }

  while (now < start + untilMs) {
    dispatch()
    for (let turn = 0; turn < 4; turn++) await nextTurn()
    const later = waiting.flatMap(({ at }) => (at > now ? [at] : []))
    now = Math.min(...sleepers.keys(), ...later, deadlinesAt, nextAt)
    if (now === deadlinesAt) await driveDue()
    if (now === nextAt) await arrive()
    const awake = sleepers.get(now) ?? []
    sleepers.delete(now)
    for (const wake of awake) wake()
  }
  for (const { url, state } of await all()) {
    const observation = observations.get(url)
    if (observation && state === 'delivered') observation.delivered += 1
  }
  return { messages, minutes, observations: receivers.flatMap(({ url }) => observations.get(url) ?? []) }
}

const deliveryTo = (url: string, id: number, at: number): Delivery => ({
  id,
  user_id,
  call_id,
  assistant_id: 5,
  kind: 'post_call',
  url,
  includes_recording: false,
  schema: [],
  state: 'pending',
  queued_at: at,
  tries: 0,
  next_at: at,
  by_hand: false,
  attempts: [],
  updated_at: at,
  revision: 1,
  expires_at_seconds: Number.MAX_SAFE_INTEGER,
})

const recordOf = (message: DeliveryRef) => ({
  messageId: String(message.delivery_id),
  receiptHandle: '',
  body: JSON.stringify(message),
  attributes: { ApproximateReceiveCount: '1', SentTimestamp: '0', SenderId: '', ApproximateFirstReceiveTimestamp: '0' },
  messageAttributes: {},
  md5OfBody: '',
  eventSource: 'aws:sqs',
  eventSourceARN: '',
  awsRegion: '',
})
