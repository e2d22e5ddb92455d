import { expect, test } from 'vitest'
import { assistantFor } from '../../fixtures.ts'
import { useUser, useWorld } from '../../use-world.ts'
import { connectLine } from './line.ts'

const world = useWorld()
const user = useUser(world)

const lineTo = async (tool: Record<string, unknown> = {}, other: Record<string, unknown> = {}) => {
  const patience = { re_engagement_interval: 60, max_silence_duration: 120 }
  const berta = {
    assistant_name: 'Berta',
    initial_message: 'Berta here, {{customer}}.',
    system_prompt: 'The warehouse opens at seven.',
  }
  const assistant_id = await assistantFor(world, user, {
    ...patience,
    ...berta,
    tools: [{ type: 'do_not_call' }],
    ...other,
  })
  const tools = [{ type: 'assistant_transfer', assistant_id, ...tool }]
  const line = await connectLine(world, user, await assistantFor(world, user, { ...patience, tools }))
  await expect.poll(line.said).not.toEqual([])
  await world.run(1)
  return { ...line, assistant_id }
}
const toolWords = 'Pass me on. [tool assistant_transfer]'

test('another assistant goes on with the same talk: its greeting, its prompt, its tools', async () => {
  const { socket, said, talk, assistant_id } = await lineTo({ message_before_transfer: 'One moment, {{customer}}.' })
  socket.prompt(toolWords)
  expect(await socket.turns(1)).toBe('One moment, Ada. Berta here, Ada.')
  expect((await talk())?.assistant_id).toBe(assistant_id)
  socket.prompt('When does the warehouse open?')
  expect(await socket.turns(2)).toContain('The warehouse opens at seven.')
  socket.prompt('Never again. [tool do_not_call]')
  expect(await socket.turns(3)).toContain('The number is on the do-not-call list.')
  expect(await said()).toContainEqual(expect.stringContaining('Berta here, Ada.'))
  socket.close()
})

test('without its greeting it answers what the customer had said', async () => {
  const { socket } = await lineTo({ speak_transfer_greeting: false })
  socket.prompt(`When does the warehouse open? ${toolWords}`)
  for (let passed = 0; passed < 10; passed++) await world.run(0.5)
  expect(await socket.turns(1)).toContain('Here is what I found: You are Berta now')
  socket.close()
})

test('a deleted or unsuitable assistant takes no call, and the model knows', async () => {
  const gone = await lineTo()
  await world.api(user.token, 'DELETE', `/user/assistant/${gone.assistant_id}`)
  gone.socket.prompt(toolWords)
  expect(await gone.socket.turns(1)).toContain('It was not carried out: The other assistant is not there any more')
  gone.socket.close()
  const multimodal = await lineTo({}, { engine_type: 'multimodal', voice_id: 301, tools: [] })
  multimodal.socket.prompt(toolWords)
  expect(await multimodal.socket.turns(1)).toContain('The other assistant cannot go on with this call')
  multimodal.socket.close()
})

test('a call that was passed on and back is passed on again', async () => {
  const { socket, talk, assistant_id } = await lineTo()
  const first = (await talk())?.assistant_id
  await world.api(user.token, 'PUT', `/user/assistant/${assistant_id}`, {
    tools: [{ type: 'assistant_transfer', assistant_id: first }],
  })
  for (const [turn, holder] of [assistant_id, first, assistant_id].entries()) {
    socket.prompt(`${turn} ${toolWords}`)
    await socket.turns(turn + 1)
    expect((await talk())?.assistant_id).toBe(holder)
  }
  socket.close()
})
