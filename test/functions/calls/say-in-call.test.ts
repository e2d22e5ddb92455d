import { describe, expect, test } from 'vitest'
import { close } from '../../../shared/domain/conversations/channel.ts'
import { interject } from '../../../shared/domain/conversations/exchange.ts'
import { assistantFor } from '../../fixtures.ts'
import { useUser, useWorld } from '../../use-world.ts'
import { connectLine, openLine } from '../conversations/line.ts'
import { multimodal } from '../conversations/realtime.ts'

const world = useWorld()
const user = useUser(world)

const lineTo = async (more: Record<string, unknown> = {}) => {
  const settings = { re_engagement_interval: 60, max_silence_duration: 120, ...more }
  const line = await connectLine(world, user, await assistantFor(world, user, settings))
  await expect.poll(line.said).not.toEqual([])
  return line
}
const say = (id: number | string, text: unknown, token = user.token) =>
  world.api(token, 'POST', `/user/calls/${id}/say`, { text })
const taken = { status: 200, text: '{"message":"The assistant will say it"}' }

test('says the sentence unchanged and at once, in the transcript too', async () => {
  const { ref, socket, said, talk } = await lineTo()
  expect(await say(ref.call_id, 'The doctor is free now.')).toMatchObject(taken)
  await world.run(1)
  expect(await socket.turns(1)).toBe('The doctor is free now. ')
  expect(await said()).toEqual(['bot: Hello, this is Anna.', 'bot: The doctor is free now.'])
  expect(await talk()).toMatchObject({ finished: true, engaged: 0 })
  expect((await talk())?.aside).toBeUndefined()
  socket.prompt('Good to hear.')
  await socket.turns(2)
  expect((await said()).slice(2)).toEqual(['human: Good to hear.', expect.stringMatching(/^bot: /)])
  socket.close()
})

test('says a sentence within an answer before the rest', async () => {
  const { ref, socket, said } = await lineTo({ system_prompt: '[double talk: slow] You are friendly.' })
  socket.prompt('What do you offer?')
  await expect.poll(async () => (await world.services.conversations.find(ref))?.heard.length).toBe(1)
  expect(await say(ref.call_id, 'One moment.')).toMatchObject(taken)
  await world.run(10)
  const heard = await socket.turns(1)
  expect(heard).toMatch(/^One moment\. You would like to know/)
  expect(await said()).toEqual([
    'bot: Hello, this is Anna.',
    'human: What do you offer?',
    expect.stringMatching(/^bot: One moment\. You would like to know: What do you offer/),
  ])
  socket.close()
})

test('two sentences at a time are both said, in one turn or two', async () => {
  const { ref, socket, said } = await lineTo()
  const answers = await Promise.all([say(ref.call_id, 'First.'), say(ref.call_id, 'Second.')])
  for (const answer of answers) expect(answer).toMatchObject(taken)
  await world.run(3)
  const words = (await said()).join(' ')
  expect(words.match(/First\./g)).toHaveLength(1)
  expect(words.match(/Second\./g)).toHaveLength(1)
  socket.close()
})

test('a lost nudge costs time and no words', async () => {
  const { ref, socket } = await lineTo()
  await world.services.conversations.change(ref, (talk) => interject(talk, { id: 1, text: 'Nearly lost.' }))
  await world.run(30)
  expect(await socket.turns(1)).toBe('Nearly lost. ')
  socket.close()
})

test('says a sentence after a goodbye, then the call ends', async () => {
  const { ref, socket } = await lineTo()
  socket.prompt('Goodbye!')
  await socket.turns(1)
  expect(await say(ref.call_id, 'And merry Christmas.')).toMatchObject(taken)
  await world.run(20)
  expect(socket.heard.filter(({ type }) => type === 'end')).toHaveLength(1)
  expect(await socket.turns(2)).toContain('And merry Christmas.')
  socket.close()
})

describe('refused', () => {
  test('422 without words, and with more than 500 characters', async () => {
    const { ref, socket } = await lineTo()
    expect((await say(ref.call_id, ' ')).body.errors.text).toEqual(['The text field is required.'])
    expect((await say(ref.call_id, 'x'.repeat(501))).body.errors.text).toEqual([
      'The text field must not be greater than 500 characters.',
    ])
    expect(await say(ref.call_id, 'x'.repeat(500))).toMatchObject(taken)
    socket.close()
  })

  test('409 once the call is over, rings, or its talk has ended', async () => {
    const { ref, socket } = await lineTo()
    await world.services.conversations.change(ref, close)
    const over = { status: 409, text: '{"message":"Call is not in progress"}' }
    expect(await say(ref.call_id, 'Hello?')).toMatchObject(over)
    await world.services.calls.apply(ref, { outcome: 'completed', ended_by: 'customer' }, world.clock.now())
    expect(await say(ref.call_id, 'Hello?')).toMatchObject(over)
    socket.close()
  })

  test('200 for a multimodal assistant, whose model may not have picked up yet', async () => {
    const line = await openLine(world, user, await assistantFor(world, user, multimodal))
    await line.answer()
    expect((await say(line.ref.call_id, 'Hello?')).status).toBe(200)
    expect((await line.talk())?.aside?.text).toBe('Hello?')
  })

  test('404 for unknown, impossible and foreign ids alike', async () => {
    const { ref, socket } = await lineTo()
    const other = await world.user()
    for (const answer of [await say(1, 'Hi'), await say('x', 'Hi'), await say(ref.call_id, 'Hi', other.token)])
      expect(answer).toMatchObject({ status: 404, text: '{"message":"Call not found"}' })
    socket.close()
  })
})
