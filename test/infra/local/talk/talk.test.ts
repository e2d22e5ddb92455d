import { expect, test } from 'vitest'
import { createClient } from '../../../../client/client.ts'
import { outcomeOf, startTalk } from '../../../../infra/local/talk/talk.ts'
import { openFaults } from '../../../faults.ts'
import { assistantFor } from '../../../fixtures.ts'
import { useUser, useWorld } from '../../../use-world.ts'

const faults = openFaults()
const world = useWorld({ open: faults.open })
const user = useUser(world)

const talk = async (more: Record<string, unknown> = {}) => {
  const client = createClient({ baseUrl: world.url, token: user.token })
  const assistant = await client.getAssistant({ id: await assistantFor(world, user, more) })
  const pieces: string[] = []
  let timesOver = 0
  const call = await startTalk({
    parts: world.parts,
    origin: world.parts.settings.required('PUBLIC_URL'),
    authToken: world.parts.settings.required('CARRIER_AUTH_TOKEN'),
    assistant,
    onSpeech: (text) => pieces.push(text),
    onOver: () => {
      timesOver++
    },
  })
  const lines = () => pieces.join('').split('\n').slice(0, -1)
  const heard = (count: number) => expect.poll(() => lines().length, { timeout: 5000 }).toBe(count)
  return { ...call, pieces, lines, heard, timesOver: () => timesOver, outcome: () => outcomeOf(client, call.id, 0) }
}

test('typed text goes both ways, streamed, and hanging up brings the evaluation', async () => {
  const { say, heard, lines, pieces, hangUp, outcome, timesOver } = await talk({
    system_prompt: 'Tea is four euros. Coffee is three euros. Water is one euro and served with lemon.',
  })
  await heard(1)
  say('What about coffee, please?')
  await heard(2)
  expect(lines()).toEqual(['Hello, this is Anna.', 'About that I can tell you: Coffee is three euros.'])
  expect(pieces.length).toBeGreaterThan(2)
  await Promise.all([hangUp(), hangUp()])
  expect(timesOver()).toBe(1)
  await world.run(30)
  const call = await outcome()
  expect(call).toMatchObject({ type: 'web', status: 'ended_by_customer', total_cost: 0 })
  expect(call.transcript).toBe(
    'AI: Hello, this is Anna.\nCustomer: What about coffee, please?\nAI: About that I can tell you: Coffee is three euros.',
  )
  expect(call.evaluation).toMatchObject({ sentiment: expect.any(String), score: expect.any(Number) })
})

test('the assistant may hang up', async () => {
  const { say, heard, lines, outcome, timesOver } = await talk()
  await heard(1)
  say('Goodbye!')
  await heard(2)
  expect(lines().at(-1)).toContain('Goodbye')
  await world.run(30)
  await expect.poll(timesOver).toBe(1)
  await world.run(30)
  expect((await outcome()).status).toBe('ended_by_assistant')
})

test.each([
  ['+12025550101', 'It is not answered.', 'I am sorry, I could not reach anyone.'],
  ['+12025550100', 'You talk to each other', 'until they hang up'],
])('is put through to %s, which behaves by its number', async (phone_number, note, last) => {
  const tools = [{ type: 'call_transfer', phone_number }]
  const { say, heard, lines, hangUp } = await talk({ tools, max_silence_duration: 120, re_engagement_interval: 60 })
  await heard(1)
  say('Please make a call transfer.')
  await heard(2)
  for (let passed = 0; passed < 100 && !lines().join(' ').includes(last); passed++) {
    await world.run(0.5)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  expect(lines().join(' ')).toContain(note)
  expect(lines().join(' ')).toContain(last)
  await hangUp()
})

test('whoever shall speak first is not greeted', async () => {
  const { say, heard, lines, hangUp } = await talk({ who_speaks_first: 'Customer' })
  say('Good morning')
  await heard(1)
  expect(lines()[0]).toContain('Good morning')
  await hangUp()
})

test('an outcome that takes too long is told as far as it is known', async () => {
  const { hangUp, outcome } = await talk()
  faults.arm({ operation: 'evaluate-call', call: 0, kind: 'fails without effect' })
  await hangUp()
  expect((await outcome()).evaluation).toEqual({})
})
