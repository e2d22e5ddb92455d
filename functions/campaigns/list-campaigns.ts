import { campaignView } from '../../shared/domain/campaigns/campaign-view.ts'
import { listCampaigns } from '../../shared/operations/campaigns.ts'
import { http } from '../../shared/runtime/http.ts'

export const handler = http(listCampaigns, async ({ user_id }, { campaigns }) =>
  (await campaigns.list(user_id)).map(campaignView),
)
