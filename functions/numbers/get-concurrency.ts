import { getConcurrency } from '../../shared/operations/numbers.ts'
import { http } from '../../shared/runtime/http.ts'

export const handler = http(getConcurrency, async ({ user_id }, { accounts, campaigns, dials }) => {
  const [{ limit, live, ...carrier }, all] = await Promise.all([accounts.concurrency(user_id), campaigns.list(user_id)])
  const running = all.filter(({ status }) => status === 'in-progress')
  const by_campaign = await Promise.all(
    running.map(async ({ id: campaign_id, max_calls_in_parallel }) => {
      const taken = await dials.taken({ user_id, campaign_id })
      return { campaign_id, live: taken.length, limit: max_calls_in_parallel }
    }),
  )
  return { limit, live, available: Math.max(0, limit - live), by_campaign, ...carrier }
})
