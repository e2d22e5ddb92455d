import { describe, expect, test } from 'vitest'
import { assistantFor } from '../../fixtures.ts'
import { useCaller, useWorld } from '../../use-world.ts'
import { openWorld } from '../../world.ts'
import { documentFor, knowledgebaseFor } from '../knowledgebases/knowledgebase.ts'
import { openLine } from './line.ts'
import { dialOf, incoming, multimodal, notify } from './realtime.ts'

const world = useWorld()
const user = useCaller(world)

const called = async (digits: string, more: Record<string, unknown> = {}) => {
  const assistant_id = await assistantFor(world, user, { ...multimodal, max_call_duration: 60, ...more })
  const request = { phone_number: `+1202555${digits}`, assistant_id }
  const made = await world.api(user.token, 'POST', '/user/make_call', request)
  await world.run(180)
  return (await world.api(user.token, 'GET', `/user/calls/${made.body.data.id}`)).body
}
const lastSession = () => world.realtime.calls().at(-1)

describe('a multimodal call', () => {
  test('that we place is held by the model, and recorded', async () => {
    const call = await called('0100', {
      system_prompt: 'You sell {{what}}.',
      variables: { what: 'tea' },
      initial_message: 'Hello, about {{what}}.',
      record_call: true,
      speech_speed: 1.1,
      re_engagement_interval: 20,
      endpoint_sensitivity: 0.8,
    })
    expect(call).toMatchObject({
      status: 'ended_by_customer',
      evaluation: { score: expect.any(Number) },
      messages: expect.arrayContaining([expect.objectContaining({ sender: 'human', type: 'transcript' })]),
    })
    expect(call.transcript).toMatch(/^AI: Hello, about tea\.\nCustomer: Hello, who is speaking\?\nAI: .+/)
    expect(call.recording_url).toMatch(/^http/)
    expect(call.duration).toBeGreaterThanOrEqual(12)
    expect(call.total_cost).toBeGreaterThan(0)
    expect(lastSession()).toMatchObject({ status: 200, settings: { model: 'gpt-realtime' } })
    expect(lastSession()?.settings?.instructions).toMatch(/^You sell tea\.\n(?:.*\n)*.*greeted.*"Hello, about tea\."$/)
    expect(lastSession()?.settings?.audio).toEqual({
      input: {
        noise_reduction: { type: 'near_field' },
        turn_detection: {
          type: 'server_vad',
          threshold: 0.53,
          silence_duration_ms: 800,
          idle_timeout_ms: 20_000,
          create_response: true,
          interrupt_response: true,
        },
      },
      output: { voice: 'marin', speed: 1.1 },
    })
  })

  test('that comes in is held by it, too', async () => {
    const number = await world.number(user)
    const receiving = { calls_direction: 'receive', phone_number_id: number.id, record_call: true }
    await assistantFor(world, user, { ...multimodal, ...receiving })
    await world.incomingCall({ to: number.phone_number, from: '+12025550100' })
    await world.run(120)
    const { body } = await world.api(user.token, 'GET', '/user/calls?type=inbound')
    expect(body.data).toMatchObject([
      { status: 'ended_by_customer', transcript: expect.stringContaining('\nCustomer: ') },
    ])
    expect(body.data[0].recording_url).toMatch(/^http/)
  })

  test.each([
    ['somebody who never hangs up is cut off at the limit', '0105', 'ended'],
    ['a machine is hung up on', '0104', 'ended_by_assistant'],
    ['nobody picks up', '0102', 'no-answer'],
    ['every report comes twice, in the wrong order', '0109', 'ended_by_customer'],
    ['reports stop after ringing', '0110', 'completed'],
  ])('%s', async (_, digits, status) => {
    expect(await called(digits)).toMatchObject({ status })
  })

  test.each([
    ['will not have the account', 'denied'],
    ['fails, however often it is asked', 'fail'],
  ])('ends with an apology when the model %s', async (_, behaviour) => {
    const call = await called('0100', { system_prompt: `Be brief. [double realtime: ${behaviour}]` })
    expect(call).toMatchObject({ status: 'ended_by_assistant' })
    expect(call.duration).toBeLessThan(25)
    expect(lastSession()?.settings).toBeUndefined()
  })

  test('goes by what it means in a pipeline: waiting, judging, not to be interrupted', async () => {
    await called('0100', {
      who_speaks_first: 'Customer',
      endpoint_type: 'ai',
      endpoint_sensitivity: 4,
      allow_interruptions: false,
      noise_cancellation: false,
    })
    expect(lastSession()?.settings?.instructions).toContain('The customer speaks first.')
    expect(lastSession()?.settings?.audio?.input).toEqual({
      noise_reduction: null,
      turn_detection: { type: 'semantic_vad', eagerness: 'low', create_response: true, interrupt_response: false },
    })
  })
})

const dialled = async () => {
  const line = await openLine(world, user, await assistantFor(world, user, multimodal))
  return { ...line, ...dialOf(await line.answer()) }
}
const outcomes = () =>
  world.logged
    .filter(({ message }) => /realtime call/.test(message))
    .map(({ message, fields }) => fields.outcome ?? message)
const declined = 'declined a realtime call that is unknown or over'

test('without transcription for its language has no transcript, and is logged', async () => {
  const call = await called('0100', { language: 'Kannada' })
  expect(call).toMatchObject({ status: 'ended_by_customer', transcript: 'AI: Hello, this is Anna.', evaluation: {} })
  expect(world.logged.some(({ message }) => message.includes('does not transcribe'))).toBe(true)
})

test('with reports doubled and backwards has its words in order', async () => {
  const { transcript, messages } = await called('0109')
  expect(transcript).toMatch(/^AI: .+\nCustomer: Hello, who is speaking\?\nAI: .+\nCustomer: My name is Grace/)
  expect(new Set(messages.map(({ timestamp }: { timestamp: string }) => timestamp)).size).toBe(messages.length)
})

test('costs the transcription per minute, shown in the ledger', async () => {
  const { total_cost } = await called('0100')
  expect(Number(total_cost)).toBeCloseTo(0.014 + 0.05 + 0.03)
  const { body } = await world.api(user.token, 'GET', '/user/transactions')
  expect(JSON.stringify(body.data)).toContain('transcription 0.03')
})

test('what a small knowledge base says stands in what the model is told', async () => {
  const knowledgebase_id = await knowledgebaseFor(world, user)
  await documentFor(world, user, knowledgebase_id, 'Elephants are delivered on Thursdays before breakfast.')
  await world.run(10)
  const line = await openLine(world, user, await assistantFor(world, user, { ...multimodal, knowledgebase_id }))
  await world.realtime.ring(dialOf(await line.answer()).address)
  expect(lastSession()?.settings?.instructions).toContain('Elephants are delivered on Thursdays before breakfast.')
})

describe('is declined', () => {
  test.each([
    ['a call without our headers', {}],
    ['a ticket of nobody', { 'X-Parlance-Ticket': 'guessed' }],
    ['no ticket', { 'X-Parlance-Ticket': '' }],
    ['another call’s ticket', { 'X-Parlance-Call': '1-2' }],
    ['nonsense in the place of the call', { 'X-Parlance-Call': '-' }],
  ])('%s', async (_, more) => {
    const { headers } = await dialled()
    const reply = await notify(world, incoming('rtc_a', Object.keys(more).length ? { ...headers, ...more } : {}))
    expect(reply.status).toBe(204)
    expect(outcomes().at(-1)).toBe(declined)
  })

  test('a second session with a ticket that was used', async () => {
    const { headers } = await dialled()
    await notify(world, incoming('rtc_b', headers))
    expect(outcomes().at(-1)).toBe('gone')
    await notify(world, incoming('rtc_c', headers))
    expect(outcomes().at(-1)).toBe(declined)
    await notify(world, incoming('rtc_b', headers))
    expect(outcomes().at(-1)).toBe('gone')
  })

  test('a call that is over, or whose customer has hung up', async () => {
    const { headers, post } = await dialled()
    await post('session', { CallStatus: 'completed', DialCallStatus: 'canceled' })
    await notify(world, incoming('rtc_d', headers))
    expect(outcomes().at(-1)).toBe(declined)

    const other = await dialled()
    await other.post('status', { CallStatus: 'completed', CallDuration: '1' })
    await notify(world, incoming('rtc_e', other.headers))
    expect(outcomes().at(-1)).toBe(declined)
  })

  test('a call whose assistant is gone, or talks in a pipeline by now', async () => {
    const { headers, talk } = await dialled()
    const { assistant_id } = (await talk()) ?? {}
    await world.api(user.token, 'PUT', `/user/assistant/${assistant_id}`, { engine_type: 'pipeline', voice_id: 1 })
    await notify(world, incoming('rtc_f', headers))
    expect(outcomes().at(-1)).toBe(declined)
    await world.api(user.token, 'DELETE', `/user/assistant/${assistant_id}`)
    await notify(world, incoming('rtc_f', headers))
    expect(outcomes().at(-1)).toBe(declined)
  })
})

describe('how the end of a dialled call is told', () => {
  test.each([
    ['the customer hung up', { CallStatus: 'completed', DialCallStatus: 'completed' }, 'customer', false],
    [
      'the model hung up',
      { CallStatus: 'in-progress', DialCallStatus: 'completed', DialCallDuration: '9' },
      'assistant',
      false,
    ],
    [
      'the limit came',
      { CallStatus: 'in-progress', DialCallStatus: 'completed', DialCallDuration: '600' },
      'limit',
      false,
    ],
    ['the model was busy', { CallStatus: 'in-progress', DialCallStatus: 'busy' }, 'assistant', true],
    ['the carrier could not dial', { CallStatus: 'in-progress', DialCallStatus: 'failed' }, 'assistant', true],
  ])('%s', async (_, form, ended_by, apologises) => {
    const { post, ref } = await dialled()
    const twiml = await post('session', form)
    expect(twiml.includes('something went wrong on our side')).toBe(apologises)
    expect(twiml).toContain('<Hangup/>')
    expect(await post('session', form)).toBe(twiml)
    expect((await world.services.calls.find(ref))?.ended_by).toBe(ended_by)
  })
})

test('events of any other kind change nothing', async () => {
  for (const event of [
    { type: 'batch.completed', data: {} },
    {},
    [],
    null,
    7,
    '{',
    '',
    { type: 'realtime.call.incoming' },
  ])
    expect((await notify(world, event)).status).toBe(204)
})

test('without keys the caller hears an apology, and the log says which are missing', async () => {
  const bare = await openWorld({ environment: { MODEL_OPENAI_PROJECT_ID: '', MODEL_OPENAI_WEBHOOK_SECRET: '' } })
  const owner = await bare.user()
  await bare.number(owner)
  const assistant_id = await assistantFor(bare, owner, multimodal)
  const { body } = await bare.api(owner.token, 'POST', '/user/make_call', {
    phone_number: '+12025550100',
    assistant_id,
  })
  await bare.run(60)
  const call = await bare.api(owner.token, 'GET', `/user/calls/${body.data.id}`)
  expect(call.body).toMatchObject({ status: 'ended_by_assistant', transcript: null })
  expect(bare.logged.find(({ message }) => message.includes('lacks its keys'))?.fields.missing).toEqual([
    'openai_project_id',
    'openai_webhook_secret',
  ])
  await bare.close()
})

test('no log line holds what the model was told, or who called', async () => {
  const secret = 'xylophone'
  await called('0100', { system_prompt: `You know the word ${secret}.`, initial_message: `${secret} hello` })
  expect(lastSession()?.settings?.instructions).toContain(secret)
  const logged = JSON.stringify(world.logged)
  expect(logged).not.toContain(secret)
  expect(logged).not.toMatch(/\+1202555\d{4}/)
  expect(logged).not.toContain('whsec_')
})
