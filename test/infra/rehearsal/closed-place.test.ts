import { expect, test } from 'vitest'
import { number, zoneWhere } from '../../../infra/rehearsal/closed-place.ts'
import { placeOf } from '../../../shared/domain/places/place.ts'
import { standingAt } from '../../../shared/domain/rules/legal-hours.ts'
import { shippedRules } from '../../../shared/domain/rules/rule-set.ts'

test('some zone is at night and some at noon, at every hour', () => {
  const book = { rules: shippedRules, overrides: [] }
  const isOpen = (timezone: string, at: number) => standingAt(placeOf(number, { timezone }), book, at).isOpen
  for (let hour = 0; hour < 48; hour++) {
    const now = Date.UTC(2026, 10, 25, hour, 59, 59)
    expect([isOpen(zoneWhere(3, now), now), isOpen(zoneWhere(12, now), now)], String(hour)).toEqual([false, true])
  }
})
