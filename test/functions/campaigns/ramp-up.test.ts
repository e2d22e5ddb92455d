import { expect, onTestFinished, test } from 'vitest'
import type { WorkerOperation } from '../../../shared/operations/define.ts'
import { campaignFor, leadFor } from '../../fixtures.ts'
import { openWorld } from '../../world.ts'

const seconds = 40

const dialsWith = async (recursiveLoop?: WorkerOperation['recursiveLoop']) => {
  const world = await openWorld({ recursiveLoop })
  onTestFinished(world.close)
  const user = await world.user()
  await world.number(user)
  const campaign_id = await campaignFor(world, user, { max_calls_in_parallel: 60, max_retries: 0 })
  await Promise.all(Array.from({ length: 60 }, () => leadFor(world, user, campaign_id, '+12025550102')))
  await world.api(user.token, 'POST', '/user/campaigns/update-status', { campaign_id, action: 'start' })
  await world.run(seconds)
  return world.carrier.stats().creates.length
}

test('a campaign that wakes itself for each call ramps up at the full rate', async () => {
  expect(await dialsWith()).toBeGreaterThanOrEqual(seconds)
})

test('stalls after 17 calls if Lambda stops self-waking workers', async () => {
  expect(await dialsWith('Terminate')).toBeLessThanOrEqual(17)
})
