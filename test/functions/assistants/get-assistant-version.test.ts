import { beforeEach, expect, test } from 'vitest'
import { useWorld } from '../../use-world.ts'
import type { TestUser } from '../../world.ts'
import { assistantsOf } from './drafts.ts'

const world = useWorld()
let user: TestUser
let assistants: ReturnType<typeof assistantsOf>
beforeEach(async () => {
  user = await world.user()
  assistants = assistantsOf(world, user)
})

const get = (id: number, version: number | string, query = '') =>
  world.api(user.token, 'GET', `/user/assistants/${id}/versions/${version}${query}`)

test('200 with the settings as they were, and the difference to the version before', async () => {
  const id = await assistants.id({ variables: { a: [1] } })
  const before = await assistants.read(id)
  await assistants.update(id, { system_prompt: 'Sell.', language: 'German' })
  const { settings } = (await get(id, 1)).body
  for (const name of Object.keys(settings)) expect(settings[name]).toEqual(before[name])
  const { status, body } = await get(id, 2)
  expect(status).toBe(200)
  expect(body).toMatchObject({ number: 2, is_live: true, compared_to: 1, settings: { system_prompt: 'Sell.' } })
  const changed = new Map(body.changes.map((change: { name: string }) => [change.name, change]))
  expect(changed.get('system_prompt')).toEqual({
    name: 'system_prompt',
    before: 'You answer the phone.',
    after: 'Sell.',
  })
  expect(changed.get('language')).toEqual({ name: 'language', before: 'English', after: 'German' })
  expect(changed.has('timezone')).toBe(false)
})

test('version 1 has no predecessor', async () => {
  const id = await assistants.id()
  expect((await get(id, 1)).body).toMatchObject({ compared_to: null, changes: [] })
})

test('compares any two versions', async () => {
  const id = await assistants.id()
  await assistants.update(id, { assistant_name: 'Sales' })
  await assistants.update(id, { speech_speed: 1.1 })
  const { body } = await get(id, 1, '?compared_to=3')
  expect(body).toMatchObject({
    compared_to: 3,
    changes: [
      { name: 'name', before: 'Sales', after: 'Reception' },
      { name: 'speech_speed', before: '1.10', after: '1.00' },
    ],
  })
})

test('the versions of a deleted assistant are deleted with it', async () => {
  const id = await assistants.id()
  await assistants.update(id, { assistant_name: 'Sales' })
  await assistants.remove(id)
  expect((await get(id, 1)).body).toEqual({ message: 'Version not found' })
  for (const noun of ['assistant-version', 'assistant-settings'] as const) {
    const page = await world.parts.table.query({ pk: `${user.id}#${noun}` })
    expect(page).toEqual([])
  }
})

test.each(['3', '0', 'x'])('404 for version %s', async (version) => {
  const id = await assistants.id()
  const { status, body } = await get(id, version)
  expect([status, body]).toEqual([404, { message: 'Version not found' }])
})
