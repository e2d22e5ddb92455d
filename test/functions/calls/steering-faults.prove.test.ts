import { describe, expect, test } from 'vitest'
import { finalStatuses } from '../../../shared/domain/calls/call-life.ts'
import { type FaultKind, faultKinds, openFaults } from '../../faults.ts'
import { assistantFor } from '../../fixtures.ts'
import { useCaller, useWorld } from '../../use-world.ts'
import { connectLine } from '../conversations/line.ts'

const faults = openFaults()
const world = useWorld({ open: faults.open })
const user = useCaller(world)
const callsMax = 30
const workersCalls = 16

/** Repeats `live`. In each run, a different outgoing request of the operation fails. */
const eachCall = async (
  operation: string,
  kind: FaultKind,
  live: (where: string, arm: () => void) => Promise<void>,
) => {
  for (let call = 0; call < (isWorker(operation) ? workersCalls : callsMax); call++) {
    await live(`${kind} at call ${call} of ${operation}`, () => faults.arm({ operation, call, kind }))
    const struck = faults.struck()
    faults.disarm()
    if (!struck) return expect(call).toBeGreaterThan(2)
  }
  if (!isWorker(operation)) throw new Error('The operation makes more calls than expected')
}

const isWorker = (operation: string) => ['watch-silence', 'advance-call'].includes(operation)

const words = 'The doctor is free now.'

describe.each(['say-in-call', 'watch-silence'])('a sentence, and %s', (operation) => {
  test.each(faultKinds)(
    '%s, at every call: one transcript line, heard at most once',
    async (kind) => {
      await eachCall(operation, kind, async (where, arm) => {
        const settings = { re_engagement_interval: 60, max_silence_duration: 120 }
        const { ref, socket, said, talk } = await connectLine(world, user, await assistantFor(world, user, settings))
        await expect.poll(said).not.toEqual([])
        const headers = { 'idempotency-key': where }
        const say = () => world.api(user.token, 'POST', `/user/calls/${ref.call_id}/say`, { text: words }, headers)
        arm()
        await say()
        await world.run(61)
        const { status } = await say()
        expect([200, 500], where).toContain(status)
        await world.run(25)
        const told = (await said()).join('\n')
        expect(status === 200 ? [1] : [0, 1], where).toContain(told.split(words).length - 1)
        const heard = socket.heard.map(({ token = '' }) => token).join('')
        expect(heard.split(words).length - 1, where).toBeLessThanOrEqual(1)
        expect((await talk())?.aside, where).toBeUndefined()
        expect((await talk())?.finished, where).toBe(true)
        socket.close()
        await world.services.calls.apply(ref, { outcome: 'completed', ended_by: 'customer' }, world.clock.now())
        await world.run(5)
      })
    },
    120_000,
  )
})

describe.each(['end-call', 'advance-call'])('an end that is asked for, and %s', (operation) => {
  test.each(faultKinds)(
    '%s, at every call: ends once, charged once, repeatable',
    async (kind) => {
      const assistant_id = await assistantFor(world, user, { re_engagement_interval: 600, max_silence_duration: 120 })
      await eachCall(operation, kind, async (where, arm) => {
        const request = { phone_number: '+12025550105', assistant_id }
        const id = (await world.api(user.token, 'POST', '/user/make_call', request)).body.data.id
        await world.run(8)
        const end = () => world.api(user.token, 'POST', `/user/calls/${id}/end`)
        arm()
        const first = await end()
        if (faults.struck()) expect((await end()).status, where).toBe(200)
        else expect(first.status, where).toBe(200)
        await world.run(300)
        const call = await world.services.calls.find({ user_id: user.id, call_id: id })
        expect(finalStatuses, where).toContain(call?.status)
        expect(call, where).toMatchObject({ status: 'ended', charged_at: expect.any(Number) })
        if (faults.struck()) expect((await end()).status, where).toBe(200)
      })
    },
    120_000,
  )
})
