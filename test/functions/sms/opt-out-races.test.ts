import { describe, expect, test } from 'vitest'
import * as registry from '../../../shared/runtime/registry.ts'
import { openMeanwhile } from '../../meanwhile.ts'
import { useWorld } from '../../use-world.ts'
import { openSender } from './sender.ts'

const { open, meanwhile } = openMeanwhile('send-sms')
const world = useWorld({ open })

const optedOut = { status: 400, body: { message: 'Recipient has opted out' } }

describe('send-sms, when an opt-out is stored between its check and its hold', () => {
  test.each([
    ['+12025550155', '+12025550155'],
    ['+5491123456789', '+541123456789'],
  ])('asks no carrier and charges nothing: text to %s, STOP from %s', async (to, from) => {
    const sender = await openSender(world)
    const before = await sender.balance()
    meanwhile(() => registry.blacklist(world.parts).add(sender.user.id, from, { cause: 'sms', reason: 'Replied STOP' }))
    expect(await sender.send(to)).toMatchObject(optedOut)
    expect(sender.creates()).toEqual([])
    expect(await sender.records()).toEqual([])
    expect(await sender.balance()).toBe(before)
  })

  test('sends when the person has allowed texts again meanwhile', async () => {
    const sender = await openSender(world)
    const blacklist = registry.blacklist(world.parts)
    meanwhile(async () => {
      await blacklist.add(sender.user.id, '+12025550155', { cause: 'sms', reason: 'Replied STOP' })
      await blacklist.allowTexts(sender.user.id, '+12025550155', 'SM1')
    })
    expect((await sender.send('+12025550155')).status).toBe(200)
  })

  test('repeats the answer of a text that was sent before the opt-out', async () => {
    const sender = await openSender(world)
    const key = { 'idempotency-key': 'again' }
    const first = await sender.send('+12025550155', {}, key)
    await registry.blacklist(world.parts).add(sender.user.id, '+12025550155', { cause: 'sms', reason: 'Replied STOP' })
    expect(first.status).toBe(200)
    expect(await sender.send('+12025550155', {}, key)).toMatchObject({ status: 200, body: first.body })
    expect(sender.creates()).toHaveLength(1)
  })
})
