import { expect, test } from 'vitest'
import { dialSlotsKey } from '../../shared/table/keys.ts'
import { rushForSlots } from './waiters.ts'

const takers = 500
const unitsMax = 600

test.each([
  { perSecond: 1, kind: 'single' },
  { perSecond: 1, kind: 'campaign' },
  { perSecond: 30, kind: 'single' },
  { perSecond: 30, kind: 'campaign' },
] as const)('gives 500 takers at once a slot each at $perSecond a second ($kind)', async ({ perSecond, kind }) => {
  const { crowd, began, times } = await rushForSlots({ kind, takers, perSecond })
  expect(new Set(times).size).toBe(takers)
  for (const [place, at] of times.slice(1).entries())
    expect(at - (times[place] ?? 0)).toBeGreaterThanOrEqual(1000 / perSecond - 1)
  expect((times.at(-1) ?? 0) - began).toBeLessThan((takers * 1000 * 1.1) / perSecond + 2_000)
  expect(crowd.item(dialSlotsKey).unitsPerSecondMax).toBeLessThanOrEqual(unitsMax)
  expect(crowd.item(dialSlotsKey).bytesMax).toBeLessThan(300)
})
