import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { finalStatuses } from '../../../shared/domain/call-life.ts'
import { faultKinds, openFaults } from '../../faults.ts'
import { assistantFor } from '../../fixtures.ts'
import { openWorld, type World } from '../../world.ts'

/** More calls to the world than any of these operations makes in one talk. */
const callsMax = 60
/** Long enough for every repair, and for the longest silence after it. */
const lifetimeSeconds = 240

const faults = openFaults()
let world: World
beforeAll(async () => {
  world = await openWorld({ open: faults.open })
})
afterAll(() => world.close())

/** A talk with somebody who says goodbye, while the fault is armed. */
const talkThrough = async () => {
  const user = await world.user()
  await world.number(user)
  const assistant_id = await assistantFor(world, user, { max_call_duration: 120, re_engagement_interval: 10 })
  const made = await world.api(user.token, 'POST', '/user/make_call', { phone_number: '+12025550106', assistant_id })
  await world.run(lifetimeSeconds)
  const { body } = await world.api(user.token, 'GET', `/user/calls/${made.body.data.id}`)
  const call = await world.services.calls.find({ user_id: user.id, call_id: made.body.data.id })
  return { body, lines: world.relay.linesOf(call?.carrier_sid ?? '') }
}

const invalidFrames = () => world.carrierFacts.filter((fact) => JSON.stringify(fact).includes('frame_invalid')).length

describe.each(['receive-frame', 'watch-silence', 'open-conversation'])('%s', (operation) => {
  test.each(faultKinds)(
    '%s, at every call it makes: the talk goes on or ends, and nobody waits in silence',
    async (kind) => {
      for (let call = 0; call < callsMax; call++) {
        faults.arm({ operation, call, kind })
        const badBefore = invalidFrames()
        const { body, lines } = await talkThrough()
        const struck = faults.struck()
        faults.disarm()
        expect(finalStatuses, `${kind} at ${call}: ${struck}`).toContain(body.status)
        // Whoever was connected hears the assistant again after what they said, or the call ends by itself.
        expect(body.duration, `${kind} at ${call}: ${struck}`).toBeLessThan(120)
        // Only for a function that died does API Gateway answer the carrier itself.
        if (!kind.startsWith('dies')) expect(invalidFrames()).toBe(badBefore)
        if (!struck) {
          expect(body.status).toBe('ended_by_assistant')
          expect(lines.at(-1)).toEqual({ speaker: 'assistant', text: 'Thank you for your time. Goodbye!' })
          return
        }
      }
      throw new Error('The operation makes more calls than expected')
    },
    300_000,
  )
})
