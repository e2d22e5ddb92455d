import { expect, test } from 'vitest'
import { assistantFor } from '../../fixtures.ts'
import { useWorld } from '../../use-world.ts'
import { askAs } from './knowledgebase.ts'

const world = useWorld()

test('201 with the new base, which is empty and shown in lists', async () => {
  const user = await world.user()
  const ask = askAs(world, user)
  const made = await ask('POST', '', { name: ' Prices ', description: 'What things cost' })
  const time = '2026-11-25T10:00:00.000000Z'
  const data = {
    id: expect.any(Number),
    name: 'Prices',
    description: 'What things cost',
    status: 'empty',
    status_label: 'Empty',
    documents_count: 0,
    assistants_count: 0,
    created_at: time,
    updated_at: time,
  }
  expect(made).toMatchObject({ status: 201, body: { message: 'Knowledgebase created successfully.', data } })
  const { id } = made.body.data
  expect((await ask('GET', `/${id}`)).body).toEqual({ data: made.body.data })
  await assistantFor(world, user, { knowledgebase_id: id })
  expect((await ask('GET', '')).body).toEqual({ data: [{ ...made.body.data, assistants_count: 1 }] })
})

test('422 under `error` and `message` alike, with what is wrong by field', async () => {
  const ask = askAs(world, await world.user())
  const { status, body } = await ask('POST', '', { name: '', description: 'x'.repeat(256) })
  expect(status).toBe(422)
  expect(body).toEqual({
    message: 'Validation failed',
    error: 'Validation failed',
    errors: {
      name: ['The name field is required.'],
      description: ['The description field must not be greater than 255 characters.'],
    },
  })
})

test('makes fifty of a hundred concurrent bases, one more after a deletion', async () => {
  const user = await world.user()
  const ask = askAs(world, user)
  const replies = await Promise.all(Array.from({ length: 100 }, (_, n) => ask('POST', '', { name: `Base ${n}` })))
  const refused = replies.filter(({ status }) => status === 422)
  expect(replies.filter(({ status }) => status === 201)).toHaveLength(50)
  const message = 'You have reached the limit of 50 knowledge bases.'
  expect(refused.map(({ body }) => body)).toEqual(Array(50).fill({ message, error: message }))
  expect((await ask('GET', '')).body.data).toHaveLength(50)
  const made = replies.find(({ status }) => status === 201)
  expect((await ask('DELETE', `/${made?.body.data.id}`)).status).toBe(200)
  const again = await Promise.all([1, 2, 3].map((n) => ask('POST', '', { name: `More ${n}` })))
  expect(again.map(({ status }) => status).toSorted()).toEqual([201, 422, 422])
})

test('a repeated request makes one base', async () => {
  const user = await world.user()
  const headers = { 'idempotency-key': 'one base' }
  const made = await Promise.all(
    [1, 2].map(() => world.api(user.token, 'POST', '/user/knowledgebases', { name: 'Prices' }, headers)),
  )
  expect(made.filter(({ status }) => status === 201).length).toBeGreaterThan(0)
  expect((await askAs(world, user)('GET', '')).body.data).toHaveLength(1)
})
