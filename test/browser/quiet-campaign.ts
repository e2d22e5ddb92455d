import { assistantFor, campaignFor, leadFor } from '../fixtures.ts'
import type { TestUser, World } from '../world.ts'

/** Creates a campaign that is not started. Some leads answer and talk, others are busy. */
export const quietCampaign = async (world: World, user: TestUser) => {
  await world.number(user)
  const assistant_id = await assistantFor(world, user, { record_call: true, timezone: 'America/New_York' })
  const hours = { allowed_hours_start_time: '00:00:00', allowed_hours_end_time: '23:59:59' }
  const campaign_id = await campaignFor(world, user, {
    assistant_id,
    max_calls_in_parallel: 3,
    max_retries: 0,
    ...hours,
  })
  for (const ending of ['0100', '0101', '0106'])
    await leadFor(world, user, campaign_id, `+1202555${ending}`, { variables: { customer_name: 'Ada' } })
  return { campaign_id, assistant_id }
}
