import { expect, test } from 'vitest'
import { assistantFor } from '../../fixtures.ts'
import { useUser, useWorld } from '../../use-world.ts'
import { connectLine } from './line.ts'

const world = useWorld()
const user = useUser(world)

const lineWith = async (tool: Record<string, unknown>, more: Record<string, unknown> = {}) => {
  const settings = { re_engagement_interval: 60, max_silence_duration: 120, tools: [tool], ...more }
  const line = await connectLine(world, user, await assistantFor(world, user, settings))
  await expect.poll(line.said).not.toEqual([])
  await world.run(1)
  const press = async (keys: string) => {
    for (const digit of keys) {
      const { revision = 0 } = (await line.talk()) ?? {}
      line.socket.send({ type: 'dtmf', digit })
      await expect.poll(async () => (await line.talk())?.revision).toBeGreaterThan(revision)
    }
  }
  const heard = async () => (await line.said()).filter((words) => words.startsWith('human'))
  return { ...line, press, heard }
}

test('keys that are collected reach the model together after the stop key', async () => {
  const { socket, press, heard } = await lineWith({ type: 'collect_keypad', stop_key: '#' })
  await press('12345#')
  expect(await socket.turns(1)).toContain('Keypad input: 12345')
  expect(await heard()).toEqual(['human: [Keypad input: 12345]'])
  socket.close()
})

test('and once none came for the time-out, counted from the last one', async () => {
  const { socket, press, heard } = await lineWith({ type: 'collect_keypad', timeout: 4 })
  await press('12')
  await world.run(3)
  await press('3')
  await world.run(3)
  expect(await heard()).toEqual([])
  await world.run(2)
  expect(await socket.turns(1)).toContain('Keypad input: 123')
  expect(await heard()).toEqual(['human: [Keypad input: 123]'])
  socket.close()
})

test('what was pressed stands before the words that follow it', async () => {
  const { socket, press, heard } = await lineWith({ type: 'collect_keypad', timeout: 30 })
  await press('42')
  socket.prompt('That is my number.')
  await socket.turns(1)
  expect(await heard()).toEqual(['human: [Keypad input: 42]', 'human: That is my number.'])
  await world.run(40)
  expect((await heard()).join()).not.toMatch(/42.*42/)
  socket.close()
})

test('an opt-out key first opts out; within a number it is a digit', async () => {
  const settings = { opt_out_key: '9' }
  const { socket, press, heard } = await lineWith({ type: 'collect_keypad', stop_key: '#' }, settings)
  await press('19#')
  await socket.turns(1)
  expect(await heard()).toEqual(['human: [Keypad input: 19]'])
  expect((await world.api(user.token, 'GET', '/user/blacklist')).body.total).toBe(0)
  await press('9')
  await expect.poll(async () => (await world.api(user.token, 'GET', '/user/blacklist')).body.total).toBe(1)
  socket.close()
})

test('without it each key is a remark of its own', async () => {
  const { socket, heard } = await lineWith({ type: 'dtmf_input' })
  socket.send({ type: 'dtmf', digit: '5' })
  await socket.turns(1)
  expect(await heard()).toEqual(['human: (key 5)'])
  socket.close()
})

test('dtmf_input sends tones after speech, again later, never twice at once', async () => {
  const { socket } = await lineWith({ type: 'dtmf_input' })
  const toolWords = '[tool dtmf_input {"digits": "1w2#"}]'
  socket.prompt(`Press. ${toolWords} ${toolWords}`)
  expect(await socket.turns(1)).toContain('The keys were pressed.')
  const tones = () => socket.heard.filter(({ type }) => type === 'sendDigits')
  expect(tones()).toEqual([{ type: 'sendDigits', digits: '1w2#' }])
  socket.prompt(`Again. ${toolWords}`)
  await socket.turns(2)
  expect(tones()).toHaveLength(2)
  socket.prompt('More. [tool dtmf_input {"digits": "1,2"}]')
  expect(await socket.turns(3)).toContain('Keys are 0 to 9, #, * and w, at most 32 at a time')
  expect(tones()).toHaveLength(2)
  socket.close()
})
