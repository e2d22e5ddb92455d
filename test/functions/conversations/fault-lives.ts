import { expect } from 'vitest'
import type { CallDetail } from '../../../shared/domain/calls/call.ts'
import { finalStatuses } from '../../../shared/domain/calls/call-life.ts'
import { writeCallRef } from '../../../shared/domain/calls/call-ref.ts'
import { idAt } from '../../../shared/words/id.ts'
import { type FaultKind, openFaults } from '../../faults.ts'
import { assistantFor } from '../../fixtures.ts'
import { aboutCalls } from '../../subjects.ts'
import { openWorld, type TestUser, type World } from '../../world.ts'

const lifetimeSeconds = 240
const limitSeconds = 120
const comeAgainSeconds = 900
const atOnce = 8
const livesMax = 96

export interface FaultLife {
  struck: string | undefined
  status: string
  duration: number
  transcript: string
  lines: readonly { speaker: string; text: string }[]
}

/**
 * Opens a test world that repeats a phone call. In each call, a different outgoing request of an
 * operation fails.
 */
export const openLives = async (
  from: string,
  settings: Record<string, unknown> = {},
  given: (world: World, user: TestUser) => Promise<Record<string, unknown>> = async () => ({}),
) => {
  const faults = openFaults()
  const world = await openWorld({ open: faults.open, together: true })
  const user = await world.user()
  const number = await world.number(user)
  await assistantFor(world, user, {
    calls_direction: 'receive',
    phone_number_id: number.id,
    max_call_duration: limitSeconds,
    re_engagement_interval: 10,
    post_call_evaluation: false,
    ...settings,
    ...(await given(world, user)),
  })
  const invalidFrames = () => world.carrierFacts.filter((fact) => JSON.stringify(fact).includes('frame_invalid')).length

  const liveOnce = async (count = atOnce) => {
    const ring = () => world.incomingCall({ to: number.phone_number, from })
    await Promise.all(Array.from({ length: count }, ring))
    await world.run(lifetimeSeconds)
  }

  const lives = async (operation: string, kind: FaultKind): Promise<FaultLife[]> => {
    await world.run(comeAgainSeconds)
    const badBefore = invalidFrames()
    const since = idAt(world.clock.now(), 0)
    const struckEach = faults.armEach({ operation, kind, subjectOf: aboutCalls() })
    while (![...struckEach().values()].some((struck) => struck === undefined)) {
      if (struckEach().size > livesMax) throw new Error('The operation makes more calls than expected')
      await liveOnce()
    }
    const struck = struckEach()
    faults.disarm()
    const { calls } = await world.services.callPages.page(user.id, { from_id: since }, 0, livesMax * 2)
    const details: (CallDetail | undefined)[] = []
    for (const { id } of calls)
      details.push(...(await world.services.calls.details([{ user_id: user.id, call_id: id }])))

    const found = calls.map(({ id, status, duration, carrier_sid = '' }, index) => ({
      struck: struck.get(writeCallRef({ user_id: user.id, call_id: id })),
      status,
      duration,
      transcript: details[index]?.transcript ?? '',
      lines: world.relay.linesOf(carrier_sid),
    }))
    for (const life of found) {
      const where = `${kind} at ${life.struck}`
      expect(finalStatuses, where).toContain(life.status)
      expect(life.duration, where).toBeLessThan(limitSeconds)
    }
    if (!kind.startsWith('dies')) expect(invalidFrames()).toBe(badBefore)
    expect(found.filter((life) => life.struck).length).toBeGreaterThan(3)
    return found
  }

  return { world, user, faults, lives, liveOnce, close: world.close }
}

export const spared = (lives: FaultLife[]) => lives.filter(({ struck }) => struck === undefined)
