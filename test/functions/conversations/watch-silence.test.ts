import { describe, expect, test } from 'vitest'
import { checkRefOf, withCheckAt } from '../../../shared/domain/conversations/silence-checks.ts'
import { unchanged } from '../../../shared/domain/conversations/talk.ts'
import { assistantFor } from '../../fixtures.ts'
import { useUser, useWorld } from '../../use-world.ts'
import { documentFor, knowledgebaseFor } from '../knowledgebases/knowledgebase.ts'
import { connectLine } from './line.ts'

const world = useWorld()
const user = useUser(world)

const lineTo = async (more: Record<string, unknown> = {}) => {
  const line = await connectLine(world, user, await assistantFor(world, user, more))
  await expect.poll(line.said).not.toEqual([])
  return line
}
const ends = (heard: { type: string }[]) => heard.filter(({ type }) => type === 'end')

describe('a customer who says nothing', () => {
  test('is asked after the interval, and hung up on after the longest silence', async () => {
    const { socket, talk } = await lineTo({ re_engagement_interval: 10, max_silence_duration: 25 })
    await world.run(9)
    expect(socket.heard).toEqual([])
    await world.run(6)
    await socket.turns(1)
    await world.run(30)
    await expect.poll(() => ends(socket.heard)).toEqual([{ type: 'end', handoffData: '{"reason":"limit"}' }])
    expect((await talk())?.engaged).toBe(2)
    expect((await talk())?.phase.type).toBe('over')
    socket.close()
  })

  test('is left alone once they speak', async () => {
    const { socket } = await lineTo({ re_engagement_interval: 10, max_silence_duration: 60 })
    await world.run(5)
    socket.prompt('Just a moment.')
    await socket.turns(1)
    await world.run(8)
    expect(socket.heard.filter(({ last }) => last)).toHaveLength(1)
    socket.close()
  })
})

test('doubled and late messages do nothing', async () => {
  const { socket, ref, talk } = await lineTo({ re_engagement_interval: 10 })
  socket.prompt('Hello?')
  await socket.turns(1)
  const { turn = 0 } = (await talk()) ?? {}
  await world.run(5)
  for (const stale of [0, 1, turn, turn]) await world.services.watchSilenceQueue.nudge({ ...ref, turn: stale })
  await world.run(1)
  expect(socket.heard.filter(({ last }) => last)).toHaveLength(1)
  socket.close()
})

/** Stores the conversation as after a crash between the customer's words and the model request. */
const dieOver = async ({ ref, talk }: Awaited<ReturnType<typeof lineTo>>, text: string) => {
  const heard = { text, at: world.clock.now() }
  await world.services.conversations.change(ref, (current) => ({
    talk: { ...current, turn: current.turn + 1, heard: [heard], said: '', finished: false, busy_until: 0 },
    settled: [],
  }))
  await world.services.watchSilenceQueue.nudge({ ...ref, turn: (await talk())?.turn ?? 0 })
  await world.run(2)
}

test('a turn whose function died is taken over', async () => {
  const line = await lineTo()
  await dieOver(line, 'Does anybody answer?')
  expect(await line.socket.turns(1)).toContain('Does anybody answer')
  line.socket.close()
})

test('a turn whose function died is answered with what the documents say by then', async () => {
  const knowledgebase_id = await knowledgebaseFor(world, user)
  const line = await lineTo({ knowledgebase_id, re_engagement_interval: 60, max_silence_duration: 120 })
  await documentFor(world, user, knowledgebase_id, 'Elephants are delivered on Thursdays before breakfast.')
  await world.run(10)
  await dieOver(line, 'When are elephants delivered?')
  expect(await line.socket.turns(1)).toContain('Elephants are delivered on Thursdays before breakfast.')
  line.socket.close()
})

describe('at its limit, a call', () => {
  const limited = async (inMs: number) => {
    const line = await lineTo()
    const ends_at = world.clock.now() + inMs
    const look_at = Math.max(ends_at, world.clock.now())
    const phase = { type: 'talking', ends_at, opted_out: false } as const
    const changed = await world.services.conversations.change(line.ref, (talk) =>
      unchanged(withCheckAt({ ...talk, phase }, look_at)),
    )
    if (changed) await world.services.watchSilenceQueue.nudge(checkRefOf(changed.talk), inMs / 1000)
    return line
  }
  const ended = { type: 'end', handoffData: '{"reason":"limit"}' }

  test('ends with a goodbye in the silence, once it is spoken', async () => {
    const { socket } = await limited(3000)
    await world.run(4)
    expect(await socket.turns(1)).toContain('Goodbye')
    expect(ends(socket.heard)).toEqual([])
    await world.run(10)
    await expect.poll(() => ends(socket.heard)).toEqual([ended])
    socket.close()
  })

  test('ends with a goodbye to those who still speak', async () => {
    const { socket } = await limited(-1)
    socket.prompt('And another thing')
    expect(await socket.turns(1)).toContain('Goodbye')
    await world.run(5)
    await expect.poll(() => socket.heard.at(-1)).toEqual(ended)
    socket.close()
  })
})

test.each([
  [60, 45],
  [20, 15],
])('a call of at most %i s says goodbye after %i s', async (max_call_duration, afterSeconds) => {
  const assistant_id = await assistantFor(world, user, {
    max_call_duration,
    max_silence_duration: 120,
    re_engagement_interval: 100,
  })
  const { socket } = await connectLine(world, user, assistant_id, { max_duration_seconds: max_call_duration })
  await world.run(afterSeconds - 2)
  expect(socket.heard).toEqual([])
  await world.run(3)
  expect(await socket.turns(1)).toContain('Goodbye')
  await world.run(max_call_duration - afterSeconds - 2)
  await expect.poll(() => ends(socket.heard)).toEqual([{ type: 'end', handoffData: '{"reason":"limit"}' }])
  socket.close()
})
