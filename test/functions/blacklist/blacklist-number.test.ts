import { expect, test } from 'vitest'
import { useWorld } from '../../use-world.ts'

const world = useWorld()

const add = (token: string, body: unknown) => world.api(token, 'POST', '/user/blacklist', body)

test('201 with the entry, the number in E.164', async () => {
  const { token } = await world.user()
  const { status, body } = await add(token, { phone_number: '+1 (202) 555-0155', reason: 'Asked to be left alone' })
  expect(status).toBe(201)
  expect(body).toEqual({
    message: 'Number blacklisted successfully',
    data: {
      id: expect.any(Number),
      phone_number: '+12025550155',
      reason: 'Asked to be left alone',
      source: 'user',
      created_at: '2026-11-25 10:00:00',
    },
  })
})

test('returns the existing entry for a listed number, also to concurrent requests', async () => {
  const { token } = await world.user()
  const replies = await Promise.all(
    ['a', 'b', 'c', 'd'].map((reason) => add(token, { phone_number: '+12025550155', reason })),
  )
  const [first] = replies
  for (const { status, body } of replies)
    expect({ status, data: body.data }).toEqual({ status: 201, data: first?.body.data })
  expect((await world.api(token, 'GET', '/user/blacklist')).body.total).toBe(1)
})

test.each([
  [{}, { phone_number: ['The phone number field is required.'] }],
  [{ phone_number: 12025550155 }, { phone_number: ['The phone number field must be a string.'] }],
  [
    { phone_number: '+12025550155', reason: 'a'.repeat(256) },
    { reason: ['The reason field must not be greater than 255 characters.'] },
  ],
])('422 Validation failed for %j', async (request, errors) => {
  const { token } = await world.user()
  const { status, body } = await add(token, request)
  expect({ status, body }).toEqual({ status: 422, body: { message: 'Validation failed', errors } })
})

test('422 Invalid phone number for a national format', async () => {
  const { token } = await world.user()
  const { status, body } = await add(token, { phone_number: '(202) 555-0155' })
  expect({ status, body }).toEqual({ status: 422, body: { message: 'Invalid phone number' } })
})
