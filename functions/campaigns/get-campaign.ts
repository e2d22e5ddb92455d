import { fullCampaignView } from '../../shared/domain/campaigns/campaign-view.ts'
import { found } from '../../shared/domain/problem.ts'
import { getCampaign } from '../../shared/operations/campaigns.ts'
import { http } from '../../shared/runtime/http.ts'

/** How a campaign gets on, counted now. */
export const handler = http(getCampaign, async ({ user_id, id }, { campaigns, leads, dials, clock }) => {
  const [campaign, standings, { next_at }, taken] = await Promise.all([
    campaigns.find(user_id, id),
    leads.standings(user_id, id),
    leads.outlook(user_id, id),
    dials.taken({ user_id, campaign_id: id }),
  ])
  const progress = { standings, taken: taken.length, next_at }
  return fullCampaignView(found(campaign, 'campaign_not_found'), progress, clock.now())
})
