import { countriesOf } from '../../shared/domain/account/account.ts'
import { previewOf } from '../../shared/domain/dialling/campaign-preview.ts'
import { found } from '../../shared/domain/problem.ts'
import { previewCampaign } from '../../shared/operations/campaigns.ts'
import { http } from '../../shared/runtime/http.ts'

/** Leads that are due and judged one by one while a list of countries narrows whom may be called; only numbers tell the country. */
const judgedMax = 1_000
/** Without a list, one that may be called shows what a call costs. */
const samplesMax = 10

/** Nothing is started: the dialler's own judge says what it would do now, lead by lead or for all that stand alike. */
export const handler = http(previewCampaign, async ({ user_id, id }, services) => {
  const { accounts, campaigns, leads, blacklist, clock } = services
  const now = clock.now()
  const means = accounts.means(user_id)
  const [known, standings, { next_at }, due, numbers, first] = await Promise.all([
    campaigns.find(user_id, id),
    leads.standings(user_id, id),
    leads.outlook(user_id, id),
    leads.dueCount(user_id, id, now),
    blacklist.numbers(user_id),
    means.then((known) => leads.due(user_id, id, now, countriesOf(known) ? judgedMax : samplesMax)),
  ])
  const campaign = found(known, 'campaign_not_found')
  const blacklisted = (await leads.withNumbers(user_id, numbers)).filter(({ campaign_id }) => campaign_id === id)
  const listed = [...new Map([...first, ...blacklisted].map((lead) => [lead.id, lead])).values()]
  const counted = { standings, next_at, due, listed, blacklisted: new Set(numbers), means: await means }
  return previewOf(campaign, counted, now)
})
