import { ListQueuesCommand, SQSClient } from '@aws-sdk/client-sqs'
import { paginateScan } from '@aws-sdk/lib-dynamodb'
import * as z from 'zod'
import { finalStatuses } from '../../shared/domain/calls/call-life.ts'
import { documentClient } from '../../shared/table/table.ts'
import { countOf } from '../admin/dead-letters.ts'
import type { CarrierStats } from '../local/carrier/double.ts'
import type { CreateReceived } from '../local/carrier/route.ts'
import { carrierStats } from './plays.ts'
import type { Scene, SceneUser } from './scene.ts'
import { expect, type Steps } from './steps.ts'
import type { Traffic } from './traffic.ts'

const Stored = z.object({ pk: z.string(), sk: z.string() })
const Due = Stored.extend({ due_at: z.int().optional() })
const Call = Stored.extend({
  id: z.int(),
  user_id: z.int(),
  type: z.string(),
  status: z.string(),
  carrier_sid: z.string().optional(),
  placement: z.object({ over_at: z.int().optional() }),
  closed_at: z.int().optional(),
  total_cost: z.int(),
})
const Lead = Stored.extend({
  id: z.int(),
  status: z.string(),
  call_id: z.int().optional(),
  attempts: z.array(z.object({ call_id: z.int() })),
})
const Sms = Stored.extend({ id: z.int(), status: z.string(), sms_sid: z.string().optional(), total_cost: z.int() })
const Entry = Stored.extend({
  type: z.string(),
  amount: z.int(),
  call_id: z.int().optional(),
  sms_id: z.int().optional(),
})
const Balance = Stored.extend({ micros: z.int(), reserved: z.int().optional(), live_calls: z.int().optional() })
const Delivery = Stored.extend({ id: z.int(), call_id: z.int(), kind: z.string(), state: z.string(), tries: z.int() })

/** Milliseconds by which a worker may be late for a deadline in the table. */
const overdueMs = 120_000

const readTable = async (TableName: string) => {
  const client = documentClient({})
  const items: unknown[] = []
  for await (const { Items = [] } of paginateScan({ client }, { TableName, ConsistentRead: true })) items.push(...Items)
  client.destroy()
  const byNoun = Object.groupBy(items, (item) => {
    const { pk, sk } = Stored.parse(item)
    const [owner, noun] = pk.split('#')
    return noun ?? (/^\d+$/.test(owner ?? '') ? sk : (owner ?? ''))
  })
  const of = <T extends z.ZodType>(noun: string, shape: T): z.output<T>[] => z.array(shape).parse(byNoun[noun] ?? [])
  return {
    calls: of('call', Call),
    // Skips items of contacts, which only refer to a lead.
    leads: (byNoun.lead ?? []).flatMap((item) => Lead.safeParse(item).data ?? []),
    texts: of('sms', Sms),
    entries: of('ledger', Entry),
    balances: of('balance', Balance),
    deliveries: of('delivery', Delivery),
    deadlines: Object.values(byNoun).flatMap((items = []) => z.array(Due).parse(items)),
  }
}
type TableNow = Awaited<ReturnType<typeof readTable>>

/** Lists the stack's queues that hold messages; `dead` selects dead-letter queues. */
const messagesWaiting = async ({ stackName }: Scene, which: 'work' | 'dead'): Promise<string[]> => {
  const sqs = new SQSClient()
  const { QueueUrls = [] } = await sqs.send(new ListQueuesCommand({ QueueNamePrefix: stackName }))
  const chosen = QueueUrls.filter((url) => /QueueDead/.test(url) === (which === 'dead'))
  const counts = await Promise.all(chosen.map((url) => countOf(url, sqs)))
  sqs.destroy()
  return chosen.flatMap((url, index) =>
    counts[index] ? [`${counts[index]} messages in ${url.split('/').at(-1)}`] : [],
  )
}

export const unfinished = async (scene: Scene, table: string): Promise<string | undefined> => {
  const { calls, texts, deliveries, leads } = await readTable(table)
  const live = calls.filter(({ status, closed_at }) => !isFinal(status) || closed_at === undefined)
  const open = [
    [live.length, 'calls'],
    [texts.filter(({ status }) => /^(sending|sent)$/.test(status)).length, 'texts'],
    [deliveries.filter(({ state }) => state === 'pending').length, 'webhooks'],
    [leads.filter(({ status }) => status === 'created').length, 'leads'],
  ] as const
  const waiting = await messagesWaiting(scene, 'work')
  const all = [...open.flatMap(([count, what]) => (count > 0 ? [`${count} ${what}`] : [])), ...waiting]
  return all.join(', ') || undefined
}

const isFinal = (status: string) => finalStatuses.some((final) => final === status)

interface Audited {
  scene: Scene
  table: string
  users: SceneUser[]
  traffic: Traffic
}

/**
 * Compares requests that the simulated carrier and model received with the table: nothing may be
 * lost, doubled or stuck.
 */
export const audit = async (steps: Steps, { scene, table, users, traffic }: Audited): Promise<void> => {
  const now = await readTable(table)
  const stats = await carrierStats(scene)
  await steps.play('every request was answered well', async () => {
    expect(traffic.failures.length === 0, traffic.failures.join('; '))
    return `${traffic.calls.length} calls, ${traffic.texts.length} texts, ${traffic.repeated} asked for again`
  })
  await steps.play('each call of the carrier has one record', async () => callsFound(now, stats, traffic))
  await steps.play('every call is over and closed', async () => {
    const open = now.calls.filter((call) => !isFinal(call.status) || !call.placement.over_at || !call.closed_at)
    expect(open.length === 0, open.map(({ id, status }) => `call ${id} is ${status}`).join('; '))
    const statuses = Map.groupBy(now.calls, ({ status }) => status)
    return [...statuses].map(([status, { length }]) => `${length} ${status}`).join(', ')
  })
  await steps.play('every lead came to its end', async () => leadsDone(now, traffic))
  await steps.play('each text was sent once', async () => textsFound(now, stats, traffic))
  await steps.play('each call and text was charged once', async () => moneyRight(now))
  await steps.play('each webhook arrived once', async () => webhooksArrived(now, scene, traffic))
  await steps.play('nothing waits', async () => {
    const [waiting, dead] = await Promise.all([messagesWaiting(scene, 'work'), messagesWaiting(scene, 'dead')])
    expect(waiting.length + dead.length === 0, `${waiting.join(', ')} wait; given up: ${dead.join(', ')}`)
    const late = now.deadlines.filter(({ due_at = Number.POSITIVE_INFINITY }) => due_at < Date.now() - overdueMs)
    expect(late.length === 0, `past their deadline: ${late.map(({ pk, sk }) => `${pk} ${sk}`).join('; ')}`)
    return `of ${users.length} users: no message, no dead letter, no deadline`
  })
}

/**
 * Checks that the table and the carrier have the same calls, and that each call was dialled once.
 */
const callsFound = ({ calls }: TableNow, { creates, callsReceived }: CarrierStats, traffic: Traffic): string => {
  const outbound = calls.filter(({ type }) => type === 'outbound')
  const asked = Map.groupBy(
    creates.filter(({ outcome }) => outcome !== 'limited'),
    ({ statusCallback }) => Number(/-(\d+)\/status$/.exec(statusCallback ?? '')?.[1]),
  )
  const wrong = [
    ...[...asked].flatMap(([id, { length }]) => (length > 1 ? [`call ${id} was dialled ${length} times`] : [])),
    ...[...asked].flatMap(([id, [create]]) => unlike(id, create, outbound)),
    ...outbound.flatMap(({ id }) => (asked.has(id) ? [] : [`call ${id} was never dialled`])),
    ...traffic.calls.flatMap((id) => (outbound.some((call) => call.id === id) ? [] : [`call ${id} is lost`])),
  ]
  expect(wrong.length === 0, wrong.join('; '))
  const inbound = new Set(calls.flatMap(({ type, carrier_sid }) => (type === 'inbound' ? [carrier_sid] : [])))
  const counts = [inbound.size, calls.length - outbound.length, callsReceived]
  expect(new Set([...counts, traffic.rung]).size === 1, `of ${traffic.rung} incoming calls: ${counts.join(', ')}`)
  return `${asked.size} dialled, ${traffic.rung} came in`
}

const unlike = (id: number, create: CreateReceived | undefined, calls: TableNow['calls']): string[] => {
  const call = calls.find((call) => call.id === id)
  if (!call) return [`call ${id} was dialled and is not recorded`]
  const sid = create?.sid ?? undefined
  return call.carrier_sid === sid ? [] : [`call ${id} is ${call.carrier_sid}, at the carrier ${sid}`]
}

const leadsDone = ({ leads, calls }: TableNow, { campaigns }: Traffic): string => {
  const wanted = campaigns.reduce((sum, campaign) => sum + campaign.leads, 0)
  expect(leads.length === wanted, `${leads.length} leads of ${wanted}`)
  const open = leads.filter(({ status, call_id }) => status === 'created' || call_id !== undefined)
  expect(open.length === 0, open.map(({ id, status }) => `lead ${id} is ${status}`).join('; '))
  const attempts = leads.flatMap((lead) => lead.attempts.map(({ call_id }) => call_id))
  expect(new Set(attempts).size === attempts.length, 'two attempts are of one call')
  const unknown = attempts.filter((id) => !calls.some((call) => call.id === id))
  expect(unknown.length === 0, `attempts without a call: ${unknown.join(', ')}`)
  return `${leads.length} leads, ${attempts.length} attempts`
}

const textsFound = ({ texts }: TableNow, { messageCreates }: CarrierStats, traffic: Traffic): string => {
  const sids = messageCreates.flatMap(({ sid }) => sid ?? [])
  const known = texts.flatMap(({ sms_sid }) => sms_sid ?? [])
  expect(sids.length === texts.length, `${texts.length} texts, ${sids.length} at the carrier`)
  expect(texts.length === traffic.texts.length, `${texts.length} texts of ${traffic.texts.length}`)
  expect(new Set([...sids, ...known]).size === sids.length, 'the carrier has other texts')
  const undelivered = texts.filter(({ status }) => status !== 'delivered')
  expect(undelivered.length === 0, undelivered.map(({ id, status }) => `text ${id} is ${status}`).join('; '))
  return `${texts.length} delivered`
}

const moneyRight = ({ calls, texts, entries, balances }: TableNow): string => {
  const charged = (of: (entry: z.output<typeof Entry>) => boolean) =>
    entries.filter((entry) => entry.amount !== 0 && of(entry)).map(({ amount }) => -amount)
  const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0)
  const wrong = [
    ...calls.flatMap(({ id, total_cost }) => {
      const amounts = charged(({ call_id }) => call_id === id)
      const isRight = sum(amounts) === total_cost && amounts.length === (total_cost > 0 ? 1 : 0)
      return isRight ? [] : [`call ${id} costs ${total_cost} and was charged ${amounts.join(' + ') || 'nothing'}`]
    }),
    ...texts.flatMap(({ id, total_cost }) => {
      const amounts = charged(({ sms_id }) => sms_id === id)
      return sum(amounts) === total_cost
        ? []
        : [`text ${id} costs ${total_cost} and was charged ${amounts.join(' + ')}`]
    }),
    ...balances.flatMap(({ pk, micros, reserved = 0, live_calls = 0, ...more }) => {
      const stated = sum(entries.filter((entry) => entry.pk === `${pk}#ledger`).map(({ amount }) => amount))
      const held = Object.keys(more).filter((name) => name.startsWith('call_'))
      const isRight = stated === micros && reserved === 0 && live_calls === 0 && held.length === 0
      return isRight ? [] : [`user ${pk} has ${micros} of ${stated}, ${reserved} held for ${live_calls} calls`]
    }),
  ]
  expect(wrong.length === 0, wrong.join('; '))
  return `${entries.length} entries add up`
}

const webhooksArrived = ({ deliveries }: TableNow, { receiver }: Scene, traffic: Traffic): string => {
  const wrong = [
    ...deliveries.flatMap(({ id, state }) => (state === 'delivered' ? [] : [`webhook ${id} is ${state}`])),
    ...traffic.calls.flatMap((id) => {
      const { length } = deliveries.filter(({ call_id, kind }) => call_id === id && kind === 'post_call')
      return length === 1 ? [] : [`call ${id} has ${length} webhooks`]
    }),
  ]
  expect(wrong.length === 0, wrong.join('; '))
  const received = Map.groupBy(receiver.received(), ({ headers }) => headers['webhook-id'] ?? '')
  const sent = deliveries.reduce((sum, { tries }) => sum + tries, 0)
  expect(received.size === deliveries.length, `${received.size} webhooks arrived of ${deliveries.length}`)
  const arrived = receiver.received().length
  expect(arrived <= sent, `${arrived} arrived, ${sent} were sent`)
  return `${received.size} of ${deliveries.length}, ${arrived - received.size} of them again`
}
