import { afterEach, describe, expect, test } from 'vitest'
import * as registry from '../../../shared/runtime/registry.ts'
import { faultKinds, openFaults, withFaults } from '../../faults.ts'
import { useWorld } from '../../use-world.ts'
import { openSender, type Sender, segmentPrice } from './sender.ts'

const callsMax = 25
const lifetimeSeconds = 200

let press: { step: number; seen: string[]; isDone: boolean } | undefined

const faults = openFaults()
const world = useWorld({
  open: (entry, parts) => {
    if (entry.operation.id !== 'send-sms') return entry.open(parts, registry)
    const step = async <T>(name: string, perform: () => Promise<T>): Promise<T> => {
      if (press && !press.isDone) {
        press.isDone = press.seen.length === press.step
        if (press.isDone) await stop()
        else press.seen.push(name)
      }
      return perform()
    }
    return faults.open(entry, withFaults(parts, step))
  },
})

const button = () => registry.dialling(world.parts)
const stop = () => button().stop('A test', 'Ada', world.clock.now())
const start = () => button().start('Ada', world.clock.now())
afterEach(async () => {
  press = undefined
  faults.disarm()
  await start()
})

const expectSound = async (sender: Sender, what?: string) => {
  const placed = sender.creates().length
  expect(await sender.balance(), what).toBe((100 - placed) * segmentPrice)
  const records = await sender.records()
  for (const { money, id } of records) {
    const sent = sender.creates().filter(({ statusCallback }) => statusCallback?.includes(`-${id}/`)).length
    expect({ money, sent }, what).toEqual(sent ? { money: 'captured', sent: 1 } : { money: 'released', sent: 0 })
  }
}

test('returns 503 with Retry-After, without money, record or request', async () => {
  const sender = await openSender(world)
  await stop()
  const { status, body, headers } = await sender.send()
  expect({ status, body }).toEqual({ status: 503, body: { message: 'Sending is paused' } })
  expect(headers.get('retry-after')).toBe('60')
  expect(await sender.records()).toEqual([])
  expect((await sender.entries()).map(({ type }) => type)).toEqual(['top_up'])
  expect(sender.creates()).toEqual([])
  await start()
  expect((await sender.send()).status).toBe(200)
})

test('400 for what is wrong with a message comes before 503', async () => {
  const sender = await openSender(world)
  await stop()
  expect((await sender.send('nowhere')).status).toBe(400)
})

test('a 503 is not stored with its key: a repetition is sent', async () => {
  const sender = await openSender(world)
  const again = { 'idempotency-key': 'again' }
  await stop()
  expect((await sender.send(undefined, {}, again)).status).toBe(503)
  expect((await sender.send(undefined, {}, again)).status).toBe(503)
  await start()
  expect((await sender.send(undefined, {}, again)).status).toBe(200)
  expect((await sender.send(undefined, {}, again)).headers.get('idempotency-replayed')).toBe('true')
  expect(sender.creates()).toHaveLength(1)
})

test('stopped between any two steps: nothing stays held', async () => {
  for (let step = 0; step < callsMax; step++) {
    const sender = await openSender(world)
    const own = { step, seen: [] as string[], isDone: false }
    press = own
    const { status } = await sender.send()
    press = undefined
    const what = `before step ${step}, after ${own.seen.join(', ')}`
    if (!own.isDone) {
      expect(step).toBeGreaterThan(5)
      return
    }
    const looks = own.seen.filter((name) => name === 'get dialling').length
    expect(sender.creates(), what).toHaveLength(looks === 2 ? 1 : 0)
    expect(status, what).toBe(looks === 2 ? 200 : 503)
    await expectSound(sender, what)
    await start()
    expect((await sender.send()).status, what).toBe(200)
    await expectSound(sender, what)
  }
  throw new Error('The sending of a message takes more steps than expected')
})

describe.each(faultKinds)('%s, at every call of a message', (kind) => {
  test.each([
    ['that meets the button at its last look', true],
    ['that was sent before, with its key', false],
  ])('%s: one message at most, and nothing stays held', async (_name, isPressed) => {
    const again = { 'idempotency-key': 'again' }
    const struck: Sender[] = []
    for (let call = 0; call < callsMax; call++) {
      const sender = await openSender(world)
      if (isPressed) press = { step: await stepBehindFirstLook(), seen: [], isDone: false }
      faults.arm({ operation: 'send-sms', call, kind })
      await sender.send(undefined, {}, again)
      press = undefined
      const wasStruck = faults.struck()
      faults.disarm()
      struck.push(sender)
      await stop()
      await sender.send(undefined, {}, again)
      await start()
      if (!wasStruck) break
    }
    expect(struck.length).toBeGreaterThan(5)
    expect(struck.length).toBeLessThan(callsMax)
    await stop()
    await world.run(lifetimeSeconds)
    for (const sender of struck) await sender.send(undefined, {}, again)
    await start()
    for (const sender of struck) await sender.send(undefined, {}, again)
    await world.run(lifetimeSeconds)
    for (const sender of struck) {
      await expectSound(sender)
      expect(sender.creates().length).toBeLessThanOrEqual(1)
    }
  })
})

const stepBehindFirstLook = async (): Promise<number> => {
  const own = { step: callsMax, seen: [] as string[], isDone: false }
  press = own
  await (await openSender(world)).send(undefined, {}, { 'idempotency-key': 'again' })
  return own.seen.indexOf('get dialling') + 1
}
