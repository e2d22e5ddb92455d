import { beforeAll, expect, test } from 'vitest'
import { useUser, useWorld } from '../../use-world.ts'
import { finished, freePlaces } from '../simulations/simulation.ts'
import { assistantsOf } from './drafts.ts'

const world = useWorld()
const user = useUser(world)
let assistants: ReturnType<typeof assistantsOf>
beforeAll(() => {
  assistants = assistantsOf(world, user)
})

const call = (method: 'POST' | 'PUT' | 'DELETE', path: string, body: object = {}) =>
  world.api(user.token, method, `/user/assistants/${path}`, body)
const greetingOf = async (id: number, choice: object) => (await call('POST', `${id}/talk`, choice)).body.data.text
const anAssistant = async () => {
  const id = await assistants.id({ initial_message: 'First.' })
  await assistants.update(id, { initial_message: 'Second.' })
  await call('PUT', `${id}/draft`, { initial_message: 'Third.' })
  return id
}

test('talks with the live settings, a version or the draft', async () => {
  const id = await anAssistant()
  expect(await greetingOf(id, {})).toBe('Second.')
  expect(await greetingOf(id, { version: 1 })).toBe('First.')
  expect(await greetingOf(id, { version: 2 })).toBe('Second.')
  expect(await greetingOf(id, { draft: true })).toBe('Third.')
})

test.each(['talk', 'simulate'])('%s refuses a draft or a version that does not exist', async (what) => {
  const id = await assistants.id()
  const lines = { lines: ['Hello?'] }
  expect((await call('POST', `${id}/${what}`, { ...lines, draft: true })).body.message).toBe('Draft not found')
  expect((await call('POST', `${id}/${what}`, { ...lines, version: 2 })).body.message).toBe('Version not found')
  await call('PUT', `${id}/draft`, { speech_speed: 1.1 })
  expect((await call('POST', `${id}/${what}`, { ...lines, draft: true, version: 1 })).body.errors).toEqual({
    version: ['The version field must be left out when the draft is chosen.'],
  })
})

const simulated = async (id: number, choice: object, meanwhile = async () => {}) => {
  await freePlaces(world, user)
  const { body } = await call('POST', `${id}/simulate`, { lines: ['Hello?'], ...choice })
  await meanwhile()
  const { results, ...over } = await finished(world, user, body.data.id)
  return { ...over, greeting: results[0].transcript[0]?.text }
}

test('simulates the live settings, those of a version, and those of the draft', async () => {
  const id = await anAssistant()
  expect(await simulated(id, {})).toMatchObject({ assistant_version: 2, draft: false, greeting: 'Second.' })
  expect(await simulated(id, { version: 1 })).toMatchObject({ assistant_version: 1, draft: false, greeting: 'First.' })
  expect(await simulated(id, { draft: true })).toMatchObject({
    assistant_version: null,
    draft: true,
    greeting: 'Third.',
  })
})

test('plays what the simulation began with, whatever is changed or deleted meanwhile', async () => {
  const id = await anAssistant()
  const discard = async () => void (await call('DELETE', `${id}/draft`))
  expect(await simulated(id, { draft: true }, discard)).toMatchObject({ greeting: 'Third.' })
  const update = async () => void (await assistants.update(id, { initial_message: 'Fourth.' }))
  expect(await simulated(id, {}, update)).toMatchObject({ assistant_version: 2, greeting: 'Second.' })
})

test('offers the tools of the draft', async () => {
  const id = await assistants.id()
  await call('PUT', `${id}/draft`, { tools: [{ type: 'do_not_call' }] })
  const body = { lines: ['Hello?'], assertions: [{ type: 'tool_called', tool: 'do_not_call' }] }
  await freePlaces(world, user)
  expect((await call('POST', `${id}/simulate`, body)).body.errors).toHaveProperty(['assertions.0.tool'])
  expect((await call('POST', `${id}/simulate`, { ...body, draft: true })).status).toBe(202)
})
