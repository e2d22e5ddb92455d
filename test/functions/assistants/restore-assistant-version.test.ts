import { beforeEach, expect, test } from 'vitest'
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

const restore = (id: number, version: number, body = {}) =>
  world.api(user.token, 'POST', `/user/assistants/${id}/versions/${version}/restore`, body)
const get = async (id: number, version: number) =>
  (await world.api(user.token, 'GET', `/user/assistants/${id}/versions/${version}`)).body

test('200, and the settings are live as a new version', async () => {
  const id = await assistants.id({ variables: { a: [1] } })
  const before = await assistants.read(id)
  await assistants.update(id, { system_prompt: 'Sell.', variables: {}, engine_type: 'multimodal', voice_id: 301 })
  const { status, body } = await restore(id, 1, { note: 'Too pushy' })
  expect([status, body]).toEqual([200, { message: 'Version restored successfully', data: { number: 3 } }])
  const after = await assistants.read(id)
  expect(after).toEqual({ ...before, version: 3, updated_at: after.updated_at })
  expect(await get(id, 3)).toMatchObject({ note: 'Too pushy', restored_from: 1, hash: (await get(id, 1)).hash })
  expect(await get(id, 2)).toMatchObject({ settings: { system_prompt: 'Sell.' } })
})

test('settings that are live already are no new version', async () => {
  const id = await assistants.id()
  expect((await restore(id, 1)).body.data).toEqual({ number: 1 })
})

test('leaves out tools, knowledge bases and assistants that were deleted since', async () => {
  const tool = await toolFor(world, user, { endpoint: 'http://localhost:9/tables' })
  const colleague = await assistants.id()
  const tools = [{ type: 'assistant_transfer', assistant_id: colleague, description: 'Sales' }, { type: 'do_not_call' }]
  const id = await assistants.id({ tool_ids: [tool], tools })
  await assistants.update(id, { tool_ids: [], tools: [], assistant_name: 'Sales' })
  await world.api(user.token, 'DELETE', `/user/tools/${tool}`)
  await assistants.remove(colleague)
  expect((await restore(id, 1)).status).toBe(200)
  const { name, tool_ids, tools: built } = await assistants.read(id)
  expect({ name, tool_ids, types: built.map(({ type }: { type: string }) => type) }).toEqual({
    name: 'Reception',
    tool_ids: [],
    types: ['do_not_call'],
  })
})

test('moves the number back, and is refused when another assistant answers it', async () => {
  const { id: phone_number_id } = await world.number(user)
  const id = await assistants.id({ calls_direction: 'receive', phone_number_id })
  const numberNow = () => world.services.numbers.find(user.id, phone_number_id)
  await assistants.update(id, { phone_number_id: null })
  expect((await restore(id, 1)).body.data).toEqual({ number: 3 })
  expect(await numberNow()).toMatchObject({ inbound_assistant_id: id })
  await assistants.update(id, { phone_number_id: null })
  await assistants.id({ calls_direction: 'receive', phone_number_id })
  const { status, body } = await restore(id, 1)
  expect([status, body]).toEqual([
    422,
    {
      message: 'Validation failed',
      errors: { phone_number_id: ['The selected phone number is not available for inbound assistants.'] },
    },
  ])
})

test('restores at once with other changes are all versions', async () => {
  const id = await assistants.id()
  await assistants.update(id, { assistant_name: 'Sales' })
  const changes = [restore(id, 1), restore(id, 2), assistants.update(id, { speech_speed: 1.1 }), restore(id, 1)]
  const replies = await Promise.all(changes)
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]))
  const { version } = await assistants.read(id)
  for (let number = 1; number <= version; number++) expect(await get(id, number)).toMatchObject({ number })
})

test('404 for a version that is not there, and for another user’s assistant', async () => {
  const id = await assistants.id()
  expect((await restore(id, 2)).body).toEqual({ message: 'Version not found' })
  const other = await assistantsOf(world, await world.user()).id()
  expect((await restore(other, 1)).body).toEqual({ message: 'Version not found' })
})
