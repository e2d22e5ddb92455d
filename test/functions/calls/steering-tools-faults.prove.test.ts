import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type FaultKind, faultKinds, openFaults } from '../../faults.ts'
import { assistantFor } from '../../fixtures.ts'
import { openReceiver, type WebhookReceiver } from '../../receiver.ts'
import { useCaller, useWorld } from '../../use-world.ts'
import { connectLine } from '../conversations/line.ts'
import { toolFor } from '../tools/tool.ts'

const faults = openFaults()
const world = useWorld({ open: faults.open })
const user = useCaller(world)
/**
 * The tool's server answers after `toolMs` of real time, so that requests about the call arrive
 * meanwhile.
 */
let endpoint: WebhookReceiver
const toolMs = 150
let tool_ids: number[]
beforeAll(async () => {
  endpoint = await openReceiver(async () => {
    await new Promise((done) => setTimeout(done, toolMs))
    return { body: 'Table 7' }
  })
  tool_ids = [await toolFor(world, user, { endpoint: `${endpoint.url}/tables` })]
})
afterAll(() => endpoint.close())

const toolWords = '[tool book_table {"day": "Monday"}]'
const words = 'The doctor is free now.'
const callsMax = 30

/** Repeats `live`. In each run, a different outgoing request of the operation fails. */
const eachCall = async (
  operation: string,
  kind: FaultKind,
  live: (where: string, arm: () => void) => Promise<void>,
) => {
  for (let call = 0; call < callsMax; call++) {
    await live(`${kind} at call ${call} of ${operation}`, () => faults.arm({ operation, call, kind }))
    const struck = faults.struck()
    faults.disarm()
    if (!struck) return expect(call).toBeGreaterThan(2)
  }
  throw new Error('The operation makes more calls than expected')
}

const busy = async () => {
  endpoint.received.length = 0
  const settings = { re_engagement_interval: 60, max_silence_duration: 120, tool_ids }
  const line = await connectLine(world, user, await assistantFor(world, user, settings))
  await expect.poll(line.said).not.toEqual([])
  line.socket.prompt(`Please. ${toolWords}`)
  await expect.poll(() => endpoint.received.length).toBe(1)
  const ask = (what: string, body?: object, headers?: Record<string, string>) =>
    world.api(user.token, 'POST', `/user/calls/${line.ref.call_id}/${what}`, body, headers)
  return { ...line, ask }
}

describe('while a tool runs', () => {
  test.each(faultKinds)(
    '%s at every call of say-in-call: says it once at most',
    async (kind) => {
      await eachCall('say-in-call', kind, async (where, arm) => {
        const { ref, socket, said, ask } = await busy()
        const say = () => ask('say', { text: words }, { 'idempotency-key': where })
        arm()
        await say()
        await world.run(61)
        const { status } = await say()
        expect([200, 500], where).toContain(status)
        await world.run(30)
        const told = (await said()).join('\n').split(words).length - 1
        expect(status === 200 ? [1] : [0, 1], where).toContain(told)
        expect(endpoint.received, where).toHaveLength(1)
        socket.close()
        await world.services.calls.apply(ref, { outcome: 'completed', ended_by: 'customer' }, world.clock.now())
        await world.run(5)
      })
    },
    120_000,
  )

  test.each(faultKinds)(
    '%s at every call of end-call: ends once, uses the tool once',
    async (kind) => {
      await eachCall('end-call', kind, async (where, arm) => {
        const { ref, socket, ask } = await busy()
        arm()
        const first = await ask('end')
        if (faults.struck()) expect((await ask('end')).status, where).toBe(200)
        else expect(first.status, where).toBe(200)
        await world.run(5)
        expect(await world.services.calls.find(ref), where).toMatchObject({ hang_up: 'user' })
        expect(endpoint.received, where).toHaveLength(1)
        socket.close()
        await world.services.calls.apply(ref, { outcome: 'completed' }, world.clock.now())
        await world.run(5)
      })
    },
    120_000,
  )
})
