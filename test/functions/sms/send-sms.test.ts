import { describe, expect, test } from 'vitest'
import type { Parts } from '../../../shared/runtime/parts.ts'
import * as registry from '../../../shared/runtime/registry.ts'
import { balanceKey, type StoredKey } from '../../../shared/table/keys.ts'
import type { Write } from '../../../shared/table/table.ts'
import { useWorld } from '../../use-world.ts'
import type { World } from '../../world.ts'
import { openSender, segmentPrice } from './sender.ts'

const steps: string[] = []
const noted = ({ table, fetch, ...parts }: Parts): Parts => ({
  ...parts,
  fetch: (...request) => {
    steps.push('ask the carrier')
    return fetch(...request)
  },
  table: {
    ...table,
    get: async (key, how) => {
      steps.push(`get ${nounOf(key)}`)
      return table.get<never>(key, how).finally(() => steps.push('answer'))
    },
    write: async (writes) => {
      steps.push(`write ${writes.map((write) => nounOf(keyOf(write))).join(' ')}`)
      return table.write(writes)
    },
  },
})
const keyOf = (write: Write): StoredKey => {
  if ('put' in write) return write.put
  if ('update' in write) return write.update
  return 'delete' in write ? write.delete : write.check
}
const nounOf = ({ pk, sk }: StoredKey) => pk.split('#')[1] ?? sk

const world = useWorld({
  open: ({ operation, open }, parts) => open(operation.id === 'send-sms' ? noted(parts) : parts, registry),
})

describe('200', () => {
  test('with the record, charged by segment and country', async () => {
    const { user, number, send, balance } = await openSender(world)
    const before = await balance()
    const { status, body } = await send('+1 (202) 555-0100', { body: 'a'.repeat(161) })
    expect(status).toBe(200)
    expect(body).toEqual({
      message: 'SMS sent successfully',
      data: {
        id: expect.any(Number),
        phone_number_id: number.id,
        to: '+12025550100',
        body: 'a'.repeat(161),
        user_id: user.id,
        segments: 2,
        segment_price: 0.0079,
        total_cost: 0.0158,
        status: 'sent',
        sms_sid: expect.stringMatching(/^SM[0-9a-f]{32}$/),
        carrier_code: null,
        failure_reason: null,
        created_at: '2026-11-25 10:00:00',
        updated_at: '2026-11-25 10:00:00',
      },
    })
    expect(before - (await balance())).toBe(15_800)
  })

  test.each([
    ['+4915112345678', 'ç'.repeat(71), 2, 0.097],
    ['004366412345678', '€'.repeat(153), 3, 0.097],
    ['+12025550100', '😀'.repeat(67), 3, 0.0079],
  ])('%s', async (to, text, segments) => {
    const { send } = await openSender(world, { segments: 1000 })
    const { body } = await send(to, { body: text })
    expect(body.data.segments).toBe(segments)
    const { segment_price, total_cost } = body.data
    expect(Math.round(total_cost * 1e6)).toBe(Math.round(segment_price * 1e6) * segments)
  })

  test('keeps the text exactly, and tells the carrier so', async () => {
    const { send, get } = await openSender(world)
    const text = '  Grüße\r\n\tund 😀  '
    const { body } = await send('+12025550100', { body: text })
    expect(body.data.body).toBe(text)
    expect((await get(body.data.id)).body).toBe(text)
    const { messages } = await carrierMessages()
    expect(messages[0]).toMatchObject({ sid: body.data.sms_sid, body: text, to: '+12025550100' })
  })

  test('also for the hundred-and-first neighbour in an hour, with an alarm', async () => {
    const { send, user } = await openSender(world, { segments: 200 })
    const warnings = () => world.logged.filter(({ message }) => message === 'many texts to one block of numbers')
    const { isUsual } = registry.sms(world.parts)
    for (let count = 0; count < 100; count++)
      expect(await isUsual(user.id, `+1202555${String(count).padStart(4, '0')}`, world.clock.now())).toBe(true)
    expect((await send('+12025560100')).status).toBe(200)
    expect(warnings()).toEqual([])
    expect((await send('+12025550199')).status).toBe(200)
    expect(warnings()).toMatchObject([{ fields: { user_id: user.id, to: '+1202•••0199' } }])
  })

  test('for clients that send the number’s id as text', async () => {
    const { send, number } = await openSender(world)
    expect((await send('+12025550100', { from: String(number.id) })).status).toBe(200)
  })

  test('with 300 characters, counted as people count them', async () => {
    const { send } = await openSender(world)
    expect((await send('+12025550100', { body: '😀'.repeat(300) })).status).toBe(200)
  })
})

describe('422 Validation failed', () => {
  const required = (name: string) => [`The ${name} field is required.`]
  const text = (name: string) => [`The ${name} field must be a string.`]
  const unstorable = ['The body field must not contain U+0000 or half of a surrogate pair.']
  test.each<[string, Record<string, unknown>, Record<string, string[]>]>([
    [
      'everything missing',
      { from: null, to: null, body: null },
      { from: required('from'), to: required('to'), body: required('body') },
    ],
    ['only white space', { to: ' ', body: ' \n\t ' }, { to: required('to'), body: required('body') }],
    ['numbers for texts', { to: 12025550100, body: 1 }, { to: text('to'), body: text('body') }],
    ['a text for the number', { from: 'mine' }, { from: ['The from field must be an integer.'] }],
    [
      '301 characters',
      { body: 'a'.repeat(301) },
      { body: ['The body field must not be greater than 300 characters.'] },
    ],
    ['half a character', { body: 'Hello \ud83d' }, { body: unstorable }],
    ['a NUL', { body: 'Hello\0' }, { body: unstorable }],
  ])('%s', async (_, more, errors) => {
    const { send, creates } = await openSender(world)
    const { status, body } = await send('+12025550100', more)
    expect({ status, body }).toEqual({ status: 422, body: { message: 'Validation failed', errors } })
    expect(creates()).toEqual([])
  })
})

describe('400, in this order', () => {
  const expired = () => ({ expires_at: world.clock.now() })
  const optedOut = '+12025550177'
  const flaws = [
    ['From number not found', async () => ({ from: world.newId() })],
    ['From number not found', async () => ({ from: (await openSender(world)).number.id })],
    ['From number not found', async () => ({ from: 0 })],
    ['From number not found', async () => ({ from: -1 })],
    ['From number not found', async () => ({ from: 2 ** 53 })],
    [
      'From number subscription is not active',
      async (user) => ({ from: (await world.number(user, { ...expired(), can_send_sms: false })).id }),
    ],
    [
      'From number is not SMS capable',
      async (user) => ({ from: (await world.number(user, { can_send_sms: false })).id }),
    ],
    ['Invalid to phone number', async () => ({ to: '(202) 555-0100' })],
    ['Invalid to phone number', async () => ({ to: '+12025550100 ext. 5' })],
    ['Invalid to phone number', async () => ({ to: '72727' })],
    ['Invalid to phone number', async () => ({ to: '+19005550123' })],
    ['Recipient has opted out', async () => ({ to: optedOut })],
    ['Insufficient balance', async () => ({ to: '+12025550100' })],
  ] satisfies [string, (user: Awaited<ReturnType<World['user']>>) => Promise<object>][]

  test.each(flaws)('%s', async (message, flaw) => {
    const poor = await openSender(world, { segments: 0 })
    await world.api(poor.user.token, 'POST', '/user/blacklist', { phone_number: optedOut })
    const own = await flaw(poor.user)
    const everythingAfter = 'to' in own ? own : { to: message.startsWith('From') ? 'nobody' : '+12025550100', ...own }
    const { status, body } = await poor.send('+12025550100', everythingAfter)
    expect({ status, body }).toEqual({ status: 400, body: { message } })
    expect(await poor.records()).toEqual([])
    expect(await poor.entries()).toEqual([])
    expect(poor.creates()).toEqual([])
  })

  test('the balance must cover the cost, to the last millionth', async () => {
    const { send, balance } = await openSender(world, { segments: 2 })
    expect((await send('+12025550100', { body: '€'.repeat(153) })).body).toEqual({ message: 'Insufficient balance' })
    expect((await send('+12025550100', { body: 'a'.repeat(300) })).status).toBe(200)
    expect(await balance()).toBe(0)
  })
})

test('returns 500 with the carrier’s refusal, and releases the money', async () => {
  const { send, get, records, entries, balance } = await openSender(world)
  const before = await balance()
  const { status, body } = await send('+12025550103')
  expect(status).toBe(500)
  expect(body).toEqual({
    message: 'Failed to send SMS',
    error: expect.stringContaining('The number is not a valid phone number (21211).'),
  })
  const [record] = await records()
  expect(await get(record?.id ?? 0)).toMatchObject({ status: 'failed', total_cost: 0, sms_sid: null, segments: 1 })
  expect(await balance()).toBe(before)
  expect(amountsOf(await entries())).toEqual(['hold -7900', 'release 7900'])
})

describe('500 when the carrier never answers', () => {
  test('0107 was sent: money stays held, then is charged', async () => {
    const sender = await openSender(world)
    const before = await sender.balance()
    const reply = await sender.sendInVain('+12025550107')
    const [record] = await sender.records()
    expect(reply.status).toBe(500)
    expect(reply.body).toEqual({
      message: 'Failed to send SMS',
      error: expect.stringMatching(new RegExp(`may have been sent.*${record?.id}`)),
    })
    expect(await sender.get(record?.id ?? 0)).toMatchObject({ status: 'delivered', total_cost: 0.0079 })
    expect(before - (await sender.balance())).toBe(segmentPrice)
    expect(amountsOf(await sender.entries())).toEqual(['capture 0', 'hold -7900'])
  })

  test('0108 was not: held while nobody can know, given back after a minute', async () => {
    const sender = await openSender(world)
    const before = await sender.balance()
    expect((await sender.sendInVain('+12025550108')).status).toBe(500)
    const [record] = await sender.records()
    const id = record?.id ?? 0
    expect(await sender.get(id)).toMatchObject({ status: 'sending', total_cost: 0.0079, sms_sid: null })
    expect(before - (await sender.balance())).toBe(segmentPrice)
    await world.run(120)
    expect(await sender.get(id)).toMatchObject({ status: 'failed', total_cost: 0, sms_sid: null })
    expect(await sender.balance()).toBe(before)
    expect(sender.creates()).toHaveLength(1)
  })
})

test('400 for want of what is held for calls', async () => {
  const { user, send } = await openSender(world, { segments: 2 })
  await world.parts.table.write([{ update: balanceKey(user.id), set: { reserved: 2 * segmentPrice } }])
  expect((await send()).body).toEqual({ message: 'Insufficient balance' })
})

test('50 at once with money for ten: ten 200, forty Insufficient balance, nothing else', async () => {
  const sender = await openSender(world, { segments: 10 })
  const replies = await Promise.all(Array.from({ length: 50 }, () => sender.send()))
  const answers = replies.map(({ status, body }) => `${status} ${body.message}`)
  const counts = Object.entries(Object.groupBy(answers, (answer) => answer)).map(([answer, { length = 0 } = []]) => [
    answer,
    length,
  ])
  expect(Object.fromEntries(counts)).toEqual({ '200 SMS sent successfully': 10, '400 Insufficient balance': 40 })
  expect(sender.creates()).toHaveLength(10)
  expect(await sender.balance()).toBe(0)
  const { data } = await sender.transactions()
  expect(data.every(({ balance_after }: { balance_after: number }) => balance_after >= 0)).toBe(true)
})

test('20 times at once with one Idempotency-Key: one message', async () => {
  const { send, creates, records } = await openSender(world)
  const once = () => send('+12025550100', {}, { 'idempotency-key': 'once' })
  const replies = await Promise.all(Array.from({ length: 20 }, once))
  const statuses = new Set(replies.map(({ status }) => status))
  expect(statuses.has(200)).toBe(true)
  expect([...statuses].filter((status) => status !== 200 && status !== 409)).toEqual([])
  expect(creates()).toHaveLength(1)
  expect(await records()).toHaveLength(1)
  const again = await once()
  expect(again.status).toBe(200)
  expect(again.headers.get('idempotency-replayed')).toBe('true')
})

test('reads at once, holds in one transaction, settles in one', async () => {
  const { send } = await openSender(world)
  await world.run(1)
  steps.length = 0
  await send()
  const readAtOnce = steps.slice(0, steps.indexOf('answer'))
  expect(readAtOnce).toEqual(expect.arrayContaining(['get token', 'get number', 'get blacklisted']))
  const settled = steps.filter((step) => /^(write (sms|ledger)|ask)/.test(step))
  expect(settled).toEqual(['write sms blacklisted ledger balance', 'ask the carrier', 'write sms ledger'])
})

const amountsOf = (entries: { type: string; amount: number }[]) =>
  entries
    .filter(({ type }) => type !== 'top_up')
    .map(({ type, amount }) => `${type} ${amount}`)
    .toSorted()

const carrierMessages = async () => {
  const { settings } = world.parts
  const [sid, token] = [settings.required('CARRIER_ACCOUNT_SID'), settings.required('CARRIER_AUTH_TOKEN')]
  const response = await world.parts.fetch(`${world.carrierUrl}/2010-04-01/Accounts/${sid}/Messages.json`, {
    headers: { authorization: `Basic ${Buffer.from(`${sid}:${token}`).toString('base64')}` },
  })
  return (await response.json()) as { messages: object[] }
}
