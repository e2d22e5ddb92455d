import { readOutlook, readQueueRules } from '../../shared/actions/dialling/next-call.ts'
import { readPool } from '../../shared/actions/dialling/read-pool.ts'
import { fullCampaignView, parallelCallsNote } from '../../shared/domain/campaigns/campaign-view.ts'
import { numbersView, withPool } from '../../shared/domain/dialling/number-pool.ts'
import { getCampaign } from '../../shared/operations/campaigns.ts'
import { http } from '../../shared/runtime/http.ts'
import { found } from '../../shared/words/problem.ts'

export const handler = http(getCampaign, async ({ user_id, id }, services) => {
  const { accounts, campaigns, leadPages, dials, clock } = services
  const readCampaign = async () => {
    const campaign = await campaigns.find(user_id, id)
    if (!campaign) return undefined
    const now = clock.now()
    const [pool, ahead] = await Promise.all([
      readPool(services, campaign, now),
      readQueueRules(services, campaign).then((queueRules) => readOutlook(services, campaign, queueRules, now)),
    ])
    return { campaign, pool, next_call_at: withPool(ahead.next_call_at, pool, now) }
  }
  const [known, leads_count, taken, { limits }] = await Promise.all([
    readCampaign(),
    leadPages.counts(user_id, id),
    dials.taken({ user_id, campaign_id: id }),
    accounts.means(user_id),
  ])
  const { campaign, pool, next_call_at } = found(known, 'campaign_not_found')
  const progress = { leads_count, taken: taken.length, next_call_at }
  const parallel_calls_note = parallelCallsNote(campaign, limits)
  const numbers = numbersView(pool, clock.now())
  return { ...fullCampaignView(campaign, progress), parallel_calls_note, numbers }
})
