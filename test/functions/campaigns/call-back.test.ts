import { expect, test } from 'vitest'
import { assistantFor, campaignFor, leadFor } from '../../fixtures.ts'
import { useUser, useWorld } from '../../use-world.ts'

const world = useWorld({ startAt: Date.UTC(2026, 10, 25, 10) })
const user = useUser(world)

const campaignWith = async (more: Record<string, unknown> = {}) => {
  await world.number(user)
  const tools = [{ type: 'call_back_at' }]
  const assistant_id = await assistantFor(world, user, { tools, timezone: 'UTC', post_call_evaluation: false })
  const campaign_id = await campaignFor(world, user, { assistant_id, max_retries: 0, timezone: 'UTC', ...more })
  const lead = await leadFor(world, user, campaign_id, '+12025550118')
  await world.api(user.token, 'POST', '/user/campaigns/update-status', { campaign_id, action: 'start' })
  const stored = async () => (await world.api(user.token, 'GET', `/user/leads/${lead.id}`)).body
  const campaign = async () => (await world.api(user.token, 'GET', `/user/campaigns/${campaign_id}`)).body
  return { campaign_id, lead, stored, campaign }
}

test('calls a lead back three times at most; the campaign waits', async () => {
  const { stored, campaign } = await campaignWith()
  for (const day of [26, 27, 28]) {
    await world.run(24 * 60 * 60)
    expect(await stored()).toMatchObject({ status: 'created', next_attempt_at: `2026-11-${day} 15:00:00` })
    expect((await campaign()).status).toBe('in-progress')
  }
  await world.run(2 * 24 * 60 * 60)
  const { status, attempts } = await stored()
  expect(status).toBe('completed')
  expect(attempts.map(({ attempted_at }: { attempted_at: string }) => attempted_at.slice(0, 15))).toEqual([
    '2026-11-25 10:0',
    '2026-11-26 15:0',
    '2026-11-27 15:0',
    '2026-11-28 15:0',
  ])
  expect((await campaign()).status).toBe('completed')
})
