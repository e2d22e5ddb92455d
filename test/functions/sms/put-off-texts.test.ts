import { describe, expect, test } from 'vitest'
import type { Sms } from '../../../shared/domain/sms/sms.ts'
import * as registry from '../../../shared/runtime/registry.ts'
import { dueLeft } from '../../due-left.ts'
import { faultKinds, openFaults } from '../../faults.ts'
import { assistantFor } from '../../fixtures.ts'
import { useWorld } from '../../use-world.ts'
import { connectLine } from '../conversations/line.ts'
import { listOwner } from '../suppression-lists/listed.ts'
import { openSender, type Sender, segmentPrice } from './sender.ts'

const faults = openFaults()
const world = useWorld({ open: faults.open })
const sms = () => registry.sms(world.parts)

const textsDue = async () => (await dueLeft(world.services.deadlines)).filter(({ noun }) => noun === 'sms')

/** Numbers for which the carrier returns error 14107 (twice) and 20429 (always). */
const busyTwice = '+12025550188'
const alwaysBusy = '+12025550183'
/** The carrier accepts the first message to this number, then reports error 30001. */
const overflows = '+12025550189'

const textByTool = async ({ user, number }: Sender, to: string): Promise<string> => {
  const settings = { re_engagement_interval: 60, max_silence_duration: 120, tools: [{ type: 'send_sms' }] }
  const assistant = await assistantFor(world, user, settings)
  const numbers = { assistant_phone_number: number.phone_number, client_phone_number: to }
  const line = await connectLine(world, user, assistant, numbers)
  await expect.poll(line.said).not.toEqual([])
  await world.run(1)
  line.socket.prompt('Yes please. [tool send_sms {"text": "Our address"}]')
  const said = await line.socket.turns(1)
  line.socket.close()
  return said
}

const outcomes = (sender: Sender) => sender.creates().map(({ outcome }) => outcome)
const onlyRecord = async (sender: Sender): Promise<Sms> => {
  const [record, ...others] = await sender.records()
  if (!record || others.length > 0) throw new Error('There must be one record')
  return record
}

describe('a text by a tool that the carrier puts off', () => {
  test('is not sent after its recipient was put on a do-not-call list', async () => {
    const sender = await openSender(world)
    await textByTool(sender, alwaysBusy)
    await listOwner(world, sender.user).bring([alwaysBusy])
    const asked = outcomes(sender).length
    await world.run(600)
    expect(outcomes(sender)).toHaveLength(asked)
    expect(await onlyRecord(sender)).toMatchObject({ status: 'failed', money: 'released' })
  })

  test('is sent later for a user who erased another person that had opted out', async () => {
    const sender = await openSender(world)
    const { token } = sender.user
    const other = { phone_number: '+12025550199' }
    await world.api(token, 'POST', '/user/blacklist', { ...other, reason: 'By letter' })
    await world.api(token, 'POST', '/user/people/erasures', other)
    await world.run(20)
    await textByTool(sender, busyTwice)
    await world.run(120)
    expect(outcomes(sender)).toEqual(['refused', 'refused', 'placed'])
  })

  test('is sent later, once, and charged once', async () => {
    const sender = await openSender(world)
    expect(await textByTool(sender, busyTwice)).toContain('The text is sent within the next ten minutes.')
    expect(await onlyRecord(sender)).toMatchObject({ status: 'sending', money: 'held' })
    await world.run(40)
    expect(outcomes(sender)).toEqual(['refused', 'refused', 'placed'])
    expect(await onlyRecord(sender)).toMatchObject({ status: 'delivered', money: 'captured' })
    expect(await sender.balance()).toBe(99 * segmentPrice)
    expect(await textsDue()).toEqual([])
  })

  test('fails after ten minutes with the carrier code, and costs nothing', async () => {
    const sender = await openSender(world)
    await textByTool(sender, alwaysBusy)
    await world.run(11 * 60)
    const { id } = await onlyRecord(sender)
    expect(await sender.get(id)).toMatchObject({ status: 'failed', carrier_code: 20429, total_cost: 0 })
    expect(await sender.balance()).toBe(100 * segmentPrice)
    expect(outcomes(sender).length).toBeLessThan(12)
    expect(await textsDue()).toEqual([])
  })

  test('is not sent when its recipient has opted out meanwhile', async () => {
    const sender = await openSender(world)
    await textByTool(sender, busyTwice)
    await world.api(sender.user.token, 'POST', '/user/blacklist', { phone_number: busyTwice })
    await world.run(60)
    expect(outcomes(sender)).toEqual(['refused'])
    expect(await onlyRecord(sender)).toMatchObject({ status: 'failed', money: 'released' })
    expect(await sender.balance()).toBe(100 * segmentPrice)
  })

  test('waits while dialling is stopped', async () => {
    const sender = await openSender(world)
    await textByTool(sender, busyTwice)
    const button = registry.dialling(world.parts)
    await button.stop('Ada', 'test', world.clock.now())
    await world.run(60)
    expect(outcomes(sender)).toEqual(['refused'])
    await button.start('Ada', world.clock.now())
    await world.run(300)
    expect(outcomes(sender)).toEqual(['refused', 'refused', 'placed'])
  })
})

test('sends a text again after 30001, and charges once', async () => {
  const sender = await openSender(world)
  const { body } = await sender.send(overflows)
  await world.run(2)
  expect(await onlyRecord(sender)).toMatchObject({ status: 'sending', money: 'captured' })
  await world.run(30)
  expect(outcomes(sender)).toEqual(['placed', 'placed'])
  expect(await sender.get(body.data.id)).toMatchObject({ status: 'delivered', sms_sid: sender.creates()[1]?.sid })
  expect(await sender.balance()).toBe(99 * segmentPrice)
})

test('late reports about the failed request change nothing, except that it was delivered', async () => {
  const sender = await openSender(world)
  await sender.send(overflows)
  await world.run(2)
  const waiting = await onlyRecord(sender)
  const [sms_sid] = waiting.past_sids ?? []
  const refusal = { sort: 'rate', code: 30001, meaning: 'The queue of texts at the carrier is full.' } as const
  for (const report of [{ status: 'failed', refusal } as const, { status: 'sent' } as const])
    expect((await sms().apply(waiting, { sms_sid, ...report }, world.clock.now())).sms).toEqual(waiting)
  await sms().apply(waiting, { sms_sid, status: 'delivered' }, world.clock.now())
  await world.run(30)
  expect(outcomes(sender)).toEqual(['placed'])
})

test('two workers that meet at a text that was put off send it once', async () => {
  const sender = await openSender(world)
  await sender.send(overflows)
  await world.run(2)
  const waiting = await onlyRecord(sender)
  const claims = await Promise.all([1, 2].map(() => sms().claim(waiting, world.clock.now())))
  expect(claims.filter((claim) => claim === 'conflict')).toHaveLength(1)
  await world.run(120)
  const ref = { user_id: sender.user.id, sms_id: waiting.id }
  await registry.settleSmsQueue(world.parts).send(Array.from({ length: 10 }, () => ref))
  await world.run(60)
  expect(outcomes(sender)).toEqual(['placed', 'placed'])
})

describe('settle-sms that sends a text again', () => {
  test.each(faultKinds)('%s, at every call: one text arrives, charged once', async (kind) => {
    const struck: Sender[] = []
    for (let call = 0, goesOn = true; goesOn; call++) {
      const sender = await openSender(world)
      faults.arm({ operation: 'settle-sms', call, kind })
      await sender.send(overflows)
      await world.run(30)
      goesOn = faults.struck() !== undefined
      faults.disarm()
      struck.push(sender)
    }
    expect(struck.length).toBeGreaterThan(5)
    await world.run(400)
    for (const sender of struck) {
      expect(outcomes(sender).filter((outcome) => outcome === 'placed')).toHaveLength(2)
      expect(await onlyRecord(sender)).toMatchObject({ status: 'delivered', money: 'captured' })
      expect(await sender.balance()).toBe(99 * segmentPrice)
    }
    expect(await textsDue()).toEqual([])
  })
})
