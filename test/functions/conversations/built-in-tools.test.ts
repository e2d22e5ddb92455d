import { expect, test } from 'vitest'
import { assistantFor } from '../../fixtures.ts'
import { useUser, useWorld } from '../../use-world.ts'
import { connectLine } from './line.ts'

const world = useWorld()
const user = useUser(world)

const lineWith = async (tools: Record<string, unknown>[], more: Parameters<typeof connectLine>[3] = {}) => {
  const settings = { re_engagement_interval: 60, max_silence_duration: 120, tools }
  const line = await connectLine(world, user, await assistantFor(world, user, settings), more)
  await expect.poll(line.said).not.toEqual([])
  await world.run(1)
  const callNow = async () => (await world.api(user.token, 'GET', `/user/calls/${line.ref.call_id}`)).body
  return { ...line, callNow }
}

const ends = (heard: { type: string }[]) => heard.filter(({ type }) => type === 'end')

test('do_not_call blacklists at once, and the talk ends with its words', async () => {
  const { socket, callNow } = await lineWith([{ type: 'do_not_call' }], { client_phone_number: '+12025550140' })
  socket.prompt('Never again. [tool do_not_call]')
  expect(await socket.turns(1)).toContain('The number is on the do-not-call list.')
  const { body } = await world.api(user.token, 'GET', '/user/blacklist')
  expect(body.data).toMatchObject([{ phone_number: '+12025550140', source: 'call' }])
  expect((await callNow()).tool_calls).toMatchObject([
    { name: 'do_not_call', arguments: {}, outcome: 'done', http_status: null },
  ])
  for (let passed = 0; passed < 40 && ends(socket.heard).length === 0; passed++) await world.run(0.5)
  expect(ends(socket.heard)).toEqual([{ type: 'end', handoffData: '{"reason":"assistant"}' }])
  socket.close()
})

test('answers a customer who speaks after that, then ends the talk', async () => {
  const { socket } = await lineWith([{ type: 'do_not_call' }], { client_phone_number: '+12025550141' })
  socket.prompt('Never again. [tool do_not_call]')
  await socket.turns(1)
  socket.prompt('Wait, are you sure?')
  await socket.turns(2)
  for (let passed = 0; passed < 40 && ends(socket.heard).length === 0; passed++) await world.run(0.5)
  expect(ends(socket.heard)).toHaveLength(1)
  socket.close()
})

test('tells the model that a withheld number cannot be listed', async () => {
  const { socket, callNow, talk } = await lineWith([{ type: 'do_not_call' }], { client_phone_number: 'anonymous' })
  socket.prompt('Never again. [tool do_not_call]')
  expect(await socket.turns(1)).toContain('It was not carried out: The number is withheld')
  expect((await callNow()).tool_calls).toMatchObject([{ outcome: 'failed' }])
  expect((await talk())?.phase.type).toBe('talking')
  socket.close()
})
