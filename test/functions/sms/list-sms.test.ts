import { expect, test } from 'vitest'
import { useWorld } from '../../use-world.ts'
import { openSender } from './sender.ts'

const world = useWorld()

test('200 with the newest first, page by page', async () => {
  const { user, send } = await openSender(world)
  const ids: number[] = []
  for (let count = 0; count < 17; count++) {
    ids.unshift((await send()).body.data.id)
    await world.run(1)
  }
  const list = async (query: string) => (await world.api(user.token, 'GET', `/user/sms${query}`)).body
  const first = await list('')
  expect(first).toMatchObject({ current_page: 1, per_page: 15, total: 17, last_page: 2, from: 1, to: 15 })
  expect(first.data.map(({ id }: { id: number }) => id)).toEqual(ids.slice(0, 15))
  expect(first.data[0]).toEqual((await world.api(user.token, 'GET', `/user/sms/${ids[0]}`)).body)
  const last = await list('?per_page=5&page=4')
  expect(last).toMatchObject({ current_page: 4, total: 17, last_page: 4, from: 16, to: 17, next_page_url: null })
  expect(last.data.map(({ id }: { id: number }) => id)).toEqual(ids.slice(15))
  expect(await list('?page=9')).toMatchObject({ data: [], from: null, to: null, total: 17 })
})

test('200 with nothing for somebody who has sent nothing', async () => {
  const { token } = await world.user()
  const { status, body } = await world.api(token, 'GET', '/user/sms')
  expect(status).toBe(200)
  expect(body).toMatchObject({ data: [], total: 0, last_page: 1 })
})

test.each([
  ['per_page=0', 'per_page', 'The per page field must be between 1 and 100.'],
  ['per_page=101', 'per_page', 'The per page field must be between 1 and 100.'],
  ['page=0', 'page', 'The page field must be at least 1.'],
  ['page=one', 'page', 'The page field must be an integer.'],
])('422 for %s', async (query, field, sentence) => {
  const { token } = await world.user()
  const { status, body } = await world.api(token, 'GET', `/user/sms?${query}`)
  expect({ status, body }).toEqual({
    status: 422,
    body: { message: 'Validation failed', errors: { [field]: [sentence] } },
  })
})
