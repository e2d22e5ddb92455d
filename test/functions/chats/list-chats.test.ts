import { expect, test } from 'vitest'
import { useWorld } from '../../use-world.ts'
import { chatFor, visitorOf, widgetFor } from './chat.ts'

const world = useWorld()

test('pages by cursor, newest first, and filters', async () => {
  const user = await world.user()
  const get = async (query: string) => (await world.api(user.token, 'GET', `/user/conversations?${query}`)).body
  const ids = ({ data }: { data: { id: string }[] }) => data.map(({ id }) => id)
  const { id: assistant_id, uuid } = await widgetFor(world, user)
  const { id: other_id, uuid: other } = await widgetFor(world, user)
  const all: string[] = []
  for (const one of [uuid, uuid, other, uuid, uuid]) {
    all.unshift(await chatFor(world, one))
    await world.run(1)
  }
  await visitorOf(world)('POST', `/conversations/${all[0]}/messages`, { message: 'Who are you?' })

  const first = await get('per_page=2')
  expect(first).toMatchObject({
    per_page: 2,
    prev_cursor: null,
    path: expect.stringMatching('/api/user/conversations$'),
  })
  expect(first.data[0]).toEqual({
    id: all[0],
    assistant_id: uuid,
    assistant_name: expect.any(String),
    assistant_version: 1,
    type: 'widget',
    variables: null,
    message_count: 3,
    total_cost: 0.01,
    ai_enabled: true,
    ended: false,
    evaluation: {},
    extracted_variables: null,
    created_at: expect.stringMatching(/^2026-\d\d-\d\d \d\d:\d\d:\d\d$/),
    updated_at: expect.stringMatching(/^2026-/),
  })
  const second = await get(`per_page=2&cursor=${first.next_cursor}`)
  const third = await get(`per_page=2&cursor=${second.next_cursor}`)
  expect([first, second, third].flatMap(ids)).toEqual(all)
  expect(third.next_cursor).toBeNull()
  expect(ids(await get(`per_page=2&cursor=${third.prev_cursor}`))).toEqual(all.slice(2, 4))

  expect(ids(await get(`assistant_id=${other_id}`))).toEqual([all[2]])
  expect(ids(await get(`assistant_id=${assistant_id}&per_page=1`))).toEqual([all[0]])
  expect(ids(await get('type=test'))).toEqual([])
  expect(ids(await get('external_identifier=none'))).toEqual([])
})

test('filters by the version that was live when a conversation began', async () => {
  const user = await world.user()
  const get = (query: string) => world.api(user.token, 'GET', `/user/conversations?${query}`)
  const { id, uuid } = await widgetFor(world, user)
  await chatFor(world, uuid)
  await world.api(user.token, 'PUT', `/user/assistant/${id}`, { speech_speed: 1.1 })
  const second = await chatFor(world, uuid)
  const { data } = (await get(`assistant_id=${id}&assistant_version=2`)).body
  expect(data).toMatchObject([{ id: second, assistant_version: 2 }])
  expect((await get(`assistant_id=${id}&assistant_version=3`)).body.data).toEqual([])
  expect((await get('assistant_version=1')).body.errors).toHaveProperty('assistant_id')
})

test('shows no conversation of another user', async () => {
  const [user, stranger] = [await world.user(), await world.user()]
  const { uuid } = await widgetFor(world, user)
  await chatFor(world, uuid)
  expect((await world.api(stranger.token, 'GET', '/user/conversations')).body.data).toEqual([])
})

test.each([
  ['cursor=nonsense', 'cursor'],
  ['type=sms', 'type'],
  ['per_page=0', 'per_page'],
  ['customer_phone=%2B12025550100', 'customer_phone'],
])('422 for %s', async (query, name) => {
  const user = await world.user()
  const { status, body } = await world.api(user.token, 'GET', `/user/conversations?${query}`)
  expect({ status, names: Object.keys(body.errors) }).toEqual({ status: 422, names: [name] })
})
