import { describe, expect, test } from 'vitest'
import { simulations } from '../../../shared/data/simulations/simulations.ts'
import { assistantFor } from '../../fixtures.ts'
import { openReceiver } from '../../receiver.ts'
import { useUser, useWorld } from '../../use-world.ts'
import { toolFor } from '../tools/tool.ts'
import { finished, freePlaces, simulate, simulationDraft } from './simulation.ts'

const world = useWorld()
const user = useUser(world)

const post = (id: number, body: object, token = user.token, headers = {}) =>
  world.api(token, 'POST', `/user/assistants/${id}/simulate`, body, headers)

describe('a run', () => {
  test('is the talk of a call: greeting, answers, and its end by the assistant', async () => {
    const id = await assistantFor(world, user, {
      system_prompt: 'You are friendly. Our workshop opens at nine in the morning.',
      initial_message: 'Hello {{customer}}, this is Anna.',
    })
    const simulation = await simulate(world, user, id, {
      lines: ['When does your workshop open?', 'Goodbye!', 'This is never said.'],
      variables: { customer: 'Ada' },
      assertions: [
        { type: 'said', text: 'opens at NINE' },
        { type: 'not_said', text: 'sorry' },
        { type: 'said', by: 'customer', text: 'never said' },
        { type: 'ended_by', by: 'assistant' },
      ],
    })
    const { results, ...over } = await finished(world, user, simulation)
    expect(over).toMatchObject({ status: 'done', runs: 1, passed: 0, cost: 0.05, assistant_id: id })
    expect(results[0]).toMatchObject({
      status: 'done',
      passed: false,
      ended_by: 'assistant',
      transcript: [
        { sender: 'bot', text: 'Hello Ada, this is Anna.' },
        { sender: 'human', text: 'When does your workshop open?' },
        { sender: 'bot', text: 'About that I can tell you: Our workshop opens at nine in the morning.' },
        { sender: 'human', text: 'Goodbye!' },
        { sender: 'bot', text: 'Thank you for your time. Goodbye!' },
      ],
    })
    expect(results[0].assertions.map(({ holds }: { holds: boolean }) => holds)).toEqual([true, true, false, true])
  })

  test('a customer hangs up after their lines, or stops at the limit', async () => {
    const id = await assistantFor(world, user)
    const lines = ['One moment.', 'I am thinking.']
    const one = await simulate(world, user, id, { lines, assertions: [{ type: 'ended_by', by: 'customer' }] })
    const two = await simulate(world, user, id, { lines, turns: 1, assertions: [{ type: 'ended_by', by: 'limit' }] })
    expect(await finished(world, user, one)).toMatchObject({ passed: 1 })
    expect(await finished(world, user, two)).toMatchObject({ passed: 1 })
  })

  test('a model plays a customer with a goal, and hangs up', async () => {
    const id = await assistantFor(world, user)
    const simulation = await simulate(world, user, id, { goal: 'You want a table for Monday.', turns: 3 })
    const { results } = await finished(world, user, simulation)
    expect(results[0].transcript.some(({ sender }: { sender: string }) => sender === 'human')).toBe(true)
    expect(['assistant', 'customer', 'limit']).toContain(results[0].ended_by)
  })

  test('a variable is extracted as after a call, and compared', async () => {
    const post_call_schema = [{ name: 'guests', type: 'number', description: 'How many guests come' }]
    const id = await assistantFor(world, user, { post_call_schema })
    const assertions = [
      { type: 'variable', name: 'guests', equals: 4 },
      { type: 'variable', name: 'guests' },
      { type: 'variable', name: 'guests', equals: 5 },
    ]
    const simulation = await simulate(world, user, id, { lines: ['We are 4 people.'], assertions })
    const [run] = (await finished(world, user, simulation)).results
    expect(run.extracted_variables).toEqual({ guests: 4 })
    expect(run.assertions.map(({ holds }: { holds: boolean }) => holds)).toEqual([true, true, false])
  })

  test('fails when no model answers, says so, and counts as not passed', async () => {
    const id = await assistantFor(world, user, { system_prompt: 'You are friendly. [double: fail]' })
    const simulation = await simulate(world, user, id, { lines: ['Who are you?'] })
    const { passed, results } = await finished(world, user, simulation)
    expect(passed).toBe(0)
    expect(results[0]).toMatchObject({ status: 'done', ended_by: 'failure', passed: false })
  })
})

describe('tools', () => {
  test('answer with mocks by arguments; without a mock no request leaves', async () => {
    const endpoint = await openReceiver(() => ({ body: 'Real table' }))
    const tool = (name: string) =>
      toolFor(world, user, {
        name,
        endpoint: `${endpoint.url}/x`,
        schema: [{ name: 'day', type: 'string', description: 'The day' }],
      })
    const id = await assistantFor(world, user, { tool_ids: [await tool('book_table'), await tool('ask_chef')] })
    const simulation = await simulate(world, user, id, {
      lines: [
        '[tool book_table {"day":"Monday"}]',
        '[tool book_table {"day":"Friday"}]',
        '[tool ask_chef {"day":"Friday"}]',
      ],
      mocks: [
        { tool: 'book_table', arguments: { day: 'monday' }, answer: 'Table 7 on Monday' },
        { tool: 'book_table', answer: 'Nothing is free', status: 409 },
      ],
      assertions: [
        { type: 'tool_called', tool: 'book_table', arguments: { day: 'Monday' } },
        { type: 'said', text: 'Table 7 on Monday' },
        { type: 'tool_called', tool: 'book_table', arguments: { day: 'Sunday' } },
        { type: 'tool_called', tool: 'ask_chef' },
      ],
    })
    const [run] = (await finished(world, user, simulation)).results
    expect(run.tool_calls).toMatchObject([
      { name: 'book_table', arguments: { day: 'Monday' }, outcome: 'done', http_status: 200, answered_by: 'mock' },
      { name: 'book_table', arguments: { day: 'Friday' }, outcome: 'failed', http_status: 409, answered_by: 'mock' },
      { name: 'ask_chef', outcome: 'failed', answered_by: 'none' },
    ])
    expect(run.tools_without_mock).toEqual(['ask_chef'])
    expect(run.assertions.map(({ holds }: { holds: boolean }) => holds)).toEqual([true, true, false, false])
    expect(endpoint.received).toEqual([])
    await endpoint.close()
  })

  test('built-in tools end the talk without other effects', async () => {
    const id = await assistantFor(world, user, { tools: [{ type: 'do_not_call' }] })
    const before = (await world.items()).filter(({ pk }) =>
      /#(blacklist|blacklisted|suppression-event|lead|sms|call)$/.test(pk),
    )
    const carrierBefore = world.carrier.stats().creates.length
    const simulation = await simulate(world, user, id, { lines: ['Do not call me again.', 'Are you there?'] })
    const [run] = (await finished(world, user, simulation)).results
    expect(run).toMatchObject({
      ended_by: 'assistant',
      opted_out: true,
      tool_calls: [{ name: 'do_not_call', outcome: 'done', answered_by: 'built_in' }],
      tools_without_mock: [],
    })
    const after = (await world.items()).filter(({ pk }) =>
      /#(blacklist|blacklisted|suppression-event|lead|sms|call)$/.test(pk),
    )
    expect(after).toEqual(before)
    expect(world.carrier.stats().creates).toHaveLength(carrierBefore)
  })
})

describe('money', () => {
  const entries = async (owner: { id: number }) =>
    (await world.services.ledger.page(owner.id, 0, 50)).entries.map(({ type, amount }) => [type, amount]).toReversed()

  test('holds the longest runs’ cost, and releases the rest', async () => {
    const payer = await world.user()
    await world.services.ledger.move({ user_id: payer.id, type: 'top_up', amount: 1_000_000, description: 'Top-up' })
    const id = await assistantFor(world, payer)
    const simulation = await simulate(world, payer, id, { ...simulationDraft, runs: 2 })
    expect(await entries(payer)).toContainEqual(['hold', -1_000_000])
    expect(await finished(world, payer, simulation)).toMatchObject({ cost: 0.1, passed: 2 })
    expect(await entries(payer)).toEqual([
      ['top_up', 1_000_000],
      ['hold', -1_000_000],
      ['release', 450_000],
      ['release', 450_000],
    ])
    expect(await world.services.ledger.balance(payer.id)).toBe(900_000)
  })

  test('returns 400 without money for the longest runs', async () => {
    const poor = await world.user()
    await world.services.ledger.move({ user_id: poor.id, type: 'top_up', amount: 240_000, description: 'Top-up' })
    const id = await assistantFor(world, poor)
    const { status, body } = await post(id, simulationDraft, poor.token)
    expect({ status, body }).toEqual({ status: 400, body: { message: 'Insufficient balance' } })
    expect((await world.api(poor.token, 'GET', '/user/simulations')).body).toEqual([])
    expect(await world.services.ledger.balance(poor.id)).toBe(240_000)
  })
})

describe('limits', () => {
  test('returns 429 with Retry-After for a third simulation', async () => {
    const tester = await world.user()
    const id = await assistantFor(world, tester)
    const replies = await Promise.all(Array.from({ length: 6 }, () => post(id, simulationDraft, tester.token)))
    expect(replies.map(({ status }) => status).toSorted()).toEqual([202, 202, 429, 429, 429, 429])
    const late = replies.find(({ status }) => status === 429)
    expect(late?.body.message).toBe(
      'Two simulations or replays are running already. Ask again when one of them is over.',
    )
    expect(Number(late?.headers.get('retry-after'))).toBeGreaterThan(0)
    for (const { status, body } of replies) if (status === 202) await finished(world, tester, body.data.id)
    expect((await post(id, simulationDraft, tester.token)).status).toBe(202)
  })

  test('returns 429 when the runs of an hour exceed the limit', async () => {
    const tester = await world.user()
    await world.services.ledger.move({ user_id: tester.id, type: 'top_up', amount: 100_000_000, description: 'Top-up' })
    const id = await assistantFor(world, tester)
    const take = (runs: number) => simulations(world.parts).takeRuns(tester.id, runs, world.clock.now())
    expect(await take(90)).toEqual({ isAllowed: true })
    const late = await post(id, { ...simulationDraft, runs: 11 }, tester.token)
    expect({ status: late.status, body: late.body }).toEqual({ status: 429, body: { message: 'Too Many Attempts.' } })
    expect(Number(late.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await post(id, { ...simulationDraft, runs: 10 }, tester.token)).status).toBe(202)
  })

  test('asked again with the same Idempotency-Key, it is one simulation, held for once', async () => {
    const tester = await world.user()
    const id = await assistantFor(world, tester)
    const [one, two] = [
      await post(id, simulationDraft, tester.token, { 'idempotency-key': 'a' }),
      await post(id, simulationDraft, tester.token, { 'idempotency-key': 'a' }),
    ]
    expect(two.body).toEqual(one.body)
    expect((await world.api(tester.token, 'GET', '/user/simulations')).body).toHaveLength(1)
  })

  test.each<[string, object, Record<string, string[]>]>([
    ['no customer', {}, { lines: ['The lines field is required when there is no goal.'] }],
    [
      'two customers',
      { goal: 'A table', lines: ['Hello'] },
      { lines: ['The lines field must be left out when there is a goal.'] },
    ],
    ['too many runs', { ...simulationDraft, runs: 21 }, { runs: ['The runs field must be between 1 and 20.'] }],
    ['too many turns', { ...simulationDraft, turns: 21 }, { turns: ['The turns field must be between 1 and 20.'] }],
    [
      'too many lines',
      { lines: Array(21).fill('Hm.') },
      { lines: ['The lines field must not have more than 20 items.'] },
    ],
    [
      'a tool that the assistant lacks',
      { ...simulationDraft, mocks: [{ tool: 'fly', answer: 'Yes' }] },
      { 'mocks.0.tool': ['The selected mocks.0.tool is invalid.'] },
    ],
    [
      'a variable that the assistant lacks',
      { ...simulationDraft, assertions: [{ type: 'variable', name: 'age' }] },
      { 'assertions.0.name': ['The selected assertions.0.name is invalid.'] },
    ],
    [
      'an assertion of no kind',
      { ...simulationDraft, assertions: [{ type: 'sung', text: 'la' }] },
      { 'assertions.0.type': ['The selected assertions.0.type is invalid.'] },
    ],
    [
      'more bytes than are kept',
      { ...simulationDraft, lines: Array(20).fill('😀'.repeat(900)) },
      { mocks: ['The mocks field makes the request longer than 60000 bytes.'] },
    ],
  ])('422 for %s', async (_, body, errors) => {
    await freePlaces(world, user)
    const id = await assistantFor(world, user)
    const reply = await post(id, body)
    expect({ status: reply.status, errors: reply.body.errors }).toEqual({ status: 422, errors })
  })

  test('returns 404 for another user’s, also with an invalid body', async () => {
    const other = await world.user()
    const id = await assistantFor(world, user)
    expect((await post(id, simulationDraft, other.token)).status).toBe(404)
    expect((await post(id, {}, other.token)).status).toBe(404)
    await freePlaces(world, user)
    const simulation = await simulate(world, user, id, simulationDraft)
    expect((await world.api(other.token, 'GET', `/user/simulations/${simulation}`)).status).toBe(404)
    expect((await world.api(other.token, 'GET', '/user/simulations')).body).toEqual([])
  })
})

test('returns 422 when variables make a prompt longer than a model receives', async () => {
  const id = await assistantFor(world, user, { system_prompt: '{{a}}'.repeat(12_000) })
  const { status, body } = await post(id, { lines: ['Hello'], variables: { a: 'x'.repeat(16_000) } })
  expect({ status, errors: body.errors }).toEqual({
    status: 422,
    errors: { variables: ['The variables field makes the system prompt longer than 200000 characters.'] },
  })
})
