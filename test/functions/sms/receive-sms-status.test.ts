import { expect, test } from 'vitest'
import { sign } from '../../../infra/local/carrier/signature.ts'
import { useWorld } from '../../use-world.ts'
import { openSender, segmentPrice } from './sender.ts'

const world = useWorld()

const report = (path: string, form: Record<string, string>, token?: string) =>
  world.request('POST', path, {
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'x-twilio-signature': sign(
        token ?? world.parts.settings.required('CARRIER_AUTH_TOKEN'),
        `${world.url}${path}`,
        form,
      ),
    },
    body: String(new URLSearchParams(form)),
  })

const aMessage = async (to = '+12025550110') => {
  const sender = await openSender(world)
  const { data } = (await sender.send(to)).body
  const path = `/carrier/sms/${sender.user.id}-${data.id}/status`
  const tell = (MessageStatus: string, more = {}) => report(path, { MessageSid: data.sms_sid, MessageStatus, ...more })
  return {
    ...sender,
    id: data.id,
    sms_sid: data.sms_sid,
    path,
    tell,
    status: async () => (await sender.get(data.id)).status,
  }
}

test('sent → delivered, as the carrier reports it', async () => {
  const { status } = await aMessage('+12025550100')
  expect(await status()).toBe('sent')
  await world.run(2)
  expect(await status()).toBe('sent')
  await world.run(2)
  expect(await status()).toBe('delivered')
})

test('0109 reports twice and reversed: delivered, never back to sent', async () => {
  const { status, entries } = await aMessage('+12025550109')
  await world.run(10)
  expect(await status()).toBe('delivered')
  expect((await entries()).filter(({ type }) => type === 'capture')).toHaveLength(1)
})

test('0110 never reports: it stays sent, and charged', async () => {
  const { status, balance } = await aMessage()
  await world.run(600)
  expect(await status()).toBe('sent')
  expect(await balance()).toBe(99 * segmentPrice)
})

test.each([
  [['queued', 'sending', 'sent'], 'sent'],
  [['undelivered', 'sent'], 'undelivered'],
  [['failed', 'sent', 'queued'], 'failed'],
  [['sent', 'read', 'undelivered'], 'delivered'],
  [['canceled'], 'failed'],
  [['partially_delivered', 'toString', 'something new'], 'sent'],
])('204 to %j, which leaves %s and the charge as it is', async (words, expected) => {
  const { tell, status, balance, entries } = await aMessage()
  for (const word of words) expect((await tell(word, { ErrorCode: '30003' })).status).toBe(204)
  expect(await status()).toBe(expected)
  expect(await balance()).toBe(99 * segmentPrice)
  expect(await entries()).toHaveLength(3)
})

test.each([
  ['30002', 'the carrier refused the account'],
  ['30034', 'the carrier refused a number of ours'],
  ['30003', undefined],
])('alarms once on a text that failed with %s', async (ErrorCode, alarm) => {
  const { tell } = await aMessage()
  const before = world.logged.length
  for (const word of ['failed', 'failed']) await tell(word, { ErrorCode })
  const errors = world.logged.slice(before).filter(({ level }) => level === 'error')
  expect(errors.map(({ message }) => message)).toEqual(alarm ? [alarm] : [])
})

test('a report about another message of the carrier changes nothing', async () => {
  const { tell, status } = await aMessage()
  expect((await tell('failed', { MessageSid: 'SM00000000000000000000000000000000' })).status).toBe(204)
  expect(await status()).toBe('sent')
})

test('403 without the carrier’s signature, and nothing changes', async () => {
  const { path, sms_sid, status } = await aMessage()
  expect((await report(path, { MessageSid: sms_sid, MessageStatus: 'delivered' }, 'forged')).status).toBe(403)
  expect(await status()).toBe('sent')
})

test('a report that overtakes the carrier’s own answer settles the message once', async () => {
  const sender = await openSender(world)
  const replies = await Promise.all([
    sender.sendInVain('+12025550107'),
    (async () => {
      while ((await sender.records()).length === 0) await new Promise((resolve) => setTimeout(resolve, 5))
      const [record] = await sender.records()
      const path = `/carrier/sms/${sender.user.id}-${record?.id}/status`
      return report(path, { MessageStatus: 'sent' })
    })(),
  ])
  expect(replies.map(({ status }) => status)).toEqual([500, 204])
  const [record] = await sender.records()
  expect(record).toMatchObject({ status: 'delivered', money: 'captured', sms_sid: expect.stringMatching(/^SM/) })
  expect((await sender.entries()).map(({ type }) => type).toSorted()).toEqual(['capture', 'hold', 'top_up'])
})
