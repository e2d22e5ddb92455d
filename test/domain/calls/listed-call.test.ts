import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createdAround, isSettled, ownOf } from '../../../shared/domain/calls/listed-call.ts'
import { asked, newlyWaiting, type Placement } from '../../../shared/domain/calls/placement.ts'

const asked_at = Date.UTC(2026, 0, 5, 10)
const at = (seconds: number) => ({ carrier_sid: `CA${seconds}`, created_at: asked_at + seconds * 1000 })

test('a carrier clock that is off by ten seconds hides no call', () => {
  const listed = [at(70), at(3), at(-10)]
  expect(createdAround(asked_at, listed)).toEqual([at(-10), at(3), at(70)])
})

test('calls of another time were made by other requests', () => {
  expect(createdAround(asked_at, [at(-12), at(71), { carrier_sid: 'CA', created_at: Number.NaN }])).toEqual([])
})

test('attributes a call to another request only once its own is settled', () => {
  expect(isSettled(at(0), asked_at + 22_000)).toBe(false)
  expect(isSettled(at(0), asked_at + 23_000)).toBe(true)
})

/** Random requests for calls. `delay` is undefined when the carrier never created the call. */
const requests = fc.array(
  fc.record({ gap: fc.integer({ min: 3, max: 20 }), delay: fc.option(fc.integer({ min: 0, max: 1 })) }),
  { minLength: 2, maxLength: 6 },
)

test('each call of unknown outcome gets its own record of the carrier, or none', () => {
  fc.assert(
    fc.property(requests, fc.infiniteStream(fc.boolean()), (made, told) => {
      let now = asked_at
      const all = made.map(({ gap, delay }, id) => {
        now += gap * 1000
        const record = delay === null ? undefined : { carrier_sid: `CA${id}`, created_at: now + delay * 1000 }
        const isTold = record !== undefined && told.next().value
        const placement: Placement = isTold ? { phase: 'placed', asked_at: now } : asked(newlyWaiting(), now)
        return { record, call: { id, placement, isTold } }
      })
      const calls = all.map(({ call, record }) => ({
        ...call,
        ...(call.isTold && { carrier_sid: record?.carrier_sid }),
      }))
      const free = all.flatMap(({ record, call }) => (record && !call.isTold ? [record] : []))
      for (const [place, call] of calls.entries())
        expect(ownOf(call, calls, free)).toEqual(call.isTold ? undefined : all[place]?.record)
    }),
    { numRuns: 300, seed: 7 },
  )
})

test('two calls never get the same record, however late the carrier is', () => {
  const late = fc.array(fc.integer({ min: -10, max: 60 }), { minLength: 1, maxLength: 5 })
  const starts = fc.array(fc.integer({ min: 0, max: 30 }), { minLength: 2, maxLength: 5 })
  fc.assert(
    fc.property(starts, late, (times, records) => {
      const calls = times.map((seconds, id) => ({
        id,
        placement: asked(newlyWaiting(), asked_at + seconds * 1000),
      }))
      const free = records.map((seconds, index) => ({ ...at(seconds), carrier_sid: `CA${index}` }))
      const taken = calls.flatMap((call) => ownOf(call, calls, free)?.carrier_sid ?? [])
      expect(new Set(taken).size).toBe(taken.length)
    }),
    { numRuns: 300, seed: 7 },
  )
})
