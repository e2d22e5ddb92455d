import { describe, expect, test } from 'vitest'
import { sign } from '../../../infra/local/carrier/signature.ts'
import type { SuppressionEvent } from '../../../shared/domain/account/suppression-event.ts'
import * as registry from '../../../shared/runtime/registry.ts'
import { suppressionEventKey } from '../../../shared/table/keys.ts'
import { campaignFor, leadFor } from '../../fixtures.ts'
import { useWorld } from '../../use-world.ts'
import { authToken } from '../conversations/line.ts'
import { openSender } from './sender.ts'

const world = useWorld()

const write = async (to: string, from: string, body: string) => {
  const { status } = await world.incomingMessage({ to, from, body })
  expect(status).toBe(201)
  await world.run(1)
}

const post = (form: Record<string, string>) => {
  const url = `${world.url}/carrier/incoming-message`
  const headers = { 'x-twilio-signature': sign(authToken, url, form) }
  return fetch(url, { method: 'POST', headers, body: new URLSearchParams(form) })
}

const customer = '+12025550155'
const optedOut = { status: 400, body: { message: 'Recipient has opted out' } }

test('STOP ends messages and calls from this user alone, START allows messages again', async () => {
  const [mine, other] = await Promise.all([openSender(world), openSender(world)])
  const mayText = async ({ send }: typeof mine) => {
    const { status, body } = await send(customer)
    return { status, body: status === 200 ? undefined : body }
  }
  await write(mine.number.phone_number, customer, ' Stop. ')
  expect(await mayText(mine)).toEqual(optedOut)
  expect((await mayText(other)).status).toBe(200)
  const { data, total } = (await world.api(mine.user.token, 'GET', '/user/blacklist')).body
  expect(total).toBe(1)
  expect(data[0]).toMatchObject({ phone_number: customer, reason: 'Replied STOP' })

  await write(mine.number.phone_number, customer, 'START')
  expect((await mayText(mine)).status).toBe(200)
})

test('START puts no lead back in line: calls need a consent', async () => {
  const { user, number } = await openSender(world)
  const called = '+12025550101'
  await write(number.phone_number, called, 'STOP')
  const campaign_id = await campaignFor(world, user)
  await leadFor(world, user, campaign_id, called)
  await leadFor(world, user, campaign_id, '+12025550105')
  await world.api(user.token, 'POST', '/user/campaigns/update-status', { campaign_id, action: 'start' })
  await world.run(5)
  const numbersCalled = async () =>
    (await world.services.callPages.page(user.id, {}, 0, 10)).calls.map(
      ({ client_phone_number }) => client_phone_number,
    )
  expect(await numbersCalled()).not.toContain(called)
  await write(number.phone_number, called, 'START')
  await world.run(5)
  expect(await numbersCalled()).not.toContain(called)
  expect((await world.api(user.token, 'GET', '/user/blacklist')).body.data).toMatchObject([{ source: 'sms' }])
})

test('the last of START and STOP decides for texts, never calls', async () => {
  const { user, number, send } = await openSender(world)
  const blacklist = registry.blacklist(world.parts)
  for (const [word, status] of [
    ['STOP', 400],
    ['START', 200],
    ['STOP', 400],
    ['UNSTOP', 200],
  ] as const) {
    await write(number.phone_number, customer, word)
    expect((await send(customer)).status).toBe(status)
    expect(await blacklist.has(user.id, customer)).toBe(true)
  }
})

describe('a number that its owner blacklisted by hand', () => {
  test.each(['START', 'yes'])('stays blacklisted when its customer writes %s', async (body) => {
    const { user, number, send } = await openSender(world)
    const reason = 'Court order: never call'
    await world.api(user.token, 'POST', '/user/blacklist', { phone_number: customer, reason })
    await write(number.phone_number, customer, body)
    expect((await send(customer)).status).toBe(400)
    const { data } = (await world.api(user.token, 'GET', '/user/blacklist')).body
    expect(data).toMatchObject([{ phone_number: customer, reason, source: 'user' }])
  })

  test('stays blacklisted also when it had opted out before', async () => {
    const { user, number, send } = await openSender(world)
    await write(number.phone_number, customer, 'STOP')
    const { status, body } = await world.api(user.token, 'POST', '/user/blacklist', { phone_number: customer })
    expect([status, body.data.source, body.data.reason]).toEqual([201, 'sms', 'Replied STOP'])
    await write(number.phone_number, customer, 'START')
    expect((await send(customer)).status).toBe(400)
  })
})

test('a message that arrives again says nothing about an opt-out since', async () => {
  const { number, send } = await openSender(world)
  const yes = { To: number.phone_number, From: customer, Body: 'yes', MessageSid: `SM${'1'.repeat(32)}` }
  const stop = (place: number) => ({ ...yes, Body: 'STOP', MessageSid: `SM${String(place).repeat(32)}` })
  for (const [form, status] of [
    [yes, 200],
    [stop(2), 400],
    [yes, 400],
    [{ ...yes, MessageSid: `SM${'3'.repeat(32)}` }, 200],
    [stop(4), 400],
    [yes, 400],
  ] as const) {
    expect((await post(form)).status).toBe(204)
    expect((await send(customer)).status).toBe(status)
  }
})

test.each([
  ['+5491123456789', '+541123456789'],
  ['+5511987654321', '+551187654321'],
])('%s and %s are one phone: what the one asks for holds for both', async (one, other) => {
  const { user, number } = await openSender(world)
  const blacklist = registry.blacklist(world.parts)
  const listed = async () => {
    const found = await blacklist.listedOf(user.id, [one, other, '+12025550100'])
    return [await blacklist.has(user.id, one), await blacklist.has(user.id, other), [...found].length]
  }
  const tell = (From: string, Body: string) =>
    post({ To: number.phone_number, From, Body, MessageSid: `SM${world.newId()}` })
  await tell(one, 'STOP')
  expect(await listed()).toEqual([true, true, 2])
  await tell(other, 'STOP')
  expect(await blacklist.numbers(user.id)).toHaveLength(2)
  await tell(other, 'START')
  const refused = [one, other].map((number) => blacklist.refusesTexts(user.id, number))
  expect(await Promise.all(refused)).toEqual([false, false])
  expect(await listed()).toEqual([true, true, 2])
})

test('the same word twice changes nothing', async () => {
  const { user, number } = await openSender(world)
  const total = async () => (await world.api(user.token, 'GET', '/user/blacklist')).body.total
  for (const expected of [1, 1]) {
    await write(number.phone_number, customer, 'UNSUBSCRIBE')
    expect(await total()).toBe(expected)
  }
  for (const _ of [1, 2]) {
    await write(number.phone_number, customer, 'yes')
    expect(await total()).toBe(1)
  }
  const { id: user_id } = user
  const events = await world.parts.table.query<SuppressionEvent>({ pk: suppressionEventKey(user_id, 0).pk })
  expect(events.map(({ change, channels, by }) => [change, channels, by])).toEqual([
    ['added', 'all', 'person'],
    ['lifted', 'texts', 'person'],
  ])
})

test.each(['stop please', 'STOP CALLING ME', 'arrêt', 'STOP\n\nJohn Smith'])('%j is an opt-out', async (body) => {
  const { number, send } = await openSender(world)
  await write(number.phone_number, customer, body)
  expect((await send(customer)).status).toBe(400)
})

test.each(['Thank you!', 'Please stop by tomorrow', 'HELP'])('%j is no opt-out', async (body) => {
  const { number, send } = await openSender(world)
  await write(number.phone_number, customer, body)
  expect((await send(customer)).status).toBe(200)
})

test('a message to a number that nobody owns is nobody’s', async () => {
  await write('+12025569999', customer, 'STOP')
  expect(world.carrierFacts).toEqual([])
})
