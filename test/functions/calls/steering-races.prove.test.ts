import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { finalStatuses } from '../../../shared/domain/calls/call-life.ts'
import { openReceiver, type WebhookReceiver } from '../../receiver.ts'
import { useWorld } from '../../use-world.ts'
import { multimodal } from '../conversations/realtime.ts'
import { toolFor } from '../tools/tool.ts'
import { callWith, dialsOf, nothingHeld, phoneOf } from './transfers.ts'

const world = useWorld({
  together: true,
  environment: { CARRIER_CALLS_PER_SECOND: '100' },
  createsPerSecondMax: 100,
})
/**
 * The tool's server answers only when released, so that requests about the call arrive while the
 * tool runs.
 */
let endpoint: WebhookReceiver
let release = () => {}
let released = Promise.resolve()
beforeAll(async () => {
  endpoint = await openReceiver(async () => {
    await released
    return { body: 'Table 7' }
  })
})
afterAll(() => endpoint.close())

const words = 'The doctor is free now.'
const limitSeconds = 120
const settings = { max_call_duration: limitSeconds, max_silence_duration: 100, re_engagement_interval: 90 }

type Made = Awaited<ReturnType<typeof callWith>>
type Act = 'transfer' | 'say' | 'end' | 'hang up'

const act = async ({ ask, transfer, stored, ref }: Made, what: Act): Promise<number> => {
  if (what === 'transfer') return (await transfer({ phone_number: phoneOf('0101') })).status
  if (what === 'say') return (await ask('POST', `/user/calls/${ref.call_id}/say`, { text: words })).status
  if (what === 'end') return (await ask('POST', `/user/calls/${ref.call_id}/end`)).status
  const { carrier_sid = '' } = (await stored()) ?? {}
  world.carrier.hangUp(carrier_sid)
  return 0
}

const acts: Act[] = ['transfer', 'say', 'end', 'hang up']
type Pair = readonly [Act, Act]
const pairs: Pair[] = acts.flatMap((first) =>
  acts.filter((second) => second !== first).map((second) => [first, second] as const),
)

const ends = (pair: Pair) => pair.includes('end') || pair.includes('hang up')

const saidIn = async ({ stored, said }: Made): Promise<string> => {
  const { carrier_sid = '' } = (await stored()) ?? {}
  const { spoken = [], lines = [] } = world.carrier.calls().find(({ sid }) => sid === carrier_sid) ?? {}
  const isRelayed = world.relay.linesOf(carrier_sid).length > 0
  const own = isRelayed ? [await said()] : lines.map(({ text }) => text)
  return [...spoken, ...own].join(' ')
}

const times = (text: string, part: string) => text.split(part).length - 1

/**
 * Expects that the call is over, each phone was dialled and charged once, and no words were
 * repeated.
 */
const sound = async (made: Made, where: string) => {
  const { call, stored, charges, account } = made
  const shown = await call()
  expect(finalStatuses, where).toContain(shown.status)
  expect(shown.duration, where).toBeLessThanOrEqual(limitSeconds + 2)
  const { legs = [] } = (await stored()) ?? {}
  for (const leg of legs)
    expect(leg, where).toMatchObject({ stage: { outcome: expect.any(String) }, charge: { at: expect.any(Number) } })
  expect(dialsOf(world, made.ref), where).toBeLessThanOrEqual(legs.length)
  const booked = (await charges()).reduce((sum, amount) => sum + amount, 0)
  expect(booked, where).toBeCloseTo(shown.cost_breakdown.call + shown.cost_breakdown.transfers, 6)
  expect(await account(), where).toMatchObject(nothingHeld)
  expect(times(await saidIn(made), words), where).toBeLessThanOrEqual(1)
  return shown
}

describe.each([
  ['pipeline', {}],
  ['multimodal', multimodal],
] as const)('%s: concurrent pairs of transfer, sentence, end and hang-up', (mode, engine) => {
  const silent = () => callWith(world, undefined, { customer: '0105', ...settings, ...engine })

  const meet = async (begin: () => Promise<Made>, ready: (made: Made[]) => Promise<unknown>) => {
    const calls: { pair: Pair; made: Made }[] = []
    for (const pair of pairs) calls.push({ pair, made: await begin() })
    await ready(calls.map(({ made }) => made))
    const meeting = calls.map(async ({ pair, made }) => {
      const statuses = await Promise.all(pair.map((what) => act(made, what)))
      return { pair, made, statuses, where: `${pair.join(' and ')}, answered ${statuses.join(' and ')}` }
    })
    const [met] = await Promise.all([Promise.all(meeting), world.run(1)])
    return met
  }

  const judge = async (met: Awaited<ReturnType<typeof meet>>) => {
    for (const { pair, made, statuses, where } of met) {
      for (const [place, what] of pair.entries()) {
        const late = ends(pair) ? [409] : []
        const allowed = { transfer: [200, 409], say: [200, ...late], end: [200, ...late], 'hang up': [0] }[what]
        expect(allowed, where).toContain(statuses[place])
      }
      const { status, tool_calls } = await sound(made, where)
      const isBoth = pair.includes('end') && pair.includes('hang up')
      const ended = pair.includes('hang up') ? 'ended_by_customer' : 'ended'
      const goesOn = ends(pair) ? [] : ['ended_by_assistant']
      expect(isBoth ? ['ended', 'ended_by_customer'] : [ended, ...goesOn], where).toContain(status)
      for (const used of tool_calls ?? []) expect(used, where).toMatchObject({ outcome: 'done' })
    }
  }
  const lifeSeconds = 150

  test('in a talk: the assistant returns from a busy line, or the call ends', async () => {
    const met = await meet(silent, () => world.run(10))
    await world.run(40)
    for (const { pair, made, where } of met) {
      if (ends(pair)) continue
      expect((await made.call()).status, where).toBe('in-progress')
      expect(await made.transfers(), where).toEqual(['asked', 'ringing', 'busy'])
      expect(mode === 'pipeline' ? [1] : [0, 1], where).toContain(times(await saidIn(made), words))
    }
    await world.run(lifeSeconds)
    await judge(met)
  })

  test('during a ringing leg: dials no second phone, says the sentence afterwards', async () => {
    const met = await meet(silent, async (made) => {
      await world.run(10)
      for (const { transfer } of made) expect((await transfer({ phone_number: phoneOf('0102') })).status).toBe(200)
      await world.run(5)
      for (const { transfers } of made) expect(await transfers()).toEqual(['asked', 'ringing'])
    })
    await world.run(60)
    for (const { pair, made, statuses, where } of met) {
      if (pair.includes('transfer')) expect(statuses[pair.indexOf('transfer')], where).toBe(409)
      expect(await made.transfers(), where).toEqual(['asked', 'ringing', ends(pair) ? 'canceled' : 'no-answer'])
      if (ends(pair)) continue
      expect((await made.call()).status, where).toBe('in-progress')
      expect(times(await saidIn(made), words), where).toBe(1)
    }
    await world.run(lifeSeconds)
    await judge(met)
  })

  test('during a tool: uses it once, and the call continues or ends', async () => {
    released = new Promise((resolve) => {
      release = resolve
    })
    endpoint.received.length = 0
    const met = await meet(
      async () => {
        const user = await world.user()
        const tool_ids = [await toolFor(world, user, { endpoint: `${endpoint.url}/tables` })]
        return callWith(world, undefined, { customer: '0117', user, tool_ids, ...settings, ...engine })
      },
      async (made) => {
        for (let passed = 0; passed < 40 && endpoint.received.length < made.length; passed++) await world.run(0.5)
        expect(endpoint.received).toHaveLength(made.length)
      },
    )
    release()
    await world.run(lifeSeconds)
    expect(endpoint.received).toHaveLength(met.length)
    await judge(met)
  })
})
