import { describe, expect, test } from 'vitest'
import { readRelayFrame } from '../../../infra/local/carrier/relay-frames.ts'
import { resumesMax } from '../../../shared/domain/conversations/channel.ts'
import { assistantFor } from '../../fixtures.ts'
import { useUser, useWorld } from '../../use-world.ts'
import { connectLine, openLine, openSocket, relayOf } from './line.ts'

const world = useWorld({ environment: { MODEL_STALL_MS: '2000' } })
const user = useUser(world)

const lineTo = async (more: Record<string, unknown> = {}) =>
  connectLine(world, user, await assistantFor(world, user, more))
const lasts = (heard: { type: string; last?: boolean }[]) => heard.filter(({ type, last }) => type === 'text' && last)

describe('a talk', () => {
  test('is answered in phrases, and transcribed as spoken', async () => {
    const { socket, said } = await lineTo({ initial_message: 'Hello {{customer}}.' })
    socket.prompt('When do you open?')
    const spoken = await socket.turns(1)
    expect(lasts(socket.heard)).toHaveLength(1)
    expect(socket.heard.every((frame) => readRelayFrame(JSON.stringify(frame)))).toBe(true)
    expect(await said()).toEqual(['bot: Hello Ada.', 'human: When do you open?', `bot: ${spoken.trim()}`])
    socket.close()
  })

  test('remembers what was said before', async () => {
    const { socket, said } = await lineTo()
    for (const [index, words] of ['One.', 'Two.', 'Three.'].entries()) {
      socket.prompt(words)
      await socket.turns(index + 1)
    }
    expect((await said()).filter((line) => line.startsWith('human'))).toEqual([
      'human: One.',
      'human: Two.',
      'human: Three.',
    ])
    socket.close()
  })

  test('that a prompt cuts short goes on from what was heard', async () => {
    const { socket, said } = await lineTo()
    socket.prompt('Tell me about the opening hours of everything?')
    const spoken = await socket.turns(1)
    const heardPart = spoken.split(' ').slice(0, 3).join(' ')
    socket.interrupt(heardPart)
    await expect.poll(said).toContain(`bot: ${heardPart}`)
    socket.prompt('Stop.')
    await socket.turns(2)
    expect((await said())[2]).toBe(`bot: ${heardPart}`)
    socket.close()
  })

  test('goes on with what it was saying after a mere "uh-huh"', async () => {
    const { socket, said } = await lineTo({ min_interrupt_words: 3 })
    socket.prompt('Tell me about the opening hours of everything?')
    const spoken = await socket.turns(1)
    const heardPart = spoken.split(' ').slice(0, 3).join(' ')
    socket.interrupt(heardPart)
    await expect.poll(said).toContain(`bot: ${heardPart}`)
    socket.prompt('Uh-huh.')
    await socket.turns(2)
    expect((await said()).slice(2)).toEqual([
      `bot: ${heardPart}`,
      'human: Uh-huh.',
      `bot: ${spoken.slice(heardPart.length).trim()}`,
    ])
    socket.close()
  })

  test('hears keys', async () => {
    const { socket, said } = await lineTo()
    socket.send({ type: 'dtmf', digit: '5' })
    await socket.turns(1)
    expect(await said()).toContain('human: (key 5)')
    socket.close()
  })

  test('ends when the assistant says goodbye', async () => {
    const { socket } = await lineTo()
    socket.prompt('Goodbye!')
    await socket.turns(1)
    await world.run(10)
    await expect.poll(() => socket.heard.at(-1)).toEqual({ type: 'end', handoffData: '{"reason":"assistant"}' })
    socket.close()
  })
})

describe('many frames at once', () => {
  test('hears every prompt once, finishes one turn, never talks over another', async () => {
    const { socket, said } = await lineTo()
    const prompts = Array.from({ length: 8 }, (_, index) => `Sentence number ${index}.`)
    for (const words of prompts) socket.prompt(words)
    await socket.turns(1)
    await world.settled()
    const lines = await said()
    expect(lines.filter((line) => line.startsWith('human')).toSorted()).toEqual(
      prompts.map((words) => `human: ${words}`),
    )
    const lastHuman = lines.findLastIndex((line) => line.startsWith('human'))
    expect(lines.slice(lastHuman + 1)).toHaveLength(1)
    socket.close()
  })

  test('prompts before the setup is done wait for it', async () => {
    const line = await openLine(world, user, await assistantFor(world, user))
    const relay = relayOf(await line.answer())
    const socket = await openSocket(relay.url)
    socket.prompt('I was faster.')
    socket.setup(line.carrier_sid, relay.parameters)
    await expect.poll(line.said).toContain('human: I was faster.')
    socket.close()
  })
})

describe('a socket', () => {
  test.each([
    ['a second one with the same ticket', (parameters: Record<string, string>) => parameters],
    ['a guessed ticket', (parameters: Record<string, string>) => ({ ...parameters, ticket: 'guess' })],
    ['no ticket', ({ call = '' }: Record<string, string>) => ({ call })],
    ['a foreign call', ({ ticket = '' }: Record<string, string>) => ({ call: '1-2', ticket })],
    ['no parameters', () => ({})],
  ])('%s is refused, and the talk goes on', async (_, forged) => {
    const { socket, relay, carrier_sid } = await lineTo()
    socket.prompt('Hello?')
    await socket.turns(1)
    const other = await openSocket(relay.url)
    other.setup(carrier_sid, forged(relay.parameters))
    expect(await other.closed).toBe(1000)
    expect(other.heard).toEqual([])
    socket.prompt('Are you there?')
    await socket.turns(2)
    socket.close()
  })

  test('that is lost at every turn is replaced without losing words', async () => {
    const line = await lineTo()
    let { socket } = line
    for (let turn = 1; turn <= resumesMax; turn++) {
      socket.prompt(`Turn ${turn}.`)
      await socket.turns(1)
      socket.terminate()
      const lost = { SessionStatus: 'failed', ErrorCode: '64105', SessionId: 'VX1' }
      const relay = relayOf(await line.post('session', lost))
      expect(relay.welcomeGreeting).toBeUndefined()
      socket = await openSocket(relay.url)
      socket.setup(line.carrier_sid, relay.parameters)
    }
    socket.prompt('The last turn.')
    await socket.turns(1)
    const humans = (await line.said()).filter((words) => words.startsWith('human'))
    expect(humans).toHaveLength(resumesMax + 1)
    socket.close()
  })

  test('that was lost while the customer waited for an answer answers at once', async () => {
    const { socket, post, carrier_sid, said } = await lineTo({ system_prompt: '[double: stall]' })
    socket.prompt('Do you hear me?')
    await expect.poll(said).toContain('human: Do you hear me?')
    socket.terminate()
    const relay = relayOf(await post('session', { SessionStatus: 'failed', ErrorCode: '64105', SessionId: 'VX1' }))
    const again = await openSocket(relay.url)
    again.setup(carrier_sid, relay.parameters)
    expect(await again.turns(1)).toContain('sorry')
    again.close()
  })

  test('that cannot be opened at all ends the call with an apology', async () => {
    const line = await openLine(world, user, await assistantFor(world, user))
    await line.answer()
    const twiml = await line.post('session', { SessionStatus: 'failed', ErrorCode: '64102', SessionId: 'VX9' })
    expect(twiml).toMatch(/<Say language="en-US">I am sorry.*<Hangup\/>/)
  })
})

describe('whatever is no frame', () => {
  test.each([
    '',
    'null',
    '[]',
    '{"type":"prompt"}',
    '{"type":"media"}',
    '{"type":"prompt","voicePrompt":"  "}',
    'x'.repeat(20_000),
  ])('%.40s is left alone', async (text) => {
    const { socket } = await lineTo()
    socket.sendText(text)
    socket.prompt('Hello?')
    await socket.turns(1)
    expect(lasts(socket.heard)).toHaveLength(1)
    socket.close()
  })
})

test('a prompt of 100 KB ends its socket; the talk continues', async () => {
  const { socket, post, carrier_sid, said } = await lineTo()
  socket.prompt('x'.repeat(100_000))
  expect(await socket.closed).toBe(1009)
  const relay = relayOf(await post('session', { SessionStatus: 'failed', ErrorCode: '64105', SessionId: 'VX1' }))
  const again = await openSocket(relay.url)
  again.setup(carrier_sid, relay.parameters)
  again.prompt('Shorter, then.')
  await again.turns(1)
  expect((await said()).filter((line) => line.startsWith('human'))).toEqual(['human: Shorter, then.'])
  again.close()
})

test('doubled and late frames leave everything said and heard once', async () => {
  const { socket, said } = await lineTo()
  socket.prompt('Tell me about the opening hours of everything?')
  const spoken = await socket.turns(1)
  const heardPart = spoken.split(' ').slice(0, 3).join(' ')
  socket.prompt('Stop.')
  socket.interrupt(heardPart)
  socket.interrupt(heardPart)
  await socket.turns(2)
  await world.settled()
  const lines = await said()
  expect(lines.filter((line) => line === 'human: Stop.')).toHaveLength(1)
  expect(lines.filter((line) => line === `bot: ${heardPart}`)).toHaveLength(1)
  expect(lines).not.toContain(`bot: ${spoken.trim()}`)
  socket.close()
})

describe('a model', () => {
  test.each(['fail', 'busy', 'garbage', 'silent', 'drop'])('that answers "%s" is replaced by another', async (kind) => {
    const prompt = `You know that the shop opens at nine. [double gpt-4.1-mini: ${kind}]`
    const { socket } = await lineTo({ system_prompt: prompt })
    socket.prompt('Hello?')
    expect(await socket.turns(1)).not.toContain('sorry')
    expect(lasts(socket.heard)).toHaveLength(1)
    socket.close()
  })

  test.each(['garbage', 'drop'])('that breaks with "%s" everywhere is heard as far as it came', async (kind) => {
    const { socket, talk } = await lineTo({ system_prompt: `[double: ${kind}]` })
    socket.prompt('Hello?')
    const spoken = await socket.turns(1)
    expect(spoken).toContain('You would like to know: ')
    expect(spoken).not.toContain('sorry')
    expect((await talk())?.phase.type).toBe('talking')
    socket.close()
  })

  test.each(['fail', 'ponders', 'silent'])(
    'that answers "%s" everywhere makes the caller hear an apology',
    async (kind) => {
      const { socket, talk } = await lineTo({ system_prompt: `[double: ${kind}]` })
      socket.prompt('Hello?')
      expect(await socket.turns(1)).toContain('I am sorry, something went wrong on our side.')
      expect((await talk())?.phase).toMatchObject({ type: 'leaving', reason: 'assistant' })
      socket.close()
    },
  )
})

test('an assistant that was deleted meanwhile takes its leave', async () => {
  const assistant_id = await assistantFor(world, user)
  const { socket } = await connectLine(world, user, assistant_id)
  await world.api(user.token, 'DELETE', `/user/assistant/${assistant_id}`)
  socket.prompt('Hello?')
  expect(await socket.turns(1)).toContain('I am sorry')
  socket.close()
})

test('logs no speech, caller or prompt', async () => {
  const secret = 'xylophone'
  const { socket } = await lineTo({ system_prompt: `You know the word ${secret}.`, initial_message: `${secret} hello` })
  socket.prompt(`My word is ${secret}.`)
  await socket.turns(1)
  socket.interrupt(secret)
  socket.sendText(`{"type":"prompt","voicePrompt":"${secret}"`)
  await world.settled()
  const logged = JSON.stringify(world.logged)
  expect(logged).not.toContain(secret)
  expect(logged).not.toMatch(/\+1202555\d{4}/)
  socket.close()
})
