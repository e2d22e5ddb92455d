import { deleteCampaign } from '../../shared/operations/campaigns.ts'
import { http } from '../../shared/runtime/http.ts'
import { found, Problem } from '../../shared/words/problem.ts'

export const handler = http(deleteCampaign, async ({ user_id, id }, { campaigns, clearCampaignQueue, clock }) => {
  const campaign = found(await campaigns.find(user_id, id), 'campaign_not_found')
  if (!(await campaigns.markDeleted(user_id, id, clock.now(), campaign))) throw new Problem('campaign_not_found')
  await clearCampaignQueue.nudge({ user_id, campaign_id: id })
  return { message: 'Campaign deleted successfully' }
})
