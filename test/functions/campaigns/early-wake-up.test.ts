import { expect, test } from 'vitest'
import * as registry from '../../../shared/runtime/registry.ts'
import { campaignFor, leadFor } from '../../fixtures.ts'
import { useCaller, useWorld } from '../../use-world.ts'

/** Milliseconds by which the dialler's clock is behind. */
let behindMs = 0
const world = useWorld({
  startAt: Date.UTC(2026, 10, 25, 10, 50, 30),
  open: ({ operation, open }, parts) => {
    const clock = { ...parts.clock, now: () => parts.clock.now() - behindMs }
    return open(operation.id === 'dispatch-campaign' ? { ...parts, clock } : parts, registry)
  },
})
const user = useCaller(world)

test('waits for a wake-up that a slow clock sees early', async () => {
  const campaign_id = await campaignFor(world, user, {
    timezone: 'UTC',
    allowed_hours_start_time: '11:00',
    allowed_hours_end_time: '12:00',
  })
  await leadFor(world, user, campaign_id, '+12025550101')
  await world.api(user.token, 'POST', '/user/campaigns/update-status', { campaign_id, action: 'start' })
  await world.run(60)
  behindMs = 800
  await world.run(9 * 60)
  const [dial] = world.carrier.stats().creates
  expect(new Date(dial?.receivedAt ?? 0).toISOString()).toMatch(/^2026-11-25T11:00:0\d/)
})
