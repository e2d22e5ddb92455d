import { beforeEach, expect, test } from 'vitest'
import { assistantDraftKey } from '../../../shared/table/keys.ts'
import { useWorld } from '../../use-world.ts'
import type { TestUser } from '../../world.ts'
import { toolFor } from '../tools/tool.ts'
import { assistantsOf } from './drafts.ts'

const world = useWorld()
let user: TestUser
let assistants: ReturnType<typeof assistantsOf>
beforeEach(async () => {
  user = await world.user()
  assistants = assistantsOf(world, user)
})

const pathOf = (id: number) => `/user/assistants/${id}/draft`
const save = (id: number, body: object) => world.api(user.token, 'PUT', pathOf(id), body)
const get = (id: number) => world.api(user.token, 'GET', pathOf(id))
const discard = (id: number) => world.api(user.token, 'DELETE', pathOf(id))

test('saves a draft, shows its changes, and keeps the live assistant', async () => {
  const id = await assistants.id()
  const before = await assistants.read(id)
  const { status, body } = await save(id, { assistant_name: 'Sales', system_prompt: 'Sell.', note: 'Bolder' })
  expect([status, body.message]).toEqual([200, 'Draft saved successfully'])
  expect(body.data).toMatchObject({
    note: 'Bolder',
    live_version: 1,
    settings: { name: 'Sales', system_prompt: 'Sell.', voice_id: 2 },
    changes: [
      { name: 'name', before: 'Reception', after: 'Sales' },
      { name: 'system_prompt', before: 'You answer the phone.', after: 'Sell.' },
    ],
  })
  expect((await get(id)).body).toEqual(body.data)
  expect(await assistants.read(id)).toEqual(before)
})

test('adds to the draft what a second request sends', async () => {
  const id = await assistants.id()
  await save(id, { speech_speed: 1.1, note: 'Faster' })
  const { body } = await save(id, { assistant_name: 'Sales' })
  expect(body.data.note).toBe('Faster')
  expect(body.data.changes.map(({ name }: { name: string }) => name)).toEqual(['name', 'speech_speed'])
})

test('keeps up with changes of the live assistant', async () => {
  const id = await assistants.id()
  await save(id, { speech_speed: 1.1 })
  await assistants.update(id, { assistant_name: 'Sales' })
  const { body } = await get(id)
  expect(body).toMatchObject({ live_version: 2, settings: { name: 'Sales' }, changes: [{ name: 'speech_speed' }] })
})

test('returns 409 to the slower of two clients that send the revision they read', async () => {
  const id = await assistants.id()
  const { revision } = (await save(id, { speech_speed: 1.1 })).body.data
  expect((await save(id, { assistant_name: 'Sales', revision })).status).toBe(200)
  const { status, body } = await save(id, { assistant_name: 'Support', revision })
  expect([status, body]).toEqual([409, { message: 'The draft has changed since. Read it again.' }])
  expect((await get(id)).body.settings.name).toBe('Sales')
  expect((await save(id, { speech_speed: 1, revision: 0 })).status).toBe(409)
  await discard(id)
  expect((await save(id, { speech_speed: 1.1, revision: 0 })).status).toBe(200)
  expect((await save(id, { assistant_name: 'Support', revision })).status).toBe(409)
})

test('loses no change of requests that arrive at once', async () => {
  const id = await assistants.id()
  const changes = [
    { speech_speed: 1.1 },
    { assistant_name: 'Sales' },
    { system_prompt: 'Sell.' },
    { record_call: true },
  ]
  const replies = await Promise.all(changes.map((change) => save(id, change)))
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  expect((await get(id)).body.changes).toHaveLength(4)
})

test('keeps the revision when nothing changes', async () => {
  const id = await assistants.id()
  const { revision } = (await save(id, { speech_speed: 1.1 })).body.data
  expect((await save(id, { speech_speed: 1.1 })).body.data.revision).toBe(revision)
})

test('validates the draft as a whole', async () => {
  const id = await assistants.id()
  await save(id, { engine_type: 'multimodal', voice_id: 301 })
  const { status, body } = await save(id, { knowledgebase_mode: 'prompt' })
  expect([status, body.errors]).toEqual([
    422,
    { knowledgebase_mode: ['The multimodal engine needs the knowledgebase mode function_call.'] },
  ])
  expect((await save(id, { voice_id: 999_999 })).body.errors).toEqual({
    voice_id: ['The selected voice id is invalid.'],
  })
  expect((await save(id, { hello: 1 })).body.message).toBe('Invalid fields: hello')
})

test('leaves out a tool that was deleted since', async () => {
  const id = await assistants.id()
  const tool = await toolFor(world, user, { endpoint: 'http://localhost:9/tables' })
  await save(id, { tool_ids: [tool] })
  await world.api(user.token, 'DELETE', `/user/tools/${tool}`)
  const { status, body } = await save(id, { speech_speed: 1.1 })
  expect(status).toBe(200)
  expect(body.data.changes.map(({ name }: { name: string }) => name)).toEqual(['speech_speed'])
})

test('a deleted assistant has no draft, and neither has another user’s', async () => {
  const id = await assistants.id()
  await save(id, { speech_speed: 1.1 })
  await assistants.remove(id)
  expect(await world.parts.table.get(assistantDraftKey(user.id, id))).toBeUndefined()
  const other = await assistantsOf(world, await world.user()).id()
  for (const each of [id, other])
    for (const reply of [await save(each, { speech_speed: 1.2 }), await get(each)])
      expect([reply.status, reply.body]).toEqual([404, { message: 'Assistant not found' }])
})
