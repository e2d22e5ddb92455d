import fc from 'fast-check'
import { expect, test } from 'vitest'
import { firstIdAt, idAt, readId, timeOfId } from '../../shared/words/id.ts'

const start = Date.UTC(2025, 0, 1)
/** Last millisecond that 41 bits can hold, in 2094. */
const end = start + 2 ** 41 - 1
const times = fc.integer({ min: start, max: end })
const chances = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })

test('an id is an integer that JSON carries exactly, and tells its time', () => {
  fc.assert(
    fc.property(times, chances, (time, chance) => {
      const id = idAt(time, chance)
      expect(Number.isSafeInteger(id)).toBe(true)
      expect(timeOfId(id)).toBe(time)
    }),
  )
})

test('a later millisecond has a greater id, whatever the chance', () => {
  const timesBeforeAnother = fc.integer({ min: start, max: end - 1 })
  fc.assert(
    fc.property(timesBeforeAnother, chances, chances, (time, one, other) => {
      expect(idAt(time + 1, one)).toBeGreaterThan(idAt(time, other))
      expect(firstIdAt(time)).toBeLessThanOrEqual(idAt(time, one))
      expect(firstIdAt(time + 1)).toBeGreaterThan(idAt(time, one))
    }),
  )
})

test.each([
  [0, 0],
  [start - 1, 0],
  [end + 1, Number.MAX_SAFE_INTEGER],
  [Date.UTC(9999, 11, 31), Number.MAX_SAFE_INTEGER],
])('at %i, outside of the time of ids, the first is %i', (time, id) => {
  expect(firstIdAt(time)).toBe(id)
})

test.each(['1', '42', String(2 ** 53 - 1)])('%s is an id', (text) => {
  expect(readId(text)).toBe(Number(text))
})

test.each([
  undefined,
  '',
  '0',
  '-1',
  '+1',
  '01',
  '1.0',
  '1e3',
  '0x1',
  ' 1',
  '1\n',
  'abc',
  '٣',
  String(2 ** 53),
  '9'.repeat(17),
])('%j is no id', (text) => {
  expect(readId(text)).toBeUndefined()
})
