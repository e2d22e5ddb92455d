import { expect, test } from 'vitest'
import { instantAt } from '../../../shared/domain/campaigns/zone-time.ts'

test.each([
  ['UTC', '2026-11-26T15:00', '2026-11-26T15:00'],
  ['Europe/Berlin', '2026-07-01T15:00', '2026-07-01T13:00'],
  ['Asia/Kathmandu', '2026-07-01T15:00', '2026-07-01T09:15'],
  // The time 02:30 occurs twice on 25 October; the earlier one is expected.
  ['Europe/Berlin', '2026-10-25T02:30', '2026-10-25T00:30'],
  // The time 02:30 does not exist on 29 March.
  ['Europe/Berlin', '2026-03-29T02:30', '2026-03-29T01:30'],
  ['America/New_York', '2026-11-01T01:30', '2026-11-01T05:30'],
  ['America/New_York', '2026-03-08T02:30', '2026-03-08T07:30'],
])('in %s a clock shows %s at %s', (zone, wall, instant) => {
  expect(new Date(instantAt(zone, Date.parse(`${wall}Z`))).toISOString()).toBe(`${instant}:00.000Z`)
})
