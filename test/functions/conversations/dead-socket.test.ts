import { beforeEach, describe, expect, test } from 'vitest'
import { writeCallRef } from '../../../shared/domain/calls/call-ref.ts'
import { overAt } from '../../../shared/domain/calls/placement.ts'
import { checkAtOf } from '../../../shared/domain/conversations/silence-checks.ts'
import { type Channel, unchanged, withoutSocket } from '../../../shared/domain/conversations/talk.ts'
import { faultKinds, openFaults } from '../../faults.ts'
import { assistantFor } from '../../fixtures.ts'
import { inProve } from '../../in-prove.ts'
import { aboutCalls } from '../../subjects.ts'
import { useCaller, useWorld } from '../../use-world.ts'

let answerAbout: () => Response | undefined = () => undefined
let asked: string[] = []
let updated: string[] = []
let areLooksDoubled = false

const faults = openFaults()
const world = useWorld({
  together: true,
  createsPerSecondMax: 1_000,
  environment: { CARRIER_CALLS_PER_SECOND: '1000' },
  open: (entry, parts) => {
    const send: typeof fetch = async (url, init) => {
      if (String(url).includes('/@connections/')) {
        asked.push(init?.method ?? '')
        const answer = answerAbout()
        if (answer) return answer
      }
      const sid = /Calls\/(CA\w+)\.json/.exec(String(url))?.[1]
      if (sid && init?.method === 'POST') updated.push(sid)
      return parts.fetch(url, init)
    }
    const run = faults.open(entry, { ...parts, fetch: send })
    if (entry.operation.id !== 'watch-silence') return run
    return async (event, context) => {
      const [answer] = await Promise.all([run(event, context), areLooksDoubled && run(event, context)])
      return answer
    }
  },
})
const user = useCaller(world)
beforeEach(() => {
  faults.disarm()
  answerAbout = () => undefined
  asked = []
  updated = []
  areLooksDoubled = false
})

const silent = '+12025550105'
const patient = { max_silence_duration: 120, re_engagement_interval: 600, max_call_duration: 600 }
const livesMax = 50
const gone = () => new Response(null, { status: 410 })

const place = async (settings: Record<string, unknown> = patient) => {
  const assistant_id = await assistantFor(world, user, { post_call_evaluation: false, ...settings })
  const request = { phone_number: silent, assistant_id }
  const { body } = await world.api(user.token, 'POST', '/user/make_call', request)
  return { user_id: user.id, call_id: body.data.id as number }
}
type Ref = Awaited<ReturnType<typeof place>>
const callOf = (ref: Ref) => world.services.calls.find(ref)
const talkOf = (ref: Ref) => world.services.conversations.find(ref)
const missedAt = (channel: Channel | undefined) => (channel?.type === 'socket' ? channel.missed_at : undefined)
const connected = async (ref: Ref) => {
  await world.run(12)
  expect((await talkOf(ref))?.channel.type).toBe('socket')
}

describe('a call whose socket dies without a close', () => {
  test.each([
    ['the longest silence', patient],
    ['questions every few seconds', { ...patient, re_engagement_interval: 10 }],
  ])('ends within a minute, with %s', async (_, settings) => {
    const ref = await place(settings)
    await connected(ref)
    answerAbout = gone
    await world.run(60)
    const call = await callOf(ref)
    expect(call).toMatchObject({ status: 'ended', closed_at: expect.any(Number) })
    expect(updated).toEqual([call?.carrier_sid])
    expect(await talkOf(ref)).toMatchObject({ phase: { type: 'over' } })
  })

  test('ends within a minute in the middle of an answer', async () => {
    const ref = await place()
    await connected(ref)
    answerAbout = gone
    const died_at = world.clock.now()
    const answering = { finished: false, busy_until: died_at + 20_000, said: 'Well,', said_at: died_at }
    await world.services.conversations.change(ref, (talk) => ({
      talk: { ...talk, ...answering, turn: talk.turn + 1 },
      settled: [],
    }))
    await world.run(60)
    expect(await callOf(ref)).toMatchObject({ status: 'ended' })
  })

  test('is hung up on once when two workers take each look', async () => {
    const ref = await place()
    await connected(ref)
    answerAbout = gone
    areLooksDoubled = true
    await world.run(60)
    expect(await callOf(ref)).toMatchObject({ status: 'ended' })
    expect(updated).toHaveLength(1)
  })

  for (const kind of faultKinds)
    inProve(
      `ends within a minute although a worker ${kind}, at each call it makes`,
      async () => {
        const refs: Ref[] = []
        const assistant_id = await assistantFor(world, user, { post_call_evaluation: false, ...patient })
        for (let life = 0; life < livesMax; life++) {
          const request = { phone_number: silent, assistant_id }
          const { body } = await world.api(user.token, 'POST', '/user/make_call', request)
          refs.push({ user_id: user.id, call_id: body.data.id })
        }
        await world.run(20)
        const struckEach = faults.armEach({ operation: 'watch-silence', kind, subjectOf: aboutCalls() })
        answerAbout = gone
        const died_at = world.clock.now()
        await world.run(70)
        const struck = struckEach()
        const lives = await Promise.all(
          refs.map(async (ref) => ({ at: struck.get(writeCallRef(ref)), call: await callOf(ref) })),
        )
        expect(lives.filter(({ at }) => at).length).toBeGreaterThan(20)
        expect(lives.some(({ at }) => !at)).toBe(true)
        const ends = lives.map(({ at, call }) => ({ at, over_at: (call && overAt(call)) ?? Number.POSITIVE_INFINITY }))
        const late = ends.filter(({ over_at }) => over_at > died_at + 60_000)
        expect(late.map(({ at, over_at }) => [at, over_at - died_at])).toEqual([])
      },
      120_000,
    )
})

describe('a quiet call', () => {
  test('goes on while its socket is open, and nothing is sent to ask', async () => {
    const ref = await place()
    await connected(ref)
    await world.run(80)
    expect(await callOf(ref)).toMatchObject({ status: 'in-progress' })
    expect(new Set(asked)).toEqual(new Set(['GET']))
    expect(updated).toEqual([])
  })

  test.each([
    ['refuses to tell', () => new Response(null, { status: 403 })],
    ['fails', () => new Response(null, { status: 500 })],
  ])('goes on when API Gateway %s', async (_, answer) => {
    const ref = await place()
    await connected(ref)
    answerAbout = answer
    await world.run(60)
    expect(await callOf(ref)).toMatchObject({ status: 'in-progress' })
    expect(updated).toEqual([])
  })

  test('goes on when a new socket is bound after the old one was missed', async () => {
    const ref = await place()
    await connected(ref)
    answerAbout = gone
    const isMissed = async () => missedAt((await talkOf(ref))?.channel) !== undefined
    for (let passed = 0; passed < 30 && !(await isMissed()); passed++) await world.run(1)
    expect(await isMissed()).toBe(true)
    await world.services.conversations.change(ref, (talk) =>
      unchanged({
        ...talk,
        channel: { type: 'socket', connection_id: 'next', session_id: 'VX2', look_at: checkAtOf(talk) },
      }),
    )
    answerAbout = () => new Response('{}', { status: 200 })
    await world.run(50)
    expect(await callOf(ref)).toMatchObject({ status: 'in-progress' })
    expect(updated).toEqual([])
  })
})

test('after a worker’s death, the next check ends the talk', async () => {
  const ref = await place()
  await connected(ref)
  await world.services.conversations.change(ref, ({ ticket: _void, ...talk }) =>
    unchanged({ ...talk, channel: withoutSocket(talk.channel) }),
  )
  await world.run(30)
  expect(await callOf(ref)).toMatchObject({ status: 'ended_by_assistant' })
})
