import { describe, expect, test } from 'vitest'
import { assistantFor } from '../../fixtures.ts'
import { openReceiver } from '../../receiver.ts'
import { useUser, useWorld } from '../../use-world.ts'
import { documentFor, knowledgebaseFor, manyWords } from '../knowledgebases/knowledgebase.ts'
import { toolFor } from '../tools/tool.ts'

const world = useWorld()
const user = useUser(world)
const ask = (body: object, path = '/user/ai/generate-reply') => world.api(user.token, 'POST', path, body)
const draft = async () => ({
  assistant_id: await assistantFor(world, user),
  customer_identifier: 'ada@example.com',
  message: 'Who are you?',
})

test('a customer has one conversation with an assistant, whose variables are merged', async () => {
  const body = await draft()
  const first = await ask({ ...body, variables: { name: 'Ada' } })
  expect(first.body).toEqual({
    success: true,
    conversation_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    customer_identifier: 'ada@example.com',
    reply: expect.stringMatching(/\w/),
    function_calls: [],
    ai_disabled: false,
  })
  const again = await ask({ ...body, variables: { city: 'Bonn' } }, '/ai/generate-reply')
  expect(again.body.conversation_id).toBe(first.body.conversation_id)
  const other = await ask({ ...body, customer_identifier: 'grace@example.com' })
  expect(other.body.conversation_id).not.toBe(first.body.conversation_id)
  const { body: listed } = await world.api(
    user.token,
    'GET',
    `/user/conversations?type=api&external_identifier=ada@example.com&assistant_id=${body.assistant_id}`,
  )
  expect(listed.data).toMatchObject([{ type: 'api', message_count: 4, variables: { name: 'Ada', city: 'Bonn' } }])
})

test('a conversation that has ended is followed by another one', async () => {
  const body = await draft()
  const first = await ask({ ...body, message: 'Goodbye!' })
  const next = await ask(body)
  expect(next.status).toBe(200)
  expect(next.body.conversation_id).not.toBe(first.body.conversation_id)
})

test('a switched-off assistant stores the message and answers nothing', async () => {
  const body = await draft()
  const { conversation_id } = (await ask(body)).body
  await world.api(user.token, 'POST', `/automate/conversations/${conversation_id}/disable-ai`)
  expect((await ask(body)).body).toMatchObject({ success: true, reply: '', ai_disabled: true })
})

test('documents are looked up, and a tool is sent its secret headers', async () => {
  const endpoint = await openReceiver(() => ({ body: '{"table": 7}' }))
  const knowledgebase_id = await knowledgebaseFor(world, user)
  await documentFor(world, user, knowledgebase_id, manyWords('Elephants pay nothing on Mondays.'))
  await world.run(120)
  const headers = [{ name: 'Authorization', value: 'Bearer top-secret' }]
  const tool = await toolFor(world, user, { endpoint: `${endpoint.url}/tables`, headers })
  const assistant = { knowledgebase_id, knowledgebase_mode: 'prompt', tool_ids: [tool] }
  const body = { ...(await draft()), assistant_id: await assistantFor(world, user, assistant) }
  const booked = await ask({ ...body, message: 'Please book one. [tool book_table {"day": "Monday"}]' })
  expect(booked.body).toMatchObject({
    reply: 'Here is what I found: {"table": 7}',
    function_calls: [{ name: 'book_table', arguments: { day: 'Monday' }, result: '{"table": 7}' }],
  })
  expect(endpoint.received.map((request) => request.headers.authorization)).toEqual(['Bearer top-secret'])
  expect((await ask({ ...body, message: 'What do elephants pay?' })).body.reply).toContain('Elephants')
  await endpoint.close()
})

describe('refuses', () => {
  test('an assistant of another user: 404, in the words of this family', async () => {
    const other = await world.user()
    const { status, body } = await ask({ ...(await draft()), assistant_id: await assistantFor(world, other) })
    expect({ status, body }).toEqual({
      status: 404,
      body: {
        success: false,
        message: 'Assistant not found or does not belong to you',
        error: 'Assistant not found or does not belong to you',
        error_code: 'ASSISTANT_NOT_FOUND',
      },
    })
  })

  test('a message that is missing or too long: 422', async () => {
    const body = await draft()
    expect((await ask({ ...body, message: '' })).status).toBe(422)
    expect((await ask({ ...body, message: 'x'.repeat(2001) })).status).toBe(422)
  })
})
