import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readToolKey } from '../../../shared/domain/conversations/tool-key.ts'
import { assistantFor } from '../../fixtures.ts'
import { openReceiver, type ReceivedRequest, type WebhookReceiver } from '../../receiver.ts'
import { useCaller, useWorld } from '../../use-world.ts'
import { callEras } from '../agents/agents.ts'
import { documentFor, knowledgebaseFor, manyWords } from '../knowledgebases/knowledgebase.ts'
import { toolFor } from '../tools/tool.ts'
import { openLine } from './line.ts'
import { dialOf, incoming, multimodal, notify } from './realtime.ts'

const world = useWorld({ environment: { MODEL_EMBEDDING_MODEL: 'double' } })
const user = useCaller(world)
let endpoint: WebhookReceiver
let answering: (request: ReceivedRequest) => { status?: number; body?: string } = () => ({ body: 'Table 7' })
beforeAll(async () => {
  endpoint = await openReceiver((request) => answering(request))
})
afterAll(() => endpoint.close())

const held = async (tool: Record<string, unknown> = {}, settings: Record<string, unknown> = {}) => {
  const name = `book_table`
  const tool_ids = [await toolFor(world, user, { name, endpoint: `${endpoint.url}/tables`, ...tool })]
  const line = await openLine(world, user, await assistantFor(world, user, { ...multimodal, tool_ids, ...settings }))
  const { address, headers } = dialOf(await line.answer())
  await world.realtime.ring(address)
  const { id: session = '', settings: given } = world.realtime.calls().at(-1) ?? {}
  const key = given?.tools?.[0]?.authorization ?? ''
  endpoint.received.length = 0
  answering = () => ({ body: 'Table 7' })
  const stored = async () => (await world.api(user.token, 'GET', `/user/calls/${line.ref.call_id}`)).body.tool_calls
  return { ...line, key, session, headers, stored, name }
}

const post = (body: object, headers: Record<string, string> = {}) =>
  world.request('POST', '/realtime/tools', {
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, ...body }),
  })
const list = { method: 'tools/list', params: {} }

describe.each(callEras)('a client of revision %s', (version, connect) => {
  test('finds the tools of the call’s assistant and its end, and uses them', async () => {
    const { key, stored } = await held()
    const agent = await connect(world, key)
    expect(agent.version).toBe(version)
    expect((await agent.tools()).map(({ name }) => name)).toEqual(['end_call', 'book_table'])
    const answer = await agent.use('book_table', { day: 'Monday' })
    expect(answer).toMatchObject({ isError: false, content: [{ type: 'text', text: 'Table 7' }] })
    expect(endpoint.received.map(({ body }) => body)).toEqual([{ day: 'Monday' }])
    expect(await stored()).toMatchObject([{ name: 'book_table', outcome: 'done' }])
    await agent.close()
  })
})

describe('a tool call', () => {
  const callTool = (id: number, day: string) => ({
    id,
    method: 'tools/call',
    params: { name: 'book_table', arguments: { day } },
  })
  const resultOf = ({ text }: { text: string }) => JSON.parse(text.split('data: ')[1] ?? '{}').result

  test('is carried out once, whatever its message is numbered, and side by side', async () => {
    const { key } = await held()
    const authorization = { authorization: `Bearer ${key}` }
    const replies = await Promise.all([1, 1, 2].map((id) => post(callTool(id, 'Monday'), authorization)))
    for (const reply of replies) expect(resultOf(reply)).toMatchObject({ isError: false })
    await post(callTool(1, 'Tuesday'), authorization)
    expect(endpoint.received.map(({ body }) => body.day)).toEqual(['Monday', 'Tuesday'])
  })

  test('that fails is a result with a sentence, and is not sent again', async () => {
    const { key } = await held()
    answering = () => ({ status: 500, body: 'full' })
    const authorization = { authorization: key }
    for (let time = 0; time < 2; time++) {
      const reply = await post(callTool(1, 'Monday'), authorization)
      expect(reply.status).toBe(200)
      expect(resultOf(reply)).toMatchObject({ isError: true, content: [{ text: expect.stringContaining('HTTP 500') }] })
    }
    expect(endpoint.received).toHaveLength(1)
  })

  test('with arguments that do not fit is told so, and nothing leaves', async () => {
    const { key } = await held()
    const body = { method: 'tools/call', params: { name: 'book_table', arguments: {} } }
    expect(resultOf(await post(body, { authorization: `Bearer ${key}` }))).toMatchObject({ isError: true })
    expect(endpoint.received).toHaveLength(0)
  })

  test('to search documents gets their content, also of new ones', async () => {
    const knowledgebase_id = await knowledgebaseFor(world, user)
    const shelves = Array.from({ length: 300 }, (_, n) => `# Item ${n}\nIt is kept on shelf ${n}, as always.`.repeat(4))
    await documentFor(world, user, knowledgebase_id, shelves.join('\n'))
    await world.run(10)
    const { key, stored } = await held({}, { knowledgebase_id })
    await documentFor(world, user, knowledgebase_id, 'Elephants are delivered on Thursdays before breakfast.')
    await world.run(10)
    const params = { name: 'search_knowledge', arguments: { query: 'delivery of elephants' } }
    const reply = await post({ method: 'tools/call', params }, { authorization: `Bearer ${key}` })
    const [{ text }] = resultOf(reply).content
    expect(text).toContain('Elephants are delivered on Thursdays before breakfast.')
    expect(await stored()).toMatchObject([{ name: 'search_knowledge', outcome: 'done' }])
  })

  test('for documents is also searched by what it means', async () => {
    const knowledgebase_id = await knowledgebaseFor(world, user)
    await documentFor(world, user, knowledgebase_id, manyWords('Hounds wait outside, please.'))
    await world.run(10)
    await world.run(30)
    const { key } = await held({}, { knowledgebase_id })
    // Tries several queries, because embeddings can time out on a busy machine.
    let text = ''
    for (const query of ['my puppy', 'a puppy', 'puppy']) {
      if (text.includes('Hounds')) break
      const params = { name: 'search_knowledge', arguments: { query } }
      const reply = await post({ method: 'tools/call', params }, { authorization: `Bearer ${key}` })
      text = resultOf(reply).content[0].text
    }
    expect(text).toContain('Hounds wait outside, please.')
  })

  test('for a tool of another assistant, or none, is a mistake of the protocol', async () => {
    const { key } = await held()
    await toolFor(world, user, { name: 'not_mine' })
    const body = { method: 'tools/call', params: { name: 'not_mine', arguments: {} } }
    const reply = await post(body, { authorization: `Bearer ${key}` })
    expect(reply.text).toContain('Unknown tool: not_mine')
  })
})

describe('is refused with 401', () => {
  test('without a key, with a token of the user, with a forged key', async () => {
    const { key, ref } = await held()
    const forged = key.replace(/.{5}$/, 'AAAAA')
    const foreign = key.replace(`${ref.user_id}-`, `${ref.user_id + 1}-`)
    for (const shown of [undefined, user.token, forged, foreign, 'x', ''])
      expect((await post(list, shown === undefined ? {} : { authorization: `Bearer ${shown}` })).status).toBe(401)
    expect((await post(list, { authorization: `Bearer ${key}` })).status).toBe(200)
  })

  test('the key of a call that is over', async () => {
    const { key, post: tell } = await held()
    await tell('session', { CallStatus: 'completed', DialCallStatus: 'completed' })
    expect((await post(list, { authorization: `Bearer ${key}` })).status).toBe(401)
  })

  test('a key in the address', async () => {
    const { key } = await held()
    expect((await world.request('POST', `/realtime/tools?authorization=${key}`, { body: '{}' })).status).toBe(401)
  })
})

test('no foreign page may use them in a browser, whatever key it shows', async () => {
  const { key } = await held()
  const authorization = `Bearer ${key}`
  const own = new URL(world.parts.settings.required('PUBLIC_URL')).origin
  expect((await post(list, { authorization, origin: 'https://evil.example' })).status).toBe(403)
  expect((await post(list, { authorization, origin: own })).status).toBe(200)
})

test('accepts every key that the vendor may have received', async () => {
  const { key, headers, session } = await held()
  await notify(world, incoming(session, headers))
  expect((await post(list, { authorization: `Bearer ${key}` })).status).toBe(200)
})

test.each(['GET', 'DELETE'])('%s is answered 405 with what is allowed', async (method) => {
  const reply = await world.request(method, '/realtime/tools')
  expect(reply.status).toBe(405)
  expect(reply.headers.get('allow')).toBe('POST')
})

test('the key is stored as a hash, and in no log', async () => {
  const { key, name } = await held()
  await post({ method: 'tools/call', params: { name, arguments: { day: 'xylophone' } } }, { authorization: key })
  const [, secret = ''] = (readToolKey(key)?.key ?? '').split('.')
  expect(secret).toHaveLength(43)
  const talks = (await world.items()).filter(({ pk }) => pk.endsWith('#talk'))
  expect(JSON.stringify(talks)).not.toContain(secret)
  const logged = JSON.stringify(world.logged)
  expect(logged).not.toContain(secret)
  expect(logged).not.toContain('xylophone')
})
