import { describe, expect, test } from 'vitest'
import { dueLeft } from '../../due-left.ts'
import { type FaultKind, faultKinds, openFaults } from '../../faults.ts'
import { useWorld } from '../../use-world.ts'
import { openSender, type Sender, segmentPrice } from './sender.ts'

const callsMax = 40
const lifetimeSeconds = 200

const faults = openFaults()
const world = useWorld({ open: faults.open })

const expectSound = async (sender: Sender) => {
  const [records, entries, balance] = await Promise.all([sender.records(), sender.entries(), sender.balance()])
  const placed = sender.creates().filter(({ outcome }) => outcome === 'placed')
  expect(entries.reduce((sum, { amount }) => sum + amount, 0)).toBe(balance)
  expect(balance).toBe((100 - placed.length) * segmentPrice)
  for (const record of records) {
    const own = entries.filter(({ sms_id }) => sms_id === record.id).map(({ type, amount }) => `${type} ${amount}`)
    const sent = placed.filter(({ statusCallback }) => statusCallback?.includes(`-${record.id}/`))
    expect(sent.length).toBeLessThanOrEqual(1)
    expect(record.money).toBe(sent.length ? 'captured' : 'released')
    expect(own.toSorted()).toEqual(sent.length ? ['capture 0', 'hold -7900'] : ['hold -7900', 'release 7900'])
  }
  expect(await dueLeft(world.services.deadlines)).toEqual([])
}

/** Sends messages. In each run, a different outgoing request of the operation fails. */
const strike = async (
  operation: string,
  kind: FaultKind,
  act: (sender: Sender) => Promise<void>,
): Promise<Sender[]> => {
  const struck: Sender[] = []
  for (let call = 0; call < callsMax; call++) {
    const sender = await openSender(world)
    faults.arm({ operation, call, kind })
    await act(sender)
    const wasStruck = faults.struck()
    faults.disarm()
    struck.push(sender)
    if (wasStruck) continue
    expect(call).toBeGreaterThan(1)
    await world.run(lifetimeSeconds)
    return struck
  }
  throw new Error('The operation makes more calls than expected')
}

describe.each([
  ['send-sms', '+12025550100', 0],
  ['send-sms', '+12025550110', 0],
  ['send-sms', '+12025550103', 0],
  ['receive-sms-status', '+12025550100', 5],
])('%s to %s', (operation, to, seconds) => {
  test.each(faultKinds)('%s, at every call it makes: charged once or given back once, nothing held', async (kind) => {
    const senders = await strike(operation, kind, async (sender) => {
      const { status } = await sender.send(to)
      await world.run(seconds)
      if (status === 200) expect((await sender.records())[0]?.money).toBe('captured')
    })
    for (const sender of senders) await expectSound(sender)
  })
})

describe('settle-sms, after an answer that was lost', () => {
  test.each(faultKinds)('%s, at every call it makes: given back once, nothing held', async (kind) => {
    const senders = await strike('settle-sms', kind, async (sender) => {
      expect((await sender.sendInVain('+12025550108')).status).toBe(500)
      await world.run(90)
    })
    for (const sender of senders) await expectSound(sender)
  })
})

describe('send-sms with an Idempotency-Key, sent again after the fault', () => {
  test.each(faultKinds)('%s, at every call it makes: one message at most', async (kind) => {
    const again = { 'idempotency-key': 'again' }
    const senders = await strike('send-sms', kind, async (sender) => {
      await sender.send('+12025550100', {}, again)
    })
    for (const sender of senders) await sender.send('+12025550100', {}, again)
    await world.run(lifetimeSeconds)
    for (const sender of senders) {
      await expectSound(sender)
      expect(sender.creates().length).toBeLessThanOrEqual(1)
      expect((await sender.records()).length).toBeLessThanOrEqual(1)
    }
  })
})
