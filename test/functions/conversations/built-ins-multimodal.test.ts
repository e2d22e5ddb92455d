import { describe, expect, test } from 'vitest'
import { assistantFor } from '../../fixtures.ts'
import { useCaller, useWorld } from '../../use-world.ts'
import { callTransferTo, callWith, phoneOf, warmTransferTo } from '../calls/transfers.ts'
import { multimodal } from './realtime.ts'

const world = useWorld()
const user = useCaller(world)

const sessions = () => world.realtime.calls()
const lastSession = () => world.realtime.sessionOf(sessions().at(-1)?.id ?? '')
const pass = async (seconds: number) => {
  for (let passed = 0; passed < seconds; passed += 0.25) await world.run(0.25)
}
const carried = () => {
  const call = world.carrier.calls()[0]
  if (!call) throw new Error('The carrier has no call')
  return call
}

const live = async (tool: Parameters<typeof callWith>[1], more: Record<string, unknown> = {}) => {
  const made = await callWith(world, tool, { customer: '0105', ...multimodal, ...more })
  await world.run(10)
  const before = sessions().length
  return {
    ...made,
    says: (text: string) => lastSession()?.callee.hears(text),
    fresh: () => sessions().slice(before),
    heard: () => carried().lines.flatMap(({ speaker, text }) => (speaker === 'assistant' ? text : [])),
    tools: async () => (await made.call()).tool_calls,
  }
}

describe('call_transfer', () => {
  test('puts the call through once the model was heard out', async () => {
    const { says, transfers, call, heard, tools } = await live(callTransferTo('0100'))
    void says('[tool call_transfer]')
    await pass(10)
    await world.run(80)
    expect(heard()).toContain('Here is what I found: The customer is being put through now.')
    expect(await tools()).toMatchObject([{ name: 'call_transfer', outcome: 'done' }])
    expect(await transfers()).toEqual(['asked', 'ringing', 'in-progress', 'completed'])
    expect(await call()).toMatchObject({ status: 'completed', transfers: [{ duration: 12 }] })
  })

  test('that is not answered returns the customer to an informed model', async () => {
    const { says, transfers, call, fresh } = await live(callTransferTo('0101'))
    void says('My name is Grace. [tool call_transfer]')
    await pass(10)
    await world.run(20)
    expect(await transfers()).toEqual(['asked', 'ringing', 'busy'])
    expect((await call()).status).toBe('in-progress')
    expect(fresh()).toHaveLength(1)
    const { instructions } = fresh()[0]?.settings ?? {}
    expect(instructions).toContain('did not come about: the line was busy')
    expect(instructions).toContain('Assistant: "Here is what I found')
    void says('[tool call_transfer]')
    await pass(10)
    await world.run(20)
    expect(await transfers()).toEqual(['asked', 'ringing', 'busy', 'asked', 'ringing', 'busy'])
  })
})

test('warm_call_transfer: the carrier says the hold message, the callee the summary', async () => {
  const tool = warmTransferTo('0100', { hold_message: 'Hold the line, please.' })
  const { says, transfers, heard } = await live(tool)
  void says('[tool warm_call_transfer {"summary": "Ada complains."}]')
  await pass(12)
  const { phone } = carried().legs.at(-1) ?? {}
  expect(phone).toBeDefined()
  await world.run(80)
  expect(heard().join(' ')).not.toContain('Here is what I found')
  expect(await transfers()).toEqual(['asked', 'ringing', 'in-progress', 'completed'])
})

describe('assistant_transfer', () => {
  const berta = (own: typeof user, more: Record<string, unknown> = {}) =>
    assistantFor(world, own, {
      ...multimodal,
      assistant_name: 'Berta',
      initial_message: 'Berta here.',
      system_prompt: 'The warehouse opens at seven.',
      ...more,
    })

  const passing = async (tool: Record<string, unknown> = {}, other: Record<string, unknown> = {}) => {
    const to = await berta(user, other)
    const tools = [{ type: 'assistant_transfer', assistant_id: to, ...tool }]
    const assistant_id = await assistantFor(world, user, { ...multimodal, tools, post_call_evaluation: false })
    const { body } = await world.api(user.token, 'POST', '/user/make_call', {
      phone_number: phoneOf('0105'),
      assistant_id,
    })
    await pass(10)
    const before = sessions().length
    void lastSession()?.callee.hears('I need the warehouse. [tool assistant_transfer]')
    await pass(15)
    const call = async () => (await world.api(user.token, 'GET', `/user/calls/${body.data.id}`)).body
    const ref = { user_id: user.id, call_id: body.data.id }
    return { to, call, ref, fresh: sessions().slice(before) }
  }

  test('the other assistant continues in its own session with the transcript', async () => {
    const { to, call, ref, fresh } = await passing({ message_before_transfer: 'One moment.' })
    expect(fresh).toHaveLength(1)
    const { instructions } = fresh[0]?.settings ?? {}
    expect(instructions).toContain('The warehouse opens at seven.')
    expect(instructions).toContain('Another assistant has talked with the customer')
    expect(instructions).toContain('You have just said to the customer: "One moment. Berta here."')
    expect((await world.services.conversations.find(ref))?.assistant_id).toBe(to)
    expect(await call()).toMatchObject({ status: 'in-progress' })
    expect((await call()).tool_calls).toMatchObject([{ name: 'assistant_transfer', outcome: 'done' }])
    await lastSession()?.callee.hears('When does the warehouse open?')
    await pass(5)
    expect(carried().lines.at(-1)?.text).toContain('The warehouse opens at seven.')
  })

  test('without its greeting it speaks at once', async () => {
    const { fresh } = await passing({ speak_transfer_greeting: false })
    expect(fresh[0]?.settings?.instructions).toContain('Go on with what the customer wants now')
    expect(carried().lines.at(-1)).toMatchObject({ speaker: 'assistant' })
  })

  test('one that talks in a pipeline takes no such call over', async () => {
    const { call, fresh } = await passing({}, { engine_type: 'pipeline', voice_id: 1, llm_model: 'gpt-4.1-mini' })
    expect(fresh).toEqual([])
    expect((await call()).tool_calls).toMatchObject([
      { outcome: 'failed', result: 'The other assistant cannot go on with this call' },
    ])
  })
})

test('dtmf_input: the carrier presses the keys once, and another session continues', async () => {
  const { says, fresh, call, tools } = await live({ type: 'dtmf_input' })
  void says('Press 1. [tool dtmf_input {"digits": "1w2#"}]')
  await pass(15)
  expect(carried().tones).toEqual(['1w2#'])
  expect(fresh()).toHaveLength(1)
  expect(fresh()[0]?.settings?.instructions).toContain('The keys 1w2# were just pressed')
  expect((await call()).status).toBe('in-progress')
  expect(await tools()).toMatchObject([{ outcome: 'done' }])
  await world.run(30)
  expect(carried().tones).toEqual(['1w2#'])
  void says('[tool dtmf_input {"digits": "x"}]')
  await pass(10)
  expect((await tools()).at(-1)).toMatchObject({ outcome: 'failed' })
  expect(fresh()).toHaveLength(1)
})

describe('collect_keypad', () => {
  test.each([
    ['after the stop key', { stop_key: '#' }, '12345#6', '[Keypad input: 12345]', 2],
    ['once none came for the time-out', { timeout: 3 }, '123', '[Keypad input: 123]', 6],
    ['without any, when its time is over', {}, '', 'The customer pressed no key.', 22],
  ])('keys reach the model together %s', async (_, fields, digits, told, seconds) => {
    const { says, tools, heard } = await live({ type: 'collect_keypad', ...fields })
    void says('[tool collect_keypad]')
    await pass(3)
    lastSession()?.callee.presses(digits)
    await pass(seconds + 3)
    expect(await tools()).toMatchObject([{ name: 'collect_keypad', outcome: 'done', result: told }])
    expect(heard().join(' ')).toContain(told)
  })
})
