import { expect, test } from 'vitest'
import { checkAtOf } from '../../../shared/domain/conversations/silence-checks.ts'
import { endsAt } from '../../../shared/domain/conversations/talk.ts'
import { assistantFor } from '../../fixtures.ts'
import { openTrips } from '../../trips.ts'
import { useUser, useWorld } from '../../use-world.ts'
import { connectLine, openLine, relayOf } from '../conversations/line.ts'

const trips = openTrips()
const world = useWorld({ open: trips.open })
const user = useUser(world)

const ringing = async (settings: Record<string, unknown> = {}) => {
  const line = await openLine(world, user, await assistantFor(world, user, settings))
  const ring = () => line.post('status', { CallStatus: 'ringing' })
  return { ...line, ring }
}
const lastOf = (operation: string) => trips.tripsOf(operation).at(-1)

test('a callee waits for two round trips, because the talk is prepared', async () => {
  const { ring, answer, talk, ref } = await ringing({ initial_message: 'Hello {{customer}}.' })
  await ring()
  const prepared = await talk()
  expect(prepared?.phase.type).toBe('ringing')
  await world.run(12)
  const answeredAt = world.clock.now()
  expect(relayOf(await answer())).toMatchObject({
    welcomeGreeting: 'Hello Ada.',
    parameters: { ticket: prepared?.ticket },
  })
  expect(lastOf('answer-call')).toBe(2)
  const picked = await talk()
  expect(picked).toMatchObject({ said_at: answeredAt, quiet_since: answeredAt, phase: { type: 'talking' } })
  expect(picked && checkAtOf(picked)).toBe(answeredAt + 10_000)
  expect(picked && endsAt(picked)).toBeGreaterThan(answeredAt)
  expect((await world.services.calls.find(ref))?.status).toBe('in-progress')
})

test('a voice of the user’s own costs no trip more', async () => {
  const id = world.newId()
  const own = { id, name: 'Mine', mode: 'pipeline', provider: 'ElevenLabs', provider_voice: 'abc' } as const
  await world.services.voices.create(user.id, own)
  const { ring, answer } = await ringing({ voice_id: id })
  await ring()
  expect(relayOf(await answer()).attributes.voice).toMatch(/^abc/)
  expect(lastOf('answer-call')).toBe(2)
})

test('a lost, late or doubled ringing report changes nothing audible', async () => {
  const lost = await ringing()
  const twiml = await lost.answer()
  expect(relayOf(twiml).welcomeGreeting).toBeDefined()
  await lost.ring()
  expect((await lost.talk())?.phase.type).toBe('talking')
  expect(await lost.answer()).toBe(twiml)

  const twice = await ringing()
  await twice.ring()
  await twice.ring()
  expect(await twice.answer()).toBe(await twice.answer())
})

test('a ring that meets with the answer leaves one talk, picked up', async () => {
  const { ring, answer, talk } = await ringing()
  const [, twiml] = await Promise.all([ring(), answer()])
  expect(relayOf(twiml).parameters.ticket).toBe((await talk())?.ticket)
  expect((await talk())?.phase.type).toBe('talking')
})

test('an assistant that changes its voice while it rings speaks with the new one', async () => {
  const { ring, answer, ref } = await ringing({ voice_id: 1 })
  await ring()
  const { assistant_id = 0 } = (await world.services.calls.find(ref)) ?? {}
  await world.api(user.token, 'PUT', `/user/assistant/${assistant_id}`, { voice_id: 2 })
  const { attributes } = relayOf(await answer())
  const other = await ringing({ voice_id: 2 })
  expect(attributes.voice).toBe(relayOf(await other.answer()).attributes.voice)
})

test('a call that is over when answered hangs up without a check', async () => {
  const { ring, answer, talk, post } = await ringing()
  await ring()
  await post('status', { CallStatus: 'no-answer' })
  expect(await answer()).toContain('<Hangup/>')
  expect((await talk())?.phase.type).toBe('over')
  await world.run(60)
})

test('the first words of a turn leave after five round trips', async () => {
  const { socket } = await connectLine(world, user, await assistantFor(world, user))
  socket.prompt('What about tea?')
  await socket.turns(1)
  await world.settled()
  expect(lastOf('receive-frame')).toBeLessThanOrEqual(11)
  socket.close()
})
