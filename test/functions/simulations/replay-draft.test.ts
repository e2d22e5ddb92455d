import { expect, test } from 'vitest'
import { assistantFor } from '../../fixtures.ts'
import { useWorld } from '../../use-world.ts'
import type { TestUser } from '../../world.ts'
import { documentFor, knowledgebaseFor, manyWords } from '../knowledgebases/knowledgebase.ts'
import { toolFor } from '../tools/tool.ts'
import { recordedCall, replay, replayed } from './replay.ts'

const world = useWorld()

const post = (user: TestUser, id: number, body: object) =>
  world.api(user.token, 'POST', `/user/assistants/${id}/draft/replay`, body)

const resultOf = ({ results }: { results: { call_id: number }[] }, id: number) =>
  results.find(({ call_id }) => call_id === id)

const prompt = 'Our shop opens at seven every morning. A table costs nothing. We are closed on Sundays.'

test('says what a changed prompt does to past calls, call by call', async () => {
  const user = await world.user()
  const assistant_id = await assistantFor(world, user, { system_prompt: prompt, initial_message: 'Hello.' })
  const lines = [
    'AI: Hello.',
    'When does the shop open?',
    'AI: About that I can tell you: Our shop opens at seven every morning.',
  ]
  const first = await recordedCall(world, user, { assistant_id, lines })
  const other = await recordedCall(world, user, {
    assistant_id,
    lines: ['AI: Hello.', 'How much is a table?', 'AI: About that I can tell you: A table costs nothing.'],
  })
  const missing = await post(user, assistant_id, { calls: 10 })
  expect([missing.status, missing.body.message]).toEqual([404, 'Draft not found'])
  await world.api(user.token, 'PUT', `/user/assistants/${assistant_id}/draft`, {
    system_prompt: prompt.replace('Our shop opens at seven every morning. ', ''),
  })
  const body = await replayed(world, user, await replay(world, user, assistant_id, { calls: 10 }))
  expect(body).toMatchObject({
    assistant_id,
    assistant_version: null,
    calls: 2,
    worse: 1,
    same: 1,
    better: 0,
    failed: 0,
  })
  const [unchanged, changed] = [resultOf(body, other), resultOf(body, first)]
  expect(unchanged).toMatchObject({ call_id: other, verdict: 'same', differs: [] })
  expect(changed).toMatchObject({ call_id: first, verdict: 'worse', reason: 'It says more of the instructions.' })
  expect(changed).toMatchObject({ assistant_version: 1, recorded: { turns: 1, ended_by: 'customer' } })
})

test('answers tools from the record, and tells of a tool call without one', async () => {
  const user = await world.user()
  const tool_ids = [await toolFor(world, user)]
  const assistant_id = await assistantFor(world, user, { initial_message: 'Hello.', tool_ids })
  const asks = (day: string) => `Thanks [tool book_table {"day": "${day}"}]`
  const booked = {
    id: 'a',
    name: 'book_table',
    arguments: { day: 'Monday' },
    outcome: 'done' as const,
    http_status: 200,
    result: 'Table 7 is yours.',
    started_at: '2026-11-25T10:00:00.000000Z',
    duration_ms: 100,
  }
  const said = (day: string) => ['AI: Hello.', asks(day), 'AI: Here is what I found: Table 7 is yours.']
  const same = await recordedCall(world, user, {
    assistant_id,
    lines: said('monday'),
    detail: { tool_calls: [booked] },
  })
  const lost = await recordedCall(world, user, {
    assistant_id,
    lines: said('Friday'),
    detail: { tool_calls: [booked] },
  })
  const id = await replay(world, user, assistant_id, { call_ids: [same, lost], version: 1 })
  const over = await replayed(world, user, id)
  const [first, second] = [resultOf(over, same), resultOf(over, lost)]
  expect(first).toMatchObject({ call_id: same, verdict: 'same', differs: [], tools_without_record: [] })
  expect(second).toMatchObject({
    call_id: lost,
    verdict: 'worse',
    reason: 'book_table was carried out in the call, and is not any more.',
    tools_without_record: ['book_table'],
  })
  expect(second).toMatchObject({ differs: expect.arrayContaining(['tools']) })
  const { body } = await world.api(user.token, 'GET', `/user/replays/${id}/calls/${same}`)
  expect(body.tool_calls).toMatchObject([{ name: 'book_table', answered_by: 'record', result: 'Table 7 is yours.' }])
  expect(body.recorded_transcript).toHaveLength(3)
  expect(body.replayed_transcript.at(-1).text).toBe('Here is what I found: Table 7 is yours.')
})

test('looks up what documents say, as a call does', async () => {
  const user = await world.user()
  const base = await knowledgebaseFor(world, user)
  await documentFor(world, user, base, manyWords('Elephants eat hay in the morning.', 'Food'))
  await world.run(120)
  const assistant_id = await assistantFor(world, user, {
    ...{ initial_message: 'Hello.', knowledgebase_id: base, knowledgebase_mode: 'function_call' },
  })
  const call_id = await recordedCall(world, user, { assistant_id, lines: ['AI: Hello.', 'What do elephants eat?'] })
  const id = await replay(world, user, assistant_id, { call_ids: [call_id], version: 1 })
  await replayed(world, user, id)
  const { body } = await world.api(user.token, 'GET', `/user/replays/${id}/calls/${call_id}`)
  expect(body.replayed_transcript.at(-1).text).toContain('hay in the morning')
})

test('names its price before, holds it, and gives back what it did not cost', async () => {
  const user = await world.user()
  const assistant_id = await assistantFor(world, user)
  await recordedCall(world, user, { assistant_id })
  const dry = await post(user, assistant_id, { calls: 5, version: 1, dry_run: true })
  expect([dry.status, dry.body]).toEqual([
    202,
    { message: 'Nothing was played', data: { id: null, calls: 1, cost: { expected: 0.05, at_most: 0.1 } } },
  ])
  const balance = () => world.services.ledger.balance(user.id)
  const before = await balance()
  const begun = await post(user, assistant_id, { calls: 5, version: 1 })
  expect(begun.body.data).toMatchObject({ calls: 1, cost: dry.body.data.cost })
  expect(before - (await balance())).toBe(100_000)
  const { cost } = await replayed(world, user, begun.body.data.id)
  expect(cost).toEqual({ expected: 0.05, at_most: 0.1, charged: 0.05 })
  expect(before - (await balance())).toBe(50_000)
})

test('400 when the balance does not cover it; nothing is held', async () => {
  const user = await world.user()
  const assistant_id = await assistantFor(world, user)
  await recordedCall(world, user, { assistant_id })
  await world.services.ledger.move({ user_id: user.id, type: 'top_up', amount: 60_000, description: 'Top-up' })
  const { status, body } = await post(user, assistant_id, { calls: 1, version: 1 })
  expect([status, body.message]).toEqual([400, 'Insufficient balance'])
  expect(await world.services.ledger.balance(user.id)).toBe(60_000)
})

test('returns 422 for foreign or silent calls', async () => {
  const [user, other] = [await world.user(), await world.user()]
  const [assistant_id, second] = [await assistantFor(world, user), await assistantFor(world, user)]
  const own = await recordedCall(world, user, { assistant_id })
  const call_ids = [
    own,
    await recordedCall(world, user, { assistant_id: second }),
    await recordedCall(world, user, { assistant_id, lines: ['AI: Hello.'] }),
    await recordedCall(world, other, { assistant_id: await assistantFor(world, other) }),
    await recordedCall(world, user, { assistant_id, call: { answered_by: 'machine' } }),
    7,
  ]
  const { status, body } = await post(user, assistant_id, { call_ids, version: 1 })
  expect([status, Object.keys(body.errors).toSorted()]).toEqual([
    422,
    [1, 2, 3, 4, 5].map((place) => `call_ids.${place}`),
  ])
})

test.each([
  [{}, 'calls'],
  [{ calls: 201 }, 'calls'],
  [{ calls: 1, call_ids: [1] }, 'call_ids'],
  [{ calls: 1, assertions: [{ type: 'tool_called', tool: 'no_such_tool' }] }, 'assertions.0.tool'],
  [{ calls: 1 }, 'calls'],
])('422 for %j', async (body, field) => {
  const user = await world.user()
  const id = await assistantFor(world, user)
  const reply = await post(user, id, { version: 1, ...body })
  expect([reply.status, Object.keys(reply.body.errors)]).toEqual([422, [field]])
})

test('404 for a version that is not kept', async () => {
  const user = await world.user()
  const reply = await post(user, await assistantFor(world, user), { calls: 1, version: 9 })
  expect([reply.status, reply.body.message]).toEqual([404, 'Version not found'])
})
