import { afterAll, beforeAll, expect, test } from 'vitest'
import { openReceiver, type WebhookReceiver } from '../../receiver.ts'
import { useUser, useWorld } from '../../use-world.ts'
import { toolFor } from './tool.ts'

const world = useWorld()
const user = useUser(world)
let endpoint: WebhookReceiver
beforeAll(async () => {
  endpoint = await openReceiver(({ path }) => (path === '/broken' ? { status: 500, body: 'No' } : { body: 'Yes' }))
})
afterAll(() => endpoint.close())
const run = (id: number, body: object) => world.api(user.token, 'POST', `/user/tools/${id}/test`, body)

test('returns request and answer; headers are sent, and shown masked', async () => {
  const headers = [{ name: 'Authorization', value: 'Bearer {{team}}' }]
  const id = await toolFor(world, user, { endpoint: `${endpoint.url}/tables`, headers })
  const { status, body } = await run(id, { arguments: { day: 'Monday' }, variables: { team: 'red' } })
  expect({ status, body }).toEqual({
    status: 200,
    body: {
      message: 'Tool tested',
      data: {
        request: {
          method: 'POST',
          url: `${endpoint.url}/tables`,
          headers: [{ name: 'Authorization', value: '••••••••' }],
          body: '{"day":"Monday"}',
        },
        answer: { status: 'success', http_status: 200, body: 'Yes', error: null, duration_ms: expect.any(Number) },
      },
    },
  })
  expect(endpoint.received.at(-1)?.headers).toMatchObject({
    authorization: 'Bearer red',
    'parlance-test': 'true',
    'webhook-signature': expect.stringMatching(/^v1,/),
    'idempotency-key': expect.stringMatching(/^test_/),
  })
})

test('200 also when the endpoint fails, or is not there', async () => {
  const broken = await toolFor(world, user, { endpoint: `${endpoint.url}/broken` })
  expect((await run(broken, { arguments: { day: 'Monday' } })).body.data.answer).toMatchObject({
    status: 'failed',
    http_status: 500,
    body: 'No',
  })
  const nowhere = await toolFor(world, user, { endpoint: 'http://localhost:9/' })
  expect((await run(nowhere, { arguments: { day: 'Monday' } })).body.data.answer).toMatchObject({
    status: 'failed',
    http_status: null,
    error: 'The connection was refused',
  })
})

test('422 for arguments that are missing or of another type', async () => {
  const schema = [
    { name: 'day', type: 'string', description: 'The day' },
    { name: 'guests', type: 'number', description: 'How many' },
  ]
  const id = await toolFor(world, user, { endpoint: `${endpoint.url}/tables`, schema })
  const before = endpoint.received.length
  expect((await run(id, { arguments: { guests: 'many' } })).body.errors).toEqual({
    'arguments.day': ['The day argument is required.'],
    'arguments.guests': ['The guests argument must be a number.'],
  })
  expect(endpoint.received).toHaveLength(before)
})

test('404 for unknown, impossible and foreign ids alike', async () => {
  const other = await world.user()
  const id = await toolFor(world, user)
  for (const [of, token] of [
    [1, user.token],
    ['x', user.token],
    [id, other.token],
  ] as const)
    expect(await world.api(token, 'POST', `/user/tools/${of}/test`, {})).toMatchObject({
      status: 404,
      text: '{"message":"Tool not found"}',
    })
})
