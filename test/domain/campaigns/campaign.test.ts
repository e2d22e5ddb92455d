import fc from 'fast-check'
import { expect, test } from 'vitest'
import { freeSlots } from '../../../shared/domain/campaigns/campaign.ts'

const held = (slots: number[]) => slots.map((slot) => ({ slot, call_id: slot + 1 }))

test('free slots are the lowest ones that nobody holds', () => {
  expect(freeSlots(4, held([1]))).toEqual([0, 2, 3])
})

test('a call in a slot beyond a lowered limit keeps one below it shut', () => {
  expect(freeSlots(3, held([3, 4]))).toEqual([0])
  expect(freeSlots(2, held([0, 3, 4]))).toEqual([])
})

test('all free slots can be taken at once within a lowered limit', () => {
  const slots = fc.uniqueArray(fc.integer({ min: 0, max: 99 }), { maxLength: 100 })
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 100 }), slots, (max, taken) => {
      const free = freeSlots(max, held(taken))
      return (
        free.every((slot) => slot < max && !taken.includes(slot)) &&
        (free.length === 0 || free.length + taken.length <= max)
      )
    }),
  )
})
