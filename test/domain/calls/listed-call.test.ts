import { expect, test } from 'vitest'
import { isSettled, madeAround } from '../../../shared/domain/calls/listed-call.ts'

const asked_at = Date.UTC(2026, 0, 5, 10)
const at = (seconds: number) => ({ carrier_sid: `CA${seconds}`, created_at: asked_at + seconds * 1000 })

test('a clock of the carrier’s that is ten seconds off, either way, hides no call', () => {
  const listed = [at(70), at(3), at(-10)]
  expect(madeAround(asked_at, listed)).toEqual([at(-10), at(3), at(70)])
})

test('calls of another time were made by other requests', () => {
  expect(madeAround(asked_at, [at(-12), at(71), { carrier_sid: 'CA', created_at: Number.NaN }])).toEqual([])
})

test('a call is taken for another’s only once its own request must have noted it', () => {
  expect(isSettled(at(0), asked_at + 22_000)).toBe(false)
  expect(isSettled(at(0), asked_at + 23_000)).toBe(true)
})
