import { beforeEach, expect, test } from 'vitest'
import type { Fault } from '../../../infra/local/carrier/parts.ts'
import * as registry from '../../../shared/runtime/registry.ts'
import { useWorld } from '../../use-world.ts'
import { openSender, segmentPrice } from './sender.ts'

let fault: ((request: Request) => Fault | undefined) | undefined
const world = useWorld({ carrierFaults: (request) => fault?.(request) })
beforeEach(() => {
  fault = undefined
})

const isCreate = (request: Request) => request.method === 'POST' && request.url.endsWith('/Messages.json')
const isLookUp = (request: Request) => request.method === 'GET' && request.url.includes('/Messages.json')
/** The simulated carrier accepts messages to this number, but never reports their delivery. */
const silent = '+12025550110'

test('finds a message with lost answer and reports at the carrier', async () => {
  const sender = await openSender(world)
  fault = (request) => (isCreate(request) ? 'drop-after' : undefined)
  expect((await sender.send(silent)).status).toBe(500)
  await world.run(30)
  const [record] = await sender.records()
  expect(record).toMatchObject({ status: 'delivered', money: 'captured', sms_sid: sender.creates()[0]?.sid })
  expect(await sender.balance()).toBe(99 * segmentPrice)
})

test.each<Fault>(['refuse', '500'])(
  'a message that was never made (%s) is given back after the horizon, not before',
  async (kind) => {
    const sender = await openSender(world)
    fault = (request) => (isCreate(request) ? kind : undefined)
    expect((await sender.send(silent)).status).toBe(500)
    await world.run(55)
    expect((await sender.records())[0]?.money).toBe('held')
    await world.run(30)
    expect((await sender.records())[0]).toMatchObject({ status: 'failed', money: 'released', total_cost: 0 })
    expect(await sender.balance()).toBe(100 * segmentPrice)
  },
)

test('of twins, one lost and sent again, only what was sent is charged', async () => {
  const sender = await openSender(world)
  fault = (request) => (isCreate(request) ? 'refuse' : undefined)
  expect((await sender.send(silent)).status).toBe(500)
  fault = undefined
  await world.run(5)
  expect((await sender.send(silent)).status).toBe(200)
  await world.run(120)
  expect((await sender.records()).map(({ money }) => money)).toEqual(['captured', 'released'])
  expect(await sender.balance()).toBe(99 * segmentPrice)
})

test('of many twins whose answers were lost, each gets a message of its own', async () => {
  const sender = await openSender(world)
  let asked = 0
  fault = (request) => (isCreate(request) ? (asked++ % 2 ? 'refuse' : 'drop-after') : undefined)
  const replies = await Promise.all(Array.from({ length: 10 }, () => sender.send(silent)))
  expect(replies.every(({ status }) => status === 500)).toBe(true)
  await world.run(200)
  const records = await sender.records()
  const charged = records.filter(({ money }) => money === 'captured')
  expect(new Set(charged.map(({ sms_sid }) => sms_sid)).size).toBe(5)
  expect(records.filter(({ money }) => money === 'released')).toHaveLength(5)
  expect(await sender.balance()).toBe(95 * segmentPrice)
})

test('while the carrier cannot be asked the money stays held, for a day', async () => {
  const sender = await openSender(world)
  fault = (request) => (isCreate(request) ? 'refuse' : isLookUp(request) ? '500' : undefined)
  await sender.send(silent)
  await world.run(900)
  const [held] = await sender.records()
  expect(held?.money).toBe('held')
  const { pk, sk } = { pk: `${sender.user.id}#sms`, sk: String(held?.id).padStart(16, '0') }
  const asked_at = world.clock.now() - 24 * 60 * 60 * 1000
  await world.parts.table.write([{ update: { pk, sk }, set: { asked_at } }])
  await world.run(240)
  expect((await sender.records())[0]).toMatchObject({ status: 'failed', money: 'released' })
  expect(await sender.balance()).toBe(100 * segmentPrice)
})

test('a report after the release charges the message', async () => {
  const sender = await openSender(world)
  fault = (request) => (isCreate(request) ? 'refuse' : undefined)
  await sender.send(silent)
  await world.run(120)
  const sms = registry.sms(world.parts)
  const [released] = await sender.records()
  if (!released) throw new Error('There is no record')
  const apply = () => sms.apply(released, { sms_sid: 'SM1', status: 'delivered' }, world.clock.now())
  await Promise.all([apply(), apply(), apply()])
  expect((await sender.records())[0]).toMatchObject({ status: 'delivered', total_cost: segmentPrice })
  expect((await sender.entries()).map(({ type, amount }) => [type, amount])).toEqual([
    ['top_up', 100 * segmentPrice],
    ['hold', -segmentPrice],
    ['release', segmentPrice],
    ['adjustment', -segmentPrice],
  ])
})

test('but never below zero', async () => {
  const sender = await openSender(world, { segments: 1 })
  fault = (request) => (isCreate(request) ? 'refuse' : undefined)
  await sender.send(silent)
  await world.run(120)
  const [released] = await sender.records()
  fault = undefined
  expect((await sender.send()).status).toBe(200)
  if (!released) throw new Error('There is no record')
  await registry.sms(world.parts).apply(released, { sms_sid: 'SM1', status: 'delivered' }, world.clock.now())
  expect(await sender.get(released.id)).toMatchObject({ status: 'delivered', total_cost: 0 })
  expect(await sender.balance()).toBe(0)
})

test('asked ten times about one message, it gives the money back once', async () => {
  const sender = await openSender(world)
  fault = (request) => (isCreate(request) ? 'refuse' : undefined)
  await sender.send(silent)
  const [held] = await sender.records()
  const ref = { user_id: sender.user.id, sms_id: held?.id ?? 0 }
  await world.run(59)
  await registry.settleSmsQueue(world.parts).send(Array.from({ length: 10 }, () => ref))
  await world.run(60)
  expect((await sender.entries()).filter(({ type }) => type === 'release')).toHaveLength(1)
  expect(await sender.balance()).toBe(100 * segmentPrice)
})
