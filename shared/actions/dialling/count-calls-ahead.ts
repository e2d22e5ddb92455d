import { countriesOf } from '../../domain/account/account.ts'
import { transcriptionPrice } from '../../domain/calls/new-call.ts'
import { type Campaign, wantsConsent } from '../../domain/campaigns/campaign.ts'
import { countedMax, previewOf } from '../../domain/dialling/campaign-preview.ts'
import { type CountedBucket, countedBucket } from '../../domain/dialling/preview-places.ts'
import { nextCallAt, openBuckets } from '../../domain/dialling/region-buckets.ts'
import { familyOf, type Lead } from '../../domain/leads/lead.ts'
import { capsAt } from '../../domain/rules/caps.ts'
import type { Dependencies } from '../../services.ts'
import { found } from '../../words/problem.ts'
import { type QueueRules, readQueueRules } from './next-call.ts'
import { readPool } from './read-pool.ts'
import { readSituation } from './read-situation.ts'

type Services = Dependencies<
  | 'accounts.means'
  | 'assistants.find'
  | 'blacklist.hasLists'
  | 'blacklist.listedOf'
  | 'blacklist.numbers'
  | 'callingRules.ruleSet'
  | 'campaigns.find'
  | 'clock'
  | 'consents.standings'
  | 'dialCounts.of'
  | 'leadPages.standings'
  | 'leads.due'
  | 'leads.dueCounts'
  | 'leads.dueTimes'
  | 'leads.outlook'
  | 'leads.buckets'
  | 'leads.withNumbers'
  | 'numberDays.since'
  | 'numbers.list'
>

const samplesMax = 5
const numbersMax = 100
/**
 * Campaigns with at most this many leads are counted completely. In larger campaigns, only a few
 * leads are read.
 */
const smallMax = 10_000
const few = { judged: 10, numbers: 10, ofNumber: 2 }
const many = { judged: countedMax, numbers: numbersMax, ofNumber: countedMax }

/** In a large campaign, counts that would need all leads are lower bounds (`at least`). */
export const countCallsAhead = async (services: Services, user_id: number, id: number) => {
  const { accounts, leadPages, leads, blacklist, clock } = services
  const now = clock.now()
  const [read, samples, means, standings, { heads }, dueCounts, numbers, hasLists] = await Promise.all([
    readCampaign(services, user_id, id, now),
    leads.due({ user_id, campaign_id: id }, { now, limit: samplesMax }),
    accounts.means(user_id),
    leadPages.standings(user_id, id, countedMax),
    leads.outlook(user_id, id),
    leads.dueCounts(user_id, id, now, countedMax),
    blacklist.numbers(user_id, numbersMax),
    blacklist.hasLists(user_id),
  ])
  const { campaign, finding, queueRules, inLines } = found(read, 'campaign_not_found')
  const { lines, next_call_at } = inLines ?? {
    lines: undefined,
    next_call_at: nextCallAt(campaign, { heads, buckets: [], ruleSet: undefined }, now),
  }
  const open = openBuckets(campaign, queueRules.buckets, queueRules.ruleSet, now)
  const size = Object.values(standings).reduce((sum, count) => sum + count, 0)
  const limits = size > smallMax ? few : many
  const isWithoutBucket = queueRules.ruleSet !== undefined && dueCounts.due + dueCounts.later > 0
  const { ruleSet } = queueRules
  const hasCaps = ruleSet !== undefined && queueRules.buckets.some((bucket) => capsAt(bucket, ruleSet, now).length > 0)
  const isByNumber =
    hasLists || countriesOf(means) !== undefined || wantsConsent(campaign) || isWithoutBucket || hasCaps
  const due = lines
    ? lines.reduce((sum, line) => sum + (!line.bucket || open.includes(line.bucket.name) ? line.due : 0), 0)
    : dueCounts.due
  const judgesAll = isByNumber && due < limits.judged
  const checkedNumbers = numbers.slice(0, limits.numbers)
  const isNoneDue = lines ? lines.every((line) => line.due === 0 && !line.isCut) : dueCounts.due === 0
  const enough = isNoneDue ? [] : judgesAll || open.length > 0 ? undefined : samples
  const [assistant, first, withNumbers] = await Promise.all([
    finding,
    enough ??
      leads.due(
        { user_id, campaign_id: id },
        judgesAll
          ? { now, limit: limits.judged, buckets: open }
          : { now, limit: samplesMax, buckets: open.slice(0, samplesMax) },
      ),
    leads.withNumbers(user_id, checkedNumbers, limits.ofNumber),
  ])
  const transcription_minute = assistant && transcriptionPrice(assistant)
  const isCut = (number: string) => withNumbers.filter(hasNumber(number)).length >= limits.ofNumber
  const areNumbersListed =
    numbers.length < numbersMax && checkedNumbers.length === numbers.length && !checkedNumbers.some(isCut)
  const blacklisted = withNumbers.filter(({ campaign_id }) => campaign_id === id)
  const listed = [...new Map([...first, ...blacklisted].map((lead) => [lead.id, lead])).values()]
  const isListed = areNumbersListed && (judgesAll || !isByNumber) && !(isWithoutBucket && dueCounts.later > 0)
  const barred = hasLists ? undefined : new Set(numbers)
  const known = { campaign, means, ruleSet, transcription_minute, blacklisted: barred }
  const [situation, pool] = await Promise.all([
    readSituation(services, known, listed.flatMap(familyOf)),
    readPool(services, campaign, now),
  ])
  return previewOf({ ...situation, now, pool }, { standings, next_call_at, dueCounts, lines, listed, isListed })
}

const readCampaign = async (services: Services, user_id: number, id: number, now: number) => {
  const campaign = await services.campaigns.find(user_id, id)
  if (!campaign) return undefined
  const finding = services.assistants.find(user_id, campaign.assistant_id)
  const queueRules = await readQueueRules(services, campaign)
  const inLines = campaign.has_places ? await countLines(services, campaign, queueRules, now) : undefined
  return { campaign, finding, queueRules, inLines }
}

/**
 * Maximum number of queues (one per region) that are counted. Each costs at least half a read unit.
 */
const linesMax = 50
const entriesMax = 1_100
/** Minimum number of entries to read per queue. */
const ofLineMin = 25
const ofLineMax = 1_000

const countLines = async (services: Services, campaign: Campaign, { buckets, ruleSet }: QueueRules, now: number) => {
  const known = buckets.slice(0, linesMax)
  const atMost = Math.max(ofLineMin, Math.min(ofLineMax, Math.floor(entriesMax / (known.length + 1))))
  const names = known.map(({ name }) => name)
  const times = await services.leads.dueTimes(campaign.user_id, campaign.id, names, atMost)
  const counted = times.map((line, index) => countedBucket(line, atMost, now, known[index - 1]))
  const uncounted = buckets.slice(linesMax).map((bucket): CountedBucket => ({ bucket, due: 0, later: 0, isCut: true }))
  const heads = times.flatMap(([at], index) => (at === undefined ? [] : { at, bucket: known[index - 1]?.name }))
  return { lines: [...counted, ...uncounted], next_call_at: nextCallAt(campaign, { heads, buckets, ruleSet }, now) }
}

const hasNumber = (number: string) => (lead: Lead) => familyOf(lead).some(({ phone_number }) => phone_number === number)
