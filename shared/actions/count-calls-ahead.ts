import { countriesOf } from '../domain/account/account.ts'
import { wantsConsent } from '../domain/campaigns/campaign.ts'
import { countedMax, previewOf } from '../domain/dialling/campaign-preview.ts'
import { refusedNumbers } from '../domain/dialling/refused-numbers.ts'
import { familyOf, type Lead } from '../domain/leads/lead.ts'
import { found } from '../domain/problem.ts'
import type { Supplied } from '../services.ts'
import { readConsents } from './read-consents.ts'

type Services = Supplied<
  | 'accounts.means'
  | 'blacklist.numbers'
  | 'campaigns.find'
  | 'clock'
  | 'consents.standings'
  | 'leadPages.standings'
  | 'leads.due'
  | 'leads.dueCounts'
  | 'leads.outlook'
  | 'leads.withNumbers'
>

/** Leads that are due and judged one by one: one that may be called shows what a call costs. */
const samplesMax = 5
/** Blacklisted numbers whose leads are looked for. */
const numbersMax = 100
/** A campaign with more leads than this is looked at with a few of its leads only, so that it costs no more than 60 read units. */
const smallMax = 10_000
const few = { judged: 10, numbers: 10, ofNumber: 2 }
const many = { judged: countedMax, numbers: numbersMax, ofNumber: countedMax }

/** Whom the campaign would call now. What could only be told by a look at every lead of a large campaign is said as `at least`. */
export const countCallsAhead = async (services: Services, user_id: number, id: number) => {
  const { accounts, campaigns, leadPages, leads, blacklist, clock } = services
  const now = clock.now()
  const [known, means, standings, { next_at }, dueCounts, numbers] = await Promise.all([
    campaigns.find(user_id, id),
    accounts.means(user_id),
    leadPages.standings(user_id, id, countedMax),
    leads.outlook(user_id, id),
    leads.dueCounts(user_id, id, now, countedMax),
    blacklist.numbers(user_id, numbersMax),
  ])
  const campaign = found(known, 'campaign_not_found')
  const size = Object.values(standings).reduce((sum, count) => sum + count, 0)
  const looks = size > smallMax ? few : many
  // Only its number tells the country of a lead, and the consents.
  const isByNumber = countriesOf(means) !== undefined || wantsConsent(campaign)
  const judgesAll = isByNumber && dueCounts.due < looks.judged
  const lookedUp = numbers.slice(0, looks.numbers)
  const [first, withNumbers] = await Promise.all([
    leads.due(user_id, id, now, judgesAll ? looks.judged : samplesMax),
    leads.withNumbers(user_id, lookedUp, looks.ofNumber),
  ])
  const isCut = (number: string) => withNumbers.filter(hasNumber(number)).length >= looks.ofNumber
  const areNumbersListed = numbers.length < numbersMax && lookedUp.length === numbers.length && !lookedUp.some(isCut)
  const blacklisted = withNumbers.filter(({ campaign_id }) => campaign_id === id)
  const listed = [...new Map([...first, ...blacklisted].map((lead) => [lead.id, lead])).values()]
  const isListed = areNumbersListed && (judgesAll || !isByNumber)
  const listedNumbers = listed.flatMap(familyOf).map(({ phone_number }) => phone_number)
  const consents = await readConsents(services, campaign, listedNumbers)
  const refused = refusedNumbers(campaign, listedNumbers, consents, now)
  const counted = { standings, next_at, dueCounts, listed, isListed, blacklisted: new Set(numbers), means, refused }
  return previewOf(campaign, counted, now)
}

const hasNumber = (number: string) => (lead: Lead) => familyOf(lead).some(({ phone_number }) => phone_number === number)
