import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type FaultKind, faultKinds, openFaults } from '../../faults.ts'
import { assistantFor } from '../../fixtures.ts'
import { openReceiver, type WebhookReceiver } from '../../receiver.ts'
import { useCaller, useWorld } from '../../use-world.ts'
import { toolFor } from '../tools/tool.ts'
import { openLine } from './line.ts'
import { dialOf, multimodal } from './realtime.ts'

const faults = openFaults()
const world = useWorld({ open: faults.open })
const user = useCaller(world)
let endpoint: WebhookReceiver
let assistant_id = 0
beforeAll(async () => {
  endpoint = await openReceiver(() => ({ body: 'Table 7' }))
  const headers = [{ name: 'Authorization', value: 'Bearer secret' }]
  const tool_ids = [await toolFor(world, user, { endpoint: `${endpoint.url}/tables`, headers })]
  assistant_id = await assistantFor(world, user, { ...multimodal, tool_ids })
})
afterAll(() => endpoint.close())

const held = async () => {
  const line = await openLine(world, user, assistant_id)
  const { address } = dialOf(await line.answer())
  const heard: string[] = []
  await world.realtime.ring(address, { hears: (text) => void heard.push(text), left: () => undefined })
  const { id = '', settings } = world.realtime.calls().at(-1) ?? {}
  const use = (name: string, given: object) =>
    world.request('POST', '/realtime/tools', {
      headers: { authorization: `Bearer ${settings?.tools?.[0]?.authorization}` },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: given } }),
    })
  const call = () => world.services.calls.find(line.ref)
  return { ...line, heard, use, call, session: world.realtime.sessionOf(id) }
}

/** Repeats `live`. In each run, a different outgoing request of the operation fails. */
const eachCall = async (
  operation: string,
  kind: FaultKind,
  live: (where: string, arm: () => void, disarm: () => void) => Promise<void>,
) => {
  for (let call = 0; call < callsMax; call++) {
    let struck: string | undefined
    const disarm = () => {
      struck ??= faults.struck()
      faults.disarm()
    }
    await live(`${kind} at call ${call}`, () => faults.arm({ operation, call, kind }), disarm)
    disarm()
    if (!struck) return expect(call).toBeGreaterThan(3)
  }
  throw new Error('The operation makes more calls than expected')
}
const callsMax = 60

describe('the tools of a call', () => {
  test.each(faultKinds)(
    '%s, at every call: books once at most, and tells the vendor',
    async (kind) => {
      await eachCall('serve-call-tools', kind, async (where, arm, disarm) => {
        const { use } = await held()
        endpoint.received.length = 0
        arm()
        const first = await use('book_table', { day: 'Monday' })
        expect([200, 500, 502, 503], where).toContain(first.status)
        disarm()
        await world.run(20)
        const { status, body } = await use('book_table', { day: 'Monday' })
        expect(status, where).toBe(200)
        expect(body.result.content[0].text, where).toMatch(/Table 7|unknown whether it was carried out/)
        expect(endpoint.received.length, where).toBeLessThanOrEqual(1)
        if (body.result.content[0].text === 'Table 7') expect(endpoint.received.length, where).toBe(1)
        else expect(body.result.isError, where).toBe(true)
      })
    },
    240_000,
  )
})

describe('a look into a session', () => {
  test.each(faultKinds)(
    '%s, at every call: the model reports its tool once at most',
    async (kind) => {
      await eachCall('steer-session', kind, async (where, arm) => {
        const { heard, session } = await held()
        arm()
        void session?.callee.hears('[tool book_table {"day": "Monday"}]')
        await world.run(6)
        const mentions = heard.filter((text) => text.includes('Table 7')).length
        if (kind === 'fails without effect') expect(mentions, where).toBe(1)
        else expect(mentions, where).toBeLessThanOrEqual(1)
      })
    },
    240_000,
  )

  test.each(faultKinds)(
    '%s, at every call: the call that its model ends is over',
    async (kind) => {
      await eachCall('steer-session', kind, async (where, arm) => {
        const { use, talk, call } = await held()
        arm()
        await use('end_call', { say: 'Goodbye.' })
        await world.run(40)
        expect((await talk())?.phase.type === 'over' || (await call())?.hang_up !== undefined, where).toBe(true)
        expect(await call(), where).toMatchObject({ hang_up: 'assistant' })
      })
    },
    240_000,
  )
})
