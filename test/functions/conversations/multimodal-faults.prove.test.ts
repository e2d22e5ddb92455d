import { expect, test } from 'vitest'
import { finalStatuses } from '../../../shared/domain/calls/call-life.ts'
import { sessionOf } from '../../../shared/domain/conversations/talk.ts'
import { type FaultKind, faultKinds, openFaults } from '../../faults.ts'
import { assistantFor } from '../../fixtures.ts'
import { useWorld } from '../../use-world.ts'
import type { TestUser } from '../../world.ts'
import { callTransferTo, callWith, dialsOf, nothingHeld, warmTransferTo } from '../calls/transfers.ts'
import { multimodal } from './realtime.ts'

const faults = openFaults()
const world = useWorld({
  open: faults.open,
  together: true,
  environment: { CARRIER_CALLS_PER_SECOND: '100' },
  createsPerSecondMax: 100,
})
const limitSeconds = 160
/** Tests only the fault that leaves most work unfinished; FAULTS=all tests every kind. */
const kinds: readonly FaultKind[] = process.env.FAULTS === 'all' ? faultKinds : ['dies after its effect']

type Made = Awaited<ReturnType<typeof callWith>>
const carried = async ({ stored }: Made) => {
  const { carrier_sid } = (await stored()) ?? {}
  return world.carrier.calls().find(({ sid }) => sid === carrier_sid)
}
const heldBy = async ({ ref }: Made) => {
  const talk = await world.services.conversations.find(ref)
  return world.realtime.sessionOf((talk && sessionOf(talk)?.session_id) ?? '')
}
const says = async (made: Made, text: string) => void (await heldBy(made))?.callee.hears(text)
const words = 'The doctor is free now.'

interface Case {
  name: string
  operation: string
  callsMax: number
  tool?: (user: TestUser) => Promise<Parameters<typeof callWith>[1]>
  act: (made: Made) => Promise<unknown>
  judge: (made: Made, where: string, isSpared: boolean) => Promise<void>
}

const pressed: Omit<Case, 'operation' | 'callsMax'> = {
  name: 'keys',
  tool: async () => ({ type: 'dtmf_input' }),
  act: (made) => says(made, '[tool dtmf_input {"digits": "1w2#"}]'),
  judge: async (made, where, isSpared) => {
    const { tones = [] } = (await carried(made)) ?? {}
    expect(isSpared ? [['1w2#']] : [['1w2#'], []], where).toContainEqual(tones)
  },
}
const passed: Omit<Case, 'operation' | 'callsMax'> = {
  name: 'another assistant',
  tool: async (user) => {
    const berta = { ...multimodal, assistant_name: 'Berta', initial_message: 'Berta here.' }
    return { type: 'assistant_transfer', assistant_id: await assistantFor(world, user, berta) }
  },
  act: (made) => says(made, '[tool assistant_transfer]'),
  judge: async (made, where, isSpared) => {
    const spoken = (await carried(made))?.spoken.filter((text) => text.includes('Berta here')) ?? []
    expect(isSpared ? [1] : [0, 1], where).toContain(spoken.length)
  },
}
const isBack: Case['judge'] = async (made, where, isSpared) => {
  expect(dialsOf(world, made.ref), where).toBeLessThanOrEqual(1)
  if (isSpared) expect(await made.transfers(), where).toEqual(['asked', 'ringing', 'busy'])
}
const transferred: Omit<Case, 'operation' | 'callsMax'> = {
  name: 'another phone',
  tool: async () => callTransferTo('0101'),
  act: (made) => says(made, '[tool call_transfer]'),
  judge: isBack,
}
const briefed: Omit<Case, 'operation' | 'callsMax'> = {
  name: 'another phone, whose callee is told first',
  tool: async () => warmTransferTo('0101'),
  act: (made) => says(made, '[tool warm_call_transfer]'),
  judge: isBack,
}
const collected: Omit<Case, 'operation' | 'callsMax'> = {
  name: 'keys of the customer',
  tool: async () => ({ type: 'collect_keypad', stop_key: '#' }),
  act: async (made) => {
    await says(made, '[tool collect_keypad]')
  },
  judge: async (made, where, isSpared) => {
    const [used] = (await made.call()).tool_calls
    if (isSpared) expect(used, where).toMatchObject({ outcome: 'done', result: '[Keypad input: 12]' })
  },
}
const said: Omit<Case, 'operation' | 'callsMax'> = {
  name: 'a sentence',
  act: ({ ask, ref }) => ask('POST', `/user/calls/${ref.call_id}/say`, { text: words }),
  judge: async (made, where, isSpared) => {
    const times = (await carried(made))?.lines.filter(({ text }) => text === words).length ?? 0
    expect(isSpared ? [1] : [0, 1], where).toContain(times)
  },
}

const cases: Case[] = [
  { ...pressed, operation: 'carry-out-wish', callsMax: 9 },
  { ...pressed, operation: 'steer-session', callsMax: 28 },
  { ...pressed, operation: 'answer-call', callsMax: 13 },
  { ...passed, operation: 'carry-out-wish', callsMax: 12 },
  { ...transferred, operation: 'carry-out-wish', callsMax: 28 },
  { ...briefed, operation: 'carry-out-wish', callsMax: 28 },
  { ...collected, operation: 'serve-call-tools', callsMax: 20 },
  { ...said, operation: 'steer-session', callsMax: 17 },
]

const isSilent = async (made: Made): Promise<boolean> => {
  if ((await made.call()).status !== 'in-progress') return false
  const { dialled } = (await carried(made)) ?? {}
  const talk = await world.services.conversations.find(made.ref)
  return dialled?.bridgedAt === undefined || talk?.channel.type === 'away'
}

/** Expects that the call is over, each phone was dialled once, and the ledger is right. */
const sound = async (made: Made, where: string) => {
  const { status, duration, cost_breakdown, tool_calls } = await made.call()
  expect(finalStatuses, where).toContain(status)
  expect(duration, where).toBeLessThanOrEqual(limitSeconds + 3)
  const { legs = [] } = (await made.stored()) ?? {}
  for (const leg of legs) expect(leg, where).toMatchObject({ charge: { at: expect.any(Number) } })
  expect(dialsOf(world, made.ref), where).toBeLessThanOrEqual(legs.length)
  const booked = (await made.charges()).reduce((sum, amount) => sum + amount, 0)
  expect(booked, where).toBeCloseTo(cost_breakdown.call + cost_breakdown.transfers, 6)
  for (const { outcome } of tool_calls ?? []) expect(outcome, where).not.toBe('running')
}

test.each(kinds)(
  '%s, at any call: a realtime model acts once, without silence',
  async (kind) => {
    const settings = {
      customer: '0105',
      max_call_duration: limitSeconds,
      max_silence_duration: 60,
      ...multimodal,
    }
    const lives: { made: Made; one: Case; call: number }[] = []
    for (const one of cases) {
      const user = await world.user()
      const tool = await one.tool?.(user)
      for (let call = 0; call < one.callsMax; call++) {
        lives.push({ made: await callWith(world, tool, { ...settings, user }), one, call })
        await world.run(0.001)
      }
    }
    await world.run(10)
    const isAnySilent = async () => (await Promise.all(lives.map(({ made }) => heldBy(made)))).includes(undefined)
    for (let second = 0; second < 20 && (await isAnySilent()); second++) await world.run(1)
    const plans = faults.arm(
      ...lives.map(({ made, one, call }) => ({ operation: one.operation, call, kind, about: made.ref.call_id })),
    )
    await Promise.all(lives.map(({ made, one }) => one.act(made)))
    for (let passed = 0; passed < 12; passed++) await world.run(0.25)
    for (const { made } of lives) (await heldBy(made))?.callee.presses('12#')
    await world.run(42)
    const wheres = lives.map(
      ({ one, call }, n) => `${one.name}: ${kind} at call ${call} of ${one.operation}: ${plans[n]?.struck}`,
    )
    const waiting = async () => {
      const silent = await Promise.all(
        lives.map(async ({ made }, n) => ((await isSilent(made)) ? wheres[n] : undefined)),
      )
      return silent.filter((where) => where !== undefined)
    }
    for (let waited = 0; waited < 75 && (await waiting()).length > 0; waited += 5) await world.run(5)
    expect(await waiting()).toEqual([])
    await world.run(480)
    faults.disarm()
    for (const one of cases) {
      const struck = lives.filter((life, n) => life.one === one && plans[n]?.struck).length
      expect(struck, one.name).toBeGreaterThan(2)
      expect(struck, one.name).toBeLessThan(one.callsMax)
    }
    for (const [n, { made, one }] of lives.entries()) {
      await sound(made, wheres[n] ?? '')
      expect(await made.account(), wheres[n]).toMatchObject(nothingHeld)
      await one.judge(made, wheres[n] ?? '', plans[n]?.struck === undefined)
    }
  },
  120_000,
)
