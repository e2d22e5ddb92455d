import { beforeAll, describe, expect, test } from 'vitest'
import { writeCallRef } from '../../../shared/domain/calls/call-ref.ts'
import { faultKinds, openFaults } from '../../faults.ts'
import { assistantFor } from '../../fixtures.ts'
import { post } from '../../posted.ts'
import { useCaller, useWorld } from '../../use-world.ts'
import { openLine } from '../conversations/line.ts'
import { multimodal } from '../conversations/realtime.ts'
import { hint } from '../sms/opt-out-words.ts'

const faults = openFaults()
const world = useWorld({ open: faults.open })
const user = useCaller(world)
let assistant_id = 0
beforeAll(async () => {
  assistant_id = await assistantFor(world, user, { ...multimodal, initial_message: 'Hello.' })
})

const content = (SequenceId: number, second: number, transcript: string, Track = 'inbound_track', more = {}) => ({
  TranscriptionEvent: 'transcription-content',
  TranscriptionSid: 'GT1',
  SequenceId: String(SequenceId),
  Timestamp: new Date(world.clock.now() + second * 1000).toISOString(),
  LanguageCode: 'en-US',
  Track,
  TranscriptionData: JSON.stringify({ transcript, confidence: 0.9 }),
  Final: 'true',
  ...more,
})
const event = (name: string, SequenceId: number, more = {}) => ({
  TranscriptionEvent: `transcription-${name}`,
  TranscriptionSid: 'GT1',
  SequenceId: String(SequenceId),
  Timestamp: new Date(world.clock.now()).toISOString(),
  ...more,
})

const answered = async () => {
  const line = await openLine(world, user, assistant_id, { transcription_minute: 30_000 })
  await line.answer()
  const tell = (form: Record<string, string>) => line.post('words', form)
  const readCall = async () => (await world.api(user.token, 'GET', `/user/calls/${line.ref.call_id}`)).body
  const events = async (query = '') =>
    (await world.api(user.token, 'GET', `/user/calls/${line.ref.call_id}/events${query}`)).body
  const over = async () => {
    await line.post('session', { CallStatus: 'completed', DialCallStatus: 'completed', DialCallDuration: '20' })
    await line.post('status', { CallStatus: 'completed', CallDuration: '20' })
  }
  return { ...line, tell, readCall, events, over }
}

describe('words that the carrier writes down', () => {
  test('come in any order and twice, stand once, by their time, behind the greeting', async () => {
    const { tell, said } = await answered()
    const forms = [
      content(3, 4, 'We sell tea.', 'outbound_track'),
      content(2, 2, 'What do you sell?'),
      event('started', 1),
      content(3, 4, 'We sell tea.', 'outbound_track'),
      content(4, 6, 'Good.'),
      content(2, 2, 'What do you sell?'),
    ]
    for (const form of forms) expect(await tell(form)).toBe('')
    expect(await said()).toEqual(['bot: Hello.', 'human: What do you sell?', 'bot: We sell tea.', 'human: Good.'])
  })

  test('are events during the call, each once, however late', async () => {
    const { tell, events } = await answered()
    await tell(content(4, 6, 'Good.'))
    const first = await events()
    const turns = ({ data }: { data: { type: string; text?: string }[] }) => data.flatMap(({ text }) => text ?? [])
    expect(turns(first)).toEqual(['Hello.', 'Good.'])
    await tell(content(2, 2, 'What do you sell?'))
    const second = await events(`?after=${first.after}`)
    expect(turns(second)).toEqual(['What do you sell?'])
    expect(turns(await events(`?after=${second.after}`))).toEqual([])
  })

  test('that are not final, empty, or of an unknown kind change nothing', async () => {
    const { tell, said } = await answered()
    await tell(content(2, 1, 'What', 'inbound_track', { Final: 'false' }))
    await tell(content(3, 1, '  '))
    await tell(content(4, 1, 'x', 'inbound_track', { TranscriptionData: '{' }))
    await tell(event('mood', 5))
    await tell({})
    expect(await said()).toEqual(['bot: Hello.'])
  })

  test('of a second transcription do not take the places of the first', async () => {
    const { tell, said } = await answered()
    await tell(content(2, 1, 'One.'))
    await tell(content(2, 2, 'Two.', 'inbound_track', { TranscriptionSid: 'GT2' }))
    expect(await said()).toEqual(['bot: Hello.', 'human: One.', 'human: Two.'])
  })

  test.each([
    ['a rule decides', 'Please stop calling me.'],
    ['a model decides', hint],
  ])('suppress the customer during the call when %s', async (_, words) => {
    const own = await world.user()
    const assistant = await assistantFor(world, own, { ...multimodal, initial_message: 'Hello.' })
    const line = await openLine(world, own, assistant, { transcription_minute: 30_000 })
    await line.answer()
    await line.post('words', content(2, 1, words))
    const entries = async () => (await world.api(own.token, 'GET', '/user/blacklist')).body.data
    for (let passed = 0; passed < 20 && (await entries()).length === 0; passed++) await world.run(1)
    expect(await entries()).toMatchObject([{ phone_number: '+12025550100', source: 'phrase', needs_review: true }])
  })

  test('are refused without the carrier’s signature', async () => {
    const { ref, said } = await answered()
    const path = `/carrier/calls/${writeCallRef(ref)}/words`
    const form = new URLSearchParams(content(2, 1, 'Forged.'))
    const headers = { 'x-twilio-signature': 'forged', 'content-type': 'application/x-www-form-urlencoded' }
    expect((await world.request('POST', path, { headers, body: form.toString() })).status).toBe(403)
    expect(await said()).toEqual(['bot: Hello.'])
    expect((await post(world, '/carrier/calls/1-2/words', content(2, 1, 'Nobody.'))).status).toBe(204)
  })
})

describe('a call that is over', () => {
  test('is evaluated at once when all its words have come', async () => {
    const { tell, over, readCall } = await answered()
    for (const form of [event('started', 1), content(2, 2, 'I want tea.'), event('stopped', 3)]) await tell(form)
    await over()
    await world.run(1)
    expect(await readCall()).toMatchObject({
      transcript: 'AI: Hello.\nCustomer: I want tea.',
      evaluation: { score: expect.any(Number) },
      messages: [{ sender: 'bot' }, { sender: 'human', text: 'I want tea.' }],
    })
  })

  test('waits for words that are late, and evaluates what was said in them', async () => {
    const { tell, over, readCall, ref } = await answered()
    await tell(content(2, 2, 'I want tea.'))
    await over()
    await world.run(2)
    expect((await world.services.calls.find(ref))?.evaluated).toBeUndefined()
    await tell(content(3, -1, 'Hello there.'))
    await world.run(15)
    expect((await readCall()).transcript).toBe('AI: Hello.\nCustomer: Hello there.\nCustomer: I want tea.')
    expect((await world.services.calls.find(ref))?.evaluated).toBeDefined()
  })

  test('does not wait for missing words, and adds late ones', async () => {
    const { tell, over, readCall, ref } = await answered()
    await over()
    await world.run(20)
    expect(await readCall()).toMatchObject({ transcript: 'AI: Hello.', evaluation: {} })
    expect((await world.services.calls.find(ref))?.evaluated).toBeDefined()
    await tell(content(2, 1, 'So late.'))
    expect((await readCall()).transcript).toMatch(/So late\.$|^Customer: So late\./m)
  })
})

test('a call without transcription continues, is logged and not charged', async () => {
  const { tell, over, ref } = await answered()
  await tell(event('error', 1, { TranscriptionErrorCode: '32001' }))
  await over()
  await world.run(2)
  const call = await world.services.calls.find(ref)
  expect(call).toMatchObject({ evaluated: { at: expect.any(Number) }, total_cost: 0 })
  expect(world.logged.find(({ message }) => message.includes('does not transcribe'))?.fields.code).toBe('32001')
})

test('no log line holds what was said', async () => {
  const { tell } = await answered()
  await tell(content(2, 1, 'My secret is xylophone.'))
  expect(JSON.stringify(world.logged)).not.toContain('xylophone')
})

test.each(faultKinds)('%s, at every call that taking words makes: told again, they stand once', async (kind) => {
  for (let call = 0; ; call++) {
    const { tell, said } = await answered()
    faults.arm({ operation: 'receive-words', call, kind })
    await tell(content(2, 2, 'Once.'))
    const struck = faults.struck()
    faults.disarm()
    await tell(content(2, 2, 'Once.'))
    expect(await said()).toEqual(['bot: Hello.', 'human: Once.'])
    if (!struck) return expect(call).toBeGreaterThan(1)
  }
})
