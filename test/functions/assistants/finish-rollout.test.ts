import { beforeAll, expect, test } from 'vitest'
import { useUser, useWorld } from '../../use-world.ts'
import { assistantsOf } from './drafts.ts'

const world = useWorld()
const user = useUser(world)
let assistants: ReturnType<typeof assistantsOf>
beforeAll(() => {
  assistants = assistantsOf(world, user)
})
const ask = (method: 'GET' | 'POST' | 'PUT', path: string, body?: object) =>
  world.api(user.token, method, `/user/assistants/${path}`, body)
const begun = async () => {
  const id = await assistants.id()
  await ask('PUT', `${id}/draft`, { assistant_name: 'Sales', note: 'Bolder' })
  await ask('POST', `${id}/draft/publish`, { canary: { percent: 10, after_calls: 20 } })
  return id
}

test('makes the canary live under its own number, once', async () => {
  const id = await begun()
  for (const _ of [1, 2])
    expect((await ask('POST', `${id}/rollout/finish`)).body).toEqual({
      message: 'Rollout finished successfully',
      data: { number: 2 },
    })
  expect(await assistants.read(id)).toMatchObject({ name: 'Sales', version: 2 })
  expect((await ask('GET', `${id}/versions`)).body.data).toMatchObject([
    { number: 2, note: 'Bolder', is_live: true },
    { number: 1, is_live: false },
  ])
  await assistants.update(id, { assistant_name: 'Support' })
  expect((await assistants.read(id)).version).toBe(3)
})

test('409 once the rollout has ended', async () => {
  const id = await begun()
  await assistants.update(id, { speech_speed: 1.1 })
  expect((await ask('POST', `${id}/rollout/finish`)).body).toEqual({ message: 'The rollout has ended.' })
})

test('keeps the tools of the canary, without one that was deleted since', async () => {
  const made = async (name: string): Promise<number> => {
    const tool = { name, description: 'Books.', endpoint: 'https://example.com', method: 'GET', schema: [] }
    return (await world.api(user.token, 'POST', '/user/tools', tool)).body.data.id
  }
  const [kept, deleted] = [await made('book_table'), await made('book_room')]
  const id = await assistants.id()
  await ask('PUT', `${id}/draft`, { tool_ids: [kept, deleted] })
  await ask('POST', `${id}/draft/publish`, { canary: { percent: 10, after_calls: 20 } })
  await world.api(user.token, 'DELETE', `/user/tools/${deleted}`)
  expect((await ask('POST', `${id}/rollout/finish`)).status).toBe(200)
  expect((await assistants.read(id)).tool_ids).toEqual([kept])
})
