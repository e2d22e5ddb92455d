import { fullCampaignView, parallelCallsNote } from '../../shared/domain/campaigns/campaign-view.ts'
import { found } from '../../shared/domain/problem.ts'
import { getCampaign } from '../../shared/operations/campaigns.ts'
import { http } from '../../shared/runtime/http.ts'

/** How a campaign gets on, counted now. */
export const handler = http(
  getCampaign,
  async ({ user_id, id }, { accounts, campaigns, leadPages, leads, dials, clock }) => {
    const [known, leads_count, { next_at }, taken, { limits }] = await Promise.all([
      campaigns.find(user_id, id),
      leadPages.counts(user_id, id),
      leads.outlook(user_id, id),
      dials.taken({ user_id, campaign_id: id }),
      accounts.means(user_id),
    ])
    const progress = { leads_count, taken: taken.length, next_at }
    const campaign = found(known, 'campaign_not_found')
    const parallel_calls_note = parallelCallsNote(campaign, limits)
    return { ...fullCampaignView(campaign, progress, clock.now()), parallel_calls_note }
  },
)
