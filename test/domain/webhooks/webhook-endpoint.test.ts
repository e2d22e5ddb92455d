import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  admission,
  afterFailure,
  type Endpoint,
  leaseMs,
  resumed,
  slotsMax,
} from '../../../shared/domain/webhooks/webhook-endpoint.ts'

const now = 1_000_000
const full: Endpoint = Object.fromEntries(
  Array.from({ length: slotsMax }, (_, slot) => [`slot_${slot}`, { delivery_id: slot + 1, until: now + leaseMs }]),
)

describe('admission', () => {
  test('takes the first free slot, or one whose worker has died', () => {
    expect(admission({}, 99, now)).toEqual({ go: true, slot: 0, probes: false })
    expect(admission({ ...full, slot_4: undefined }, 99, now)).toEqual({ go: true, slot: 4, probes: false })
    expect(admission({ ...full, slot_7: { delivery_id: 8, until: now } }, 99, now)).toMatchObject({ go: true, slot: 7 })
    expect(admission(full, 99, now)).toEqual({ go: false, why: 'busy' })
  })

  test('refuses what is being sent already', () => {
    expect(admission(full, 3, now)).toEqual({ go: false, why: 'in flight' })
    expect(admission({ slot_0: { delivery_id: 3, until: now } }, 3, now)).toMatchObject({ go: true })
  })

  test('refuses while the receiver is left alone; then one probes', () => {
    expect(admission({ paused_until: now + 1 }, 3, now)).toEqual({ go: false, why: 'paused', until: now + 1 })
    expect(admission({ paused_until: now }, 3, now)).toEqual({ go: true, slot: 0, probes: true })
  })
})

describe('failures', () => {
  test('open the circuit after ten in a row, for up to 15 minutes', () => {
    let health: ReturnType<typeof afterFailure> = {}
    for (let count = 1; count < 10; count++) health = afterFailure(health, false, now)
    expect(health.paused_until).toBeUndefined()
    health = afterFailure(health, false, now)
    expect(health).toEqual({ failures: 10, pauses: 1, paused_until: now + 60_000 })
    const pauses = Array.from({ length: 6 }, () => {
      const probedAt = health.paused_until ?? 0
      health = afterFailure({ ...health, paused_until: probedAt + leaseMs }, true, probedAt)
      return ((health.paused_until ?? 0) - probedAt) / 60_000
    })
    expect(pauses).toEqual([2, 4, 8, 15, 15, 15])
  })

  test('that were under way when it was left alone do not prolong the pause', () => {
    const paused = { failures: 10, pauses: 1, paused_until: now + 60_000 }
    expect(afterFailure(paused, false, now + 5_000)).toEqual({ ...paused, failures: 11 })
  })

  test('after a user’s resend: one opens the circuit, for the shortest pause', () => {
    expect(afterFailure(resumed, false, now)).toEqual({ failures: 10, pauses: 1, paused_until: now + 60_000 })
  })
})

test('never has more than ten at once, nor one delivery twice', async () => {
  const step = fc.record({ delivery_id: fc.nat(30), advance: fc.nat(20_000), fails: fc.boolean(), ends: fc.boolean() })
  await fc.assert(
    fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
      let endpoint: Endpoint = {}
      let time = now
      const under: { slot: number; delivery_id: number; probes: boolean; until: number }[] = []
      for (const { delivery_id, advance, fails, ends } of steps) {
        time += advance
        const over = ends ? under.shift() : undefined
        if (over) {
          const slots = { ...endpoint, [`slot_${over.slot}`]: undefined }
          endpoint = fails
            ? { ...slots, ...afterFailure(endpoint, over.probes, time) }
            : { ...slots, failures: undefined, pauses: undefined, paused_until: undefined }
        }
        const answer = admission(endpoint, delivery_id, time)
        if (answer.go) {
          const until = time + leaseMs
          under.push({ ...answer, delivery_id, until })
          endpoint = { ...endpoint, [`slot_${answer.slot}`]: { delivery_id, until } }
          if (answer.probes) endpoint.paused_until = until
        }
        while (under[0] && under[0].until <= time) under.shift()
        expect(under.length).toBeLessThanOrEqual(slotsMax)
        expect(new Set(under.map((one) => one.delivery_id)).size).toBe(under.length)
      }
    }),
  )
})
