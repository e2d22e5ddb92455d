import { setTimeout as pause } from 'node:timers/promises'
import { newAssistant } from '../../shared/domain/assistants/assistant-changes.ts'
import { AssistantDraft } from '../../shared/domain/assistants/assistant-form.ts'
import type { Parts } from '../../shared/runtime/parts.ts'
import * as registry from '../../shared/runtime/registry.ts'
import { read } from '../../shared/words/form.ts'
import { idAt } from '../../shared/words/id.ts'
import { assistantDraft, ringingCall } from '../fixtures.ts'
import { openReceiver } from '../receiver.ts'
import { type BenchRow, type Measure, median } from './measure.ts'
import { openInRealTime } from './real-time.ts'
import { type Invocation, openRecorder, roundTripsInSequence, unitsOf } from './recorder.ts'

const warmUps = 20
const deliveriesMeasured = 200
const patienceMs = 180_000
const pollMs = 2

export const webhooks: Measure = {
  topic: 'webhooks',
  title: `Webhooks: ${deliveriesMeasured} deliveries that succeed at the first attempt`,
  run: async ({ dynamodb }) => {
    const recorder = openRecorder()
    const arrived = new Map<number, number>()
    const receiver = await openReceiver(({ body }) => {
      arrived.set(body.id, performance.now())
      return {}
    })
    const stack = await openInRealTime({ dynamodb, ...recorder })
    const makeClosers = (count: number) =>
      Promise.all(Array.from({ length: count }, (_, index) => openCloser(stack.parts, `${receiver.url}/${index}`)))

    const measured = async (how: string, closers: Closer[], atOnce: number): Promise<BenchRow> => {
      await closeCalls(closers, warmUps, atOnce, arrived)
      const before = recorder.invocations.length
      const beganAt = performance.now()
      const delays = await closeCalls(closers, deliveriesMeasured, atOnce, arrived)
      const perSecond = (deliveriesMeasured * 1000) / (performance.now() - beganAt)
      await settled(recorder.invocations)
      const worked = recorder.invocations.slice(before).filter(({ operation }) => operation === 'deliver-webhook')
      const busyMs = worked.reduce((sum, { startedAt, endedAt }) => sum + endedAt - startedAt, 0)
      const units = worked.map(unitsOf)
      return {
        'calls close': how,
        'deliveries per second': perSecond,
        'per second and worker': (deliveriesMeasured * 1000) / busyMs,
        'closed to asked p50 ms': median(delays),
        'p99 ms': percentile(delays, 0.99),
        'round trips in sequence': atOnce === 1 ? median(worked.map(roundTripsInSequence)) : undefined,
        'read units': units.reduce((sum, { read: each }) => sum + each, 0) / deliveriesMeasured,
        'write units': units.reduce((sum, { write }) => sum + write, 0) / deliveriesMeasured,
      }
    }

    try {
      return [
        await measured('one after another', await makeClosers(1), 1),
        await measured('30 at once, one receiver', await makeClosers(1), 30),
        await measured('30 at once, 30 receivers', await makeClosers(30), 30),
      ]
    } finally {
      await stack.close()
      await receiver.close()
    }
  },
}

interface Closed {
  call_id: number
  closedAt: number
}

type Closer = () => Promise<Closed>

const openCloser = async (parts: Parts, webhook_url: string): Promise<Closer> => {
  const calls = registry.calls(parts)
  let made = 0
  const newId = () => idAt(parts.clock.now(), (made++ % 4096) / 4096)
  const user_id = idAt(parts.clock.now(), parts.random.number())
  const { values } = read(AssistantDraft, assistantDraft)
  const assistant = newAssistant(values as AssistantDraft, { id: newId(), user_id, uuid: '' })
  const reporting = { webhook_url, is_webhook_active: true, send_webhook_only_on_completed: false }
  await registry.assistants(parts).create({ ...assistant, ...reporting })
  return async () => {
    const now = parts.clock.now()
    const call = ringingCall({ id: newId(), user_id, assistant_id: assistant.id }, now)
    const ref = { user_id, call_id: call.id }
    await calls.open(call, { variables: {}, input_variables: {} })
    await calls.apply(ref, { outcome: 'busy' }, now)
    const closedAt = performance.now()
    await registry.advanceCallQueue(parts).nudge(ref)
    return { call_id: call.id, closedAt }
  }
}

const closeCalls = async (
  closers: Closer[],
  count: number,
  atOnce: number,
  arrived: Map<number, number>,
): Promise<number[]> => {
  const delays: number[] = []
  const closeOne = async (place: number) => {
    const close = closers[place % closers.length]
    if (!close) throw new Error('Nobody closes calls')
    const { call_id, closedAt } = await close()
    const giveUpAt = closedAt + patienceMs
    for (let at = arrived.get(call_id); ; at = arrived.get(call_id)) {
      if (at !== undefined) return delays.push(at - closedAt)
      if (performance.now() > giveUpAt) throw new Error('A webhook did not arrive')
      await pause(pollMs)
    }
  }
  for (let place = 0; place < count; place += atOnce)
    await Promise.all(Array.from({ length: Math.min(atOnce, count - place) }, (_, offset) => closeOne(place + offset)))
  return delays
}

const settled = async (invocations: Invocation[]): Promise<void> => {
  for (let before = -1; before !== invocations.length; await pause(500)) before = invocations.length
}

const percentile = (values: number[], part: number): number =>
  values.toSorted((one, other) => one - other)[Math.ceil(values.length * part) - 1] ?? Number.NaN
