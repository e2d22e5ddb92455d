import { expect, test } from 'vitest'
import * as registry from '../../../shared/runtime/registry.ts'
import { callKey } from '../../../shared/table/keys.ts'
import { assistantFor, leadFor } from '../../fixtures.ts'
import { useWorld } from '../../use-world.ts'
import { erasePerson, livePerson, other, person, traces } from './life.ts'

const world = useWorld()

test('leaves the number nowhere except as a binding keyed hash', async () => {
  const life = await livePerson(world)
  const { user, ask, campaign_id, assistant_id } = life
  const stranger = await world.user()
  await world.number(stranger)
  const strangers = await assistantFor(world, stranger)
  await world.api(stranger.token, 'POST', '/user/make_call', { phone_number: person, assistant_id: strangers })
  await world.run(300)
  const ofStranger = (await traces(world)).filter((trace) => trace.startsWith(String(stranger.id)))
  expect(ofStranger.length).toBeGreaterThan(2)
  const nouns = new Set((await traces(world)).map((trace) => trace.split(/[# ]/)[1]))
  for (const noun of ['lead', 'call', 'sms', 'consent', 'blacklist', 'blacklisted', 'suppression-event', 'ledger'])
    expect(nouns).toContain(noun)
  for (const noun of ['evidence-facts', 'consent-number', 'call-detail', 'idempotency', 'person-work'])
    expect(nouns).toContain(noun)
  const kept = await world.bucketKeys()
  expect(kept.filter((key) => key.includes(String(user.id))).length).toBeGreaterThan(3)
  const { total } = (await ask('GET', '/user/calls')).body

  const done = await erasePerson(world, life)
  expect(done).toMatchObject({ status: 'done', waits_for: 0 })
  expect(done.erased).toBeGreaterThan(8)
  expect((await traces(world)).filter((trace) => !ofStranger.includes(trace))).toEqual([])
  const [call] = (await ask('GET', '/user/calls')).body.data
  const left = (await world.bucketKeys()).filter((key) => key.includes(`/${user.id}/`))
  expect(left.every((key) => !key.includes('person-') && !key.includes('evidence-'))).toBe(true)
  expect(call.client_phone_number).toBe(other)
  expect((await ask('GET', '/user/calls')).body.total).toBeLessThan(total)
  for (const path of ['/user/calls', '/user/leads', '/user/sms', '/user/blacklist', '/user/consents']) {
    const { status, body } = await ask('GET', path)
    expect([path, status, body.total]).toEqual([path, 200, body.data.length])
  }

  const dialled = await ask('POST', '/user/make_call', { phone_number: person, assistant_id })
  expect([dialled.status, dialled.body.message]).toEqual([422, 'Phone number is blacklisted'])
  const texted = await ask('POST', '/user/sms', { from: life.number.id, to: person, body: 'Hello' })
  expect([texted.status, texted.body.message]).toEqual([400, 'Recipient has opted out'])
  const lead = await leadFor(world, user, campaign_id, person)
  const consent = { kind: 'express', covers_artificial_voice: true }
  await leadFor(world, user, campaign_id, '+12025550101', { consent })
  await ask('POST', '/user/consents', { phone_number: '+12025550102', ...consent })
  await ask('POST', '/user/campaigns/update-status', { campaign_id, action: 'start' })
  await world.run(300)
  expect((await ask('GET', `/user/calls?phone_number=${encodeURIComponent(person)}`)).body.total).toBe(0)
  expect((await ask('GET', `/user/leads/${lead.id}`)).body.reasons.join(' ')).toContain('blacklist')
  expect((await ask('POST', '/user/calling-rules/check', { phone_number: person })).status).toBe(200)
  expect(await registry.blacklist(world.parts).has(stranger.id, person)).toBe(false)

  await world.incomingMessage({ to: life.number.phone_number, from: person, body: 'START' })
  await world.run(5)
  const again = await ask('POST', '/user/sms', { from: life.number.id, to: person, body: 'Welcome back' })
  expect(again.status).toBe(200)
  const stillNot = await ask('POST', '/user/make_call', { phone_number: person, assistant_id })
  expect(stillNot.body.message).toBe('Phone number is blacklisted')
})

test('returns 202, 422 for no number, and 404 for another user', async () => {
  const [user, stranger] = [await world.user(), await world.user()]
  const wrong = await world.api(user.token, 'POST', '/user/people/erasures', { phone_number: '0100' })
  expect(wrong.status).toBe(422)
  const taken = await world.api(user.token, 'POST', '/user/people/erasures', { phone_number: other })
  expect(taken.status).toBe(202)
  expect(taken.body).toMatchObject({ message: 'The person will be erased', data: { status: 'waiting', erased: 0 } })
  const path = `/user/people/erasures/${taken.body.data.id}`
  expect((await world.api(stranger.token, 'GET', path)).body.message).toBe('Erasure of a person not found')
  await world.run(10)
  expect((await world.api(user.token, 'GET', path)).body).toMatchObject({ status: 'done', erased: 0 })
})

test('409 with a sentence while the person is in a call', async () => {
  const user = await world.user()
  await world.number(user)
  const assistant_id = await assistantFor(world, user)
  await world.api(user.token, 'POST', '/user/make_call', { phone_number: person, assistant_id })
  await world.run(2)
  const { status, body } = await world.api(user.token, 'POST', '/user/people/erasures', { phone_number: person })
  expect([status, body.message]).toEqual([409, 'The person is in a call. Ask again when it is over.'])
})

test.each([19, 20, 21])('409 also when %i calls of others began since', async (others) => {
  const user = await world.user()
  await world.number(user)
  const assistant_id = await assistantFor(world, user)
  const call = await world.api(user.token, 'POST', '/user/make_call', { phone_number: person, assistant_id })
  for (let place = 1; place <= others; place++) {
    const id = call.body.data.id + place
    const over = { id, user_id: user.id, client_phone_number: other, closed_at: world.clock.now() }
    await world.parts.table.write([{ put: { ...callKey(user.id, id), ...over } }])
  }
  const ask = (phone_number: string) => world.api(user.token, 'POST', '/user/people/erasures', { phone_number })
  expect((await ask(person)).status).toBe(409)
  expect((await ask('+12025550177')).status).toBe(202)
})
