import { beforeAll, expect, test } from 'vitest'
import { useUser, useWorld } from '../../use-world.ts'
import { assistantsOf } from './drafts.ts'

const ids: number[] = []

const world = useWorld()
const user = useUser(world)

beforeAll(async () => {
  for (let count = 0; count < 12; count++) {
    ids.push(await assistantsOf(world, user).id({ calls_direction: count % 3 === 0 ? 'receive' : 'make' }))
    await world.run(1)
  }
  await assistantsOf(world, await world.user()).id()
})

const list = (query = '') => world.api(user.token, 'GET', `/user/assistants/get${query}`)
const idsOf = (body: { data: { id: number }[] }) => body.data.map(({ id }) => id)

test('200 with the newest ten, whole, in the paginator', async () => {
  const { status, body } = await list()
  expect(status).toBe(200)
  const path = `${world.url}/user/assistants/get`
  expect(idsOf(body)).toEqual(ids.toReversed().slice(0, 10))
  expect(body.data[0]).toEqual(await assistantsOf(world, user).read(ids[11] ?? 0))
  expect(body).toEqual({
    current_page: 1,
    data: body.data,
    first_page_url: `${path}?page=1`,
    from: 1,
    last_page: 2,
    last_page_url: `${path}?page=2`,
    links: [
      { url: null, label: '&laquo; Previous', active: false },
      { url: `${path}?page=1`, label: '1', active: true },
      { url: `${path}?page=2`, label: '2', active: false },
      { url: `${path}?page=2`, label: 'Next &raquo;', active: false },
    ],
    next_page_url: `${path}?page=2`,
    path,
    per_page: 10,
    prev_page_url: null,
    to: 10,
    total: 12,
  })
})

test('filters by type, and the links keep the filters', async () => {
  const { body } = await list('?type=inbound&per_page=3&page=2')
  expect(idsOf(body)).toEqual([ids[0]])
  expect(body).toMatchObject({ total: 4, from: 4, to: 4, current_page: 2, last_page: 2, per_page: 3 })
  expect(body.prev_page_url).toBe(`${body.path}?type=inbound&per_page=3&page=1`)
  expect((await list('?type=outbound')).body.total).toBe(8)
})

test('an empty parameter counts as absent', async () => {
  expect((await list('?type=&page=&per_page=')).body).toMatchObject({ total: 12, per_page: 10, current_page: 1 })
})

test.each(['3', '99999999999999999999'])('page %s is past the end and empty', async (page) => {
  const { status, body } = await list(`?page=${page}`)
  expect(status).toBe(200)
  expect(body).toMatchObject({ data: [], from: null, to: null, total: 12, last_page: 2, next_page_url: null })
})

test.each([
  ['?page=0', 'page', 'The page field must be at least 1.'],
  ['?page=x', 'page', 'The page field must be an integer.'],
  ['?per_page=0', 'per_page', 'The per page field must be between 1 and 100.'],
  ['?per_page=101', 'per_page', 'The per page field must be between 1 and 100.'],
  ['?type=web', 'type', 'The selected type is invalid.'],
])('422 for %s', async (query, name, sentence) => {
  const { status, body } = await list(query)
  expect(status).toBe(422)
  expect(body).toEqual({ message: 'Validation failed', errors: { [name]: [sentence] } })
})

test('an empty list is one empty page', async () => {
  const { token } = await world.user()
  const { body } = await world.api(token, 'GET', '/user/assistants/get')
  expect(body).toMatchObject({ data: [], total: 0, last_page: 1, from: null, to: null })
})
