import { previewOf } from '../../shared/domain/dialling/campaign-preview.ts'
import { found } from '../../shared/domain/problem.ts'
import { previewCampaign } from '../../shared/operations/campaigns.ts'
import { http } from '../../shared/runtime/http.ts'

/** Nothing is started: the dialler's own judge says what it would do now, lead by lead or for all that stand alike. */
export const handler = http(previewCampaign, async ({ user_id, id }, { campaigns, leads, blacklist, clock }) => {
  const now = clock.now()
  const [known, standings, { next_at }, due, numbers] = await Promise.all([
    campaigns.find(user_id, id),
    leads.standings(user_id, id),
    leads.outlook(user_id, id),
    leads.dueCount(user_id, id, now),
    blacklist.numbers(user_id),
  ])
  const campaign = found(known, 'campaign_not_found')
  const listed = (await leads.withNumbers(user_id, numbers)).filter(({ campaign_id }) => campaign_id === id)
  return previewOf(campaign, { standings, next_at, due, listed, blacklisted: new Set(numbers) }, now)
})
