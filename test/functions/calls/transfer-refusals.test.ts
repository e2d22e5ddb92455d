import { describe, expect, test } from 'vitest'
import { liveCallIds, obstacles as obstacleWords } from '../../../shared/domain/account/account.ts'
import { finalStatuses } from '../../../shared/domain/calls/call-life.ts'
import type { CallRef } from '../../../shared/domain/calls/call-ref.ts'
import { whyNoLeg } from '../../../shared/domain/calls/leg-refusals.ts'
import { newLeg } from '../../../shared/domain/calls/new-leg.ts'
import * as registry from '../../../shared/runtime/registry.ts'
import { dialSlotsKey } from '../../../shared/table/keys.ts'
import { assistantFor, type PartialCall } from '../../fixtures.ts'
import { useWorld } from '../../use-world.ts'
import type { TestUser } from '../../world.ts'
import { connectLine, openLine } from '../conversations/line.ts'
import { dialOf, multimodal } from '../conversations/realtime.ts'
import { callWith, nothingHeld, phoneOf } from './transfers.ts'

const world = useWorld({ environment: { LIVE_CALLS_PER_USER: '2' } })
const target = '+12025550130'
const to = { number: target, country: 'US' } as const
const { accounts, dialling, advanceCallQueue } = registry

const suspend = async (user_id: number): Promise<CallRef[]> => {
  const now = world.clock.now()
  const account = await accounts(world.parts).suspend(user_id, now)
  await world.services.tokens.suspend(user_id, now)
  return (account ? liveCallIds(account) : []).map((call_id) => ({ user_id, call_id }))
}
const resume = async (user_id: number) => {
  await accounts(world.parts).resume(user_id)
  await world.services.tokens.resume(user_id)
}

const talkOf = {
  pipeline: async (more: PartialCall) => {
    const { user, tools } = await owner()
    const settings = { re_engagement_interval: 60, max_silence_duration: 120, tools }
    const { ref, socket, said } = await connectLine(world, user, await assistantFor(world, user, settings), more)
    await expect.poll(said).not.toEqual([])
    let asked = 0
    const ask = async (tool: string) => {
      socket.prompt(`${++asked} [tool ${tool}]`)
      return (await socket.turns(asked)).split('Here is what I found: ').at(-1) ?? ''
    }
    const isOn = () => !socket.heard.some(({ type }) => type === 'end')
    return { user, ref, ask, isOn }
  },
  multimodal: async (more: PartialCall) => {
    const { user, tools } = await owner()
    const line = await openLine(world, user, await assistantFor(world, user, { ...multimodal, tools }), more)
    let isOn = true
    const left = () => {
      isOn = false
    }
    await world.realtime.ring(dialOf(await line.answer()).address, { hears: () => undefined, left })
    const { settings } = world.realtime.calls().at(-1) ?? {}
    const ask = async (name: string): Promise<string> => {
      const { body } = await world.request('POST', '/realtime/tools', {
        headers: { authorization: `Bearer ${settings?.tools?.[0]?.authorization}` },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: {} } }),
      })
      expect(body.result.isError).toBe(true)
      return body.result.content[0].text
    }
    return { user, ref: line.ref, ask, isOn: () => isOn }
  },
}

const owner = async () => {
  const user = await world.user()
  const number = await world.number(user)
  const warm = { supervisor_phone: target, outbound_phone_id: number.id, description: 'For complaints.' }
  const tools = [
    { type: 'call_transfer', phone_number: target },
    { type: 'warm_call_transfer', ...warm },
  ]
  return { user, tools }
}

type About = { user: TestUser; ref: CallRef }

const legOf = async ({ ref }: About, isOver: boolean) => {
  const now = world.clock.now()
  const added = await world.services.calls.addLeg(
    ref,
    newLeg({ to, is_warm: false, by: 'user' }, world.newId(), now + 60_000, now),
    now,
  )
  if (!('place' in added)) throw new Error('The leg was not added')
  const { place } = added
  if (isOver) await world.services.calls.reportLeg({ ...ref, place }, { outcome: 'busy' }, now)
}

const obstacles: [
  why: keyof typeof whyNoLeg,
  status: number,
  stand: (about: About) => Promise<unknown>,
  PartialCall?,
][] = [
  ['blacklisted', 422, ({ user }) => world.api(user.token, 'POST', '/user/blacklist', { phone_number: target })],
  ['country', 409, ({ user }) => accounts(world.parts).allowCountries(user.id, ['DE'])],
  ['suspended', 403, ({ user }) => suspend(user.id)],
  [
    'busy',
    409,
    async ({ ref }) => {
      const call = await world.services.calls.find(ref)
      for (const id of [ref.call_id, world.newId()])
        if (call) await accounts(world.parts).hold({ ...call, id, carrier_minute: 14_000 })
    },
  ],
  [
    'balance',
    409,
    ({ user }) =>
      world.services.ledger.move({ user_id: user.id, type: 'top_up', amount: 13_999, description: 'Top-up' }),
  ],
  ['under way', 409, (about) => legOf(about, false)],
  [
    'too many',
    409,
    async (about) => {
      for (const _ of [1, 2, 3]) await legOf(about, true)
    },
  ],
  ['too late', 409, async () => undefined, { max_duration_seconds: 19 }],
  ['paused', 409, () => dialling(world.parts).stop('trial', 'test', world.clock.now())],
]

describe.each(['pipeline', 'multimodal'] as const)('a transfer in a %s talk', (mode) => {
  test.each(obstacles)(
    '%s: dials and holds nothing; the assistant is refusal and stays',
    async (why, status, stand, more = {}) => {
      const made = await talkOf[mode](more)
      const { user, ref, ask, isOn } = made
      await stand(made)
      const before = await world.services.calls.find(ref)
      const held = await accounts(world.parts).means(user.id)
      for (const tool of ['call_transfer', 'warm_call_transfer']) {
        const refusal = await ask(tool)
        expect(refusal).toContain(`It was not carried out: ${whyNoLeg[why]} The customer stays on the line with you`)
      }
      const answer = await world.api(user.token, 'POST', `/user/calls/${ref.call_id}/transfer`, {
        phone_number: target,
      })
      expect(answer.status).toBe(status)
      if (status === 409) expect(answer.body).toEqual({ message: 'Call cannot be transferred', error: whyNoLeg[why] })
      await dialling(world.parts).start('test', world.clock.now())

      const { legs = [] } = (await world.services.calls.find(ref)) ?? {}
      const fresh = legs.slice(before?.legs.length ?? 0)
      for (const { stage } of fresh) expect(stage).toMatchObject({ phase: 'undialled', outcome: 'refused' })
      expect((await accounts(world.parts).means(user.id)).account).toEqual(held.account)
      expect((await world.services.conversations.find(ref))?.transfer).toBeUndefined()
      expect(isOn()).toBe(true)
    },
  )
})

test('a dialled phone takes a dial slot, a refused one none', async () => {
  const { user, transfer } = await callWith(world, undefined, { customer: '0105' })
  await world.run(10)
  const waitMs = async () => {
    const slots = await world.parts.table.get<{ free_at: number }>(dialSlotsKey)
    return Math.max(0, (slots?.free_at ?? 0) - world.clock.now())
  }
  await accounts(world.parts).allowCountries(user.id, ['DE'])
  expect((await transfer({ phone_number: phoneOf('0101') })).status).toBe(409)
  expect(await waitMs()).toBe(0)
  await accounts(world.parts).allowCountries(user.id, undefined)
  for (const _ of ['asked', 'asked again']) {
    const { status } = await transfer({ phone_number: phoneOf('0101') }, { 'idempotency-key': 'once' })
    expect([status, await waitMs()]).toEqual([200, 1000])
  }
})

test.each([
  ['rings', '0102', 'canceled'],
  ['talks', '0105', 'completed'],
])('suspension while the other phone %s: ends within a minute, both paid', async (_, ending, status) => {
  const { user, transfer, transfers, stored, account } = await callWith(world, undefined, { customer: '0105' })
  await world.run(10)
  await transfer({ phone_number: phoneOf(ending) })
  await world.run(8)
  const live = await suspend(user.id)
  for (const ref of live) {
    await world.services.calls.apply(ref, { cut: obstacleWords.suspended }, world.clock.now())
    await advanceCallQueue(world.parts).nudge(ref)
  }
  await world.run(60)
  const call = await stored()
  expect(finalStatuses).toContain(call?.status)
  expect(call).toMatchObject({ failure_reason: obstacleWords.suspended })
  expect(call?.legs).toMatchObject([{ charge: { at: expect.any(Number) } }])
  await resume(user.id)
  expect((await transfers()).at(-1)).toBe(status)
  expect(await account()).toMatchObject(nothingHeld)
})
