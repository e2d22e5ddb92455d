import { expect, test } from 'vitest'
import * as registry from '../../../shared/runtime/registry.ts'
import { assistantFor, campaignFor, leadFor } from '../../fixtures.ts'
import { useWorld } from '../../use-world.ts'
import { listOwner } from '../suppression-lists/listed.ts'
import { openSender } from './sender.ts'

const world = useWorld()

/** Each phone as the product spells it, and as carriers and lists may spell it. */
const phones = [
  ['Mexico', '+525541637146', '+5215541637146'],
  ['Argentina', '+5491123456788', '+541123456788'],
  ['Brazil', '+5511987654322', '+551187654322'],
  ['Benin', '+2290197123456', '+22997123456'],
  ['Côte d’Ivoire', '+2250708123456', '+22508123456'],
  ['Kosovo', '+38344123456', '+37744123456'],
] as const
const bothWays = phones.flatMap(([country, one, other]) => [
  [country, one, other],
  [country, other, one],
])

const stop = async (to: string, from: string) => {
  expect((await world.incomingMessage({ to, from, body: 'STOP' })).status).toBe(201)
  await world.run(1)
}

test.each(bothWays)('STOP in %s from %s bars calls and texts to %s', async (_, sender, called) => {
  const { user, number, send } = await openSender(world)
  const assistant_id = await assistantFor(world, user)
  const campaign_id = await campaignFor(world, user)
  const lead = await leadFor(world, user, campaign_id, called)
  await stop(number.phone_number, sender)
  expect(await send(called)).toMatchObject({ status: 400, body: { message: 'Recipient has opted out' } })
  const call = await world.api(user.token, 'POST', '/user/make_call', { assistant_id, phone_number: called })
  expect(call).toMatchObject({ status: 422, body: { message: 'Phone number is blacklisted' } })
  await world.api(user.token, 'POST', '/user/campaigns/update-status', { campaign_id, action: 'start' })
  await world.run(5)
  expect((await world.api(user.token, 'GET', '/user/calls')).body.total).toBe(0)
  expect((await world.api(user.token, 'GET', `/user/leads/${lead.id}`)).body.reasons).not.toEqual([])
})

test('STOP counts when the carrier reports the former spelling of the sender', async () => {
  const { user, number, send } = await openSender(world)
  await stop(number.phone_number, '+525541637145')
  const { data } = (await world.api(user.token, 'GET', '/user/blacklist')).body
  expect(data).toMatchObject([{ phone_number: '+525541637145', source: 'sms' }])
  expect((await send('+525541637145')).status).toBe(400)
})

test('a do-not-call list and consents bind every spelling of a number', async () => {
  const { user, send } = await openSender(world)
  await listOwner(world, user).bring(phones.map(([, , other]) => other))
  for (const [, one, other] of phones) {
    expect((await send(one)).status).toBe(400)
    expect((await send(other)).status).toBe(400)
    const consent = { phone_number: other, kind: 'express_written', channels: ['call'], source: 'form' }
    await world.api(user.token, 'POST', '/user/consents', consent)
    const query = encodeURIComponent(one)
    expect((await world.api(user.token, 'GET', `/user/consents?phone_number=${query}`)).body.total).toBe(1)
    expect((await registry.consents(world.parts).standings(user.id, [one, other])).size).toBe(2)
  }
})

test('the call of a renumbered caller is found by either spelling', async () => {
  const user = await world.user()
  const number = await world.number(user)
  await assistantFor(world, user, { calls_direction: 'receive', phone_number_id: number.id })
  await world.incomingCall({ to: number.phone_number, from: '+5215541637145' })
  await world.run(30)
  for (const spelling of ['+525541637145', '+52 1 55 4163 7145', 'tel:+525541637145']) {
    const path = `/user/calls?phone_number=${encodeURIComponent(spelling)}`
    expect((await world.api(user.token, 'GET', path)).body.total).toBe(1)
  }
})
