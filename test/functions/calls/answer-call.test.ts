import { expect, test } from 'vitest'
import { assistantFor } from '../../fixtures.ts'
import { useUser, useWorld } from '../../use-world.ts'
import { openLine, relayOf } from '../conversations/line.ts'

const world = useWorld()
const user = useUser(world)

const answered = async (more: Record<string, unknown> = {}) => {
  const line = await openLine(world, user, await assistantFor(world, user, more))
  return { line, twiml: await line.answer() }
}

test('an answered call is in progress, and greets with its variables', async () => {
  const { line, twiml } = await answered({ initial_message: 'Hello {{customer}} & friends.' })
  expect(relayOf(twiml)).toMatchObject({
    welcomeGreeting: 'Hello Ada & friends.',
    parameters: { call: `${user.id}-${line.ref.call_id}`, ticket: expect.stringMatching(/^[\w-]{32}$/) },
  })
  expect((await world.services.calls.find(line.ref))?.status).toBe('in-progress')
})

test('a customer who shall speak first is not greeted', async () => {
  expect(relayOf((await answered({ who_speaks_first: 'Customer' })).twiml).welcomeGreeting).toBeUndefined()
})

test('asked twice, the answer is the same', async () => {
  const { line, twiml } = await answered()
  expect(await line.answer()).toBe(twiml)
})

test('a voice of the user’s own speaks', async () => {
  const id = world.newId()
  await world.services.voices.create(user.id, {
    id,
    name: 'Mine',
    mode: 'pipeline',
    provider: 'ElevenLabs',
    provider_voice: 'abc',
  })
  expect(relayOf((await answered({ voice_id: id })).twiml).attributes.voice).toMatch(/^abc-flash/)
})

test('replaces a voice that cannot speak the language, and logs it', async () => {
  const line = await openLine(world, user, await assistantFor(world, user))
  const { assistant_id = 0 } = (await world.services.calls.find(line.ref)) ?? {}
  const stored = await world.services.assistants.find(user.id, assistant_id)
  if (!stored) throw new Error('No such assistant')
  const mismatched = { ...stored, voice_id: 210, updated_at: stored.updated_at + 1 }
  await world.services.assistants.replace(stored, mismatched)
  expect(relayOf(await line.answer()).attributes).toMatchObject({ language: 'en-US', ttsProvider: 'ElevenLabs' })
  expect(world.logged).toContainEqual(
    expect.objectContaining({ fields: expect.objectContaining({ voice_id: 210, stands_in: 1 }) }),
  )
})

test('a neighbour’s voice is heard: the carrier takes the call with it', async () => {
  await world.number(user)
  const assistant_id = await assistantFor(world, user, { voice_id: 206 })
  const { body } = await world.api(user.token, 'POST', '/user/make_call', {
    phone_number: '+12025550100',
    assistant_id,
  })
  await world.run(60)
  const call = (await world.api(user.token, 'GET', `/user/calls/${body.data.id}`)).body
  expect(call).toMatchObject({ status: 'ended_by_customer', transcript: expect.stringContaining('Customer: ') })
})

test('a prompt of 60,000 characters and a greeting full of braces change nothing', async () => {
  const { twiml } = await answered({
    system_prompt: '{{'.repeat(30_000),
    initial_message: '{{customer}}{{'.repeat(100),
  })
  expect(relayOf(twiml).welcomeGreeting).toContain('Ada')
})

test('an assistant that is gone has nothing to say', async () => {
  const assistant_id = await assistantFor(world, user)
  await world.api(user.token, 'DELETE', `/user/assistant/${assistant_id}`)
  const line = await openLine(world, user, assistant_id)
  expect(await line.answer()).toContain('<Hangup/>')
})
