import { countriesOf } from '../../shared/domain/account/account.ts'
import { countedMax, previewOf } from '../../shared/domain/dialling/campaign-preview.ts'
import { found } from '../../shared/domain/problem.ts'
import { previewCampaign } from '../../shared/operations/campaigns.ts'
import { http } from '../../shared/runtime/http.ts'

/** Leads that are due and judged one by one: one that may be called shows what a call costs. */
const samplesMax = 5
/** Blacklisted numbers whose leads are looked for. */
const numbersMax = 100

/**
 * Nothing is started: the dialler's own judge says what it would do now, lead by lead or for all that stand alike. What could only
 * be told by a look at every lead of a large campaign is said as `at least`.
 */
export const handler = http(previewCampaign, async ({ user_id, id }, services) => {
  const { accounts, campaigns, leadPages, leads, blacklist, clock } = services
  const now = clock.now()
  const [known, means, standings, { next_at }, dueCounts, numbers, samples] = await Promise.all([
    campaigns.find(user_id, id),
    accounts.means(user_id),
    leadPages.standings(user_id, id, countedMax),
    leads.outlook(user_id, id),
    leads.dueCounts(user_id, id, now, countedMax),
    blacklist.numbers(user_id, numbersMax),
    leads.due(user_id, id, now, samplesMax),
  ])
  const campaign = found(known, 'campaign_not_found')
  // Only its number tells the country of a lead.
  const judgesAll = countriesOf(means) !== undefined && dueCounts.due < countedMax
  const [first, withNumbers] = await Promise.all([
    judgesAll ? leads.due(user_id, id, now, countedMax) : samples,
    leads.withNumbers(user_id, numbers),
  ])
  const blacklisted = withNumbers.filter(({ campaign_id }) => campaign_id === id)
  const listed = [...new Map([...first, ...blacklisted].map((lead) => [lead.id, lead])).values()]
  const isListed = numbers.length < numbersMax && (judgesAll || countriesOf(means) === undefined)
  const counted = { standings, next_at, dueCounts, listed, isListed, blacklisted: new Set(numbers), means }
  return previewOf(campaign, counted, now)
})
