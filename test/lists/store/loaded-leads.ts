import { countCallsAhead } from '../../../shared/actions/dialling/count-calls-ahead.ts'
import { accounts } from '../../../shared/data/account/accounts.ts'
import { numbers } from '../../../shared/data/account/numbers.ts'
import { assistants } from '../../../shared/data/assistants/assistants.ts'
import { campaigns } from '../../../shared/data/campaigns/campaigns.ts'
import { dialCounts } from '../../../shared/data/dialling/dial-counts.ts'
import { numberDays } from '../../../shared/data/dialling/number-days.ts'
import { kindOfLead, leadHistory } from '../../../shared/data/leads/lead-history.ts'
import { leadPages } from '../../../shared/data/leads/lead-pages.ts'
import { type LeadFilter, leads } from '../../../shared/data/leads/leads.ts'
import { blacklist } from '../../../shared/data/opt-outs/blacklist.ts'
import { callingRules } from '../../../shared/data/rules/calling-rules.ts'
import { consents } from '../../../shared/data/rules/consents.ts'
import type { Campaign } from '../../../shared/domain/campaigns/campaign.ts'
import { countedMax } from '../../../shared/domain/dialling/campaign-preview.ts'
import { type Lead, type LeadStatus, leadStatuses } from '../../../shared/domain/leads/lead.ts'
import { newLead } from '../../../shared/domain/leads/lead-form.ts'
import type { HistoryParts } from '../../../shared/lists/store/history-list.ts'
import { historyOverrides } from '../../../shared/lists/store/overrides.ts'
import { firstIdAt } from '../../../shared/words/id.ts'
import { must } from '../../../shared/words/must.ts'
import { localSecret } from '../../data/local-secret.ts'
import type { PageAsked } from './asked.ts'
import { inParts, loadRows, now, openMetered, perPage, tailRows, user as user_id } from './loaded.ts'
import { sampleCampaign } from './sample-campaign.ts'

/** Ids of campaigns. The first campaign has 90 % of the leads. */
const campaignIds = [101, 102, 103]
const [mainId = 0, otherId] = campaignIds

export const campaignOf = (id: number): Campaign => ({
  ...sampleCampaign(user_id, id),
  status: 'in-progress',
  updated_at: now,
})

export const leadAt = (place: number, size: number): Lead => {
  const id = firstIdAt(now - (size - place) * 2000) + (place % 4000)
  const campaign_id = must(campaignIds[place % 10 === 0 ? 1 + (place % 20 === 0 ? 1 : 0) : 0], 'campaign')
  const lead = newLead({ id, user_id, campaign_id, phone_number: `+1${id}`, contacts: [] })
  const status: LeadStatus = must(leadStatuses[(place * 7919) % 5 > 2 ? (place * 7919) % 3 : 0], 'status')
  return { ...lead, status, next_attempt_at: place % 2 ? now - 1 : now + 60_000 }
}

export const loadLeads = async (endpoint: string, size: number) => {
  const metered = await openMetered(endpoint)
  const { parts } = metered
  const store = leads(parts)
  for (const id of campaignIds) await campaigns(parts).create(campaignOf(id))
  const rowAt = (place: number) => {
    const lead = leadAt(place, size)
    return { id: lead.id, kind: kindOfLead(lead), isSettled: true }
  }
  const loaded = await loadRows(metered, leadHistory, size, rowAt, (place) => store.create(leadAt(place, size), true))
  return { ...loaded, leadAt: (place: number) => leadAt(place, size) }
}
export type LoadedLeads = Awaited<ReturnType<typeof loadLeads>>

export const pagesOfLeads = ({ places, leadAt: at }: LoadedLeads): PageAsked[] => {
  const hours = { from_id: firstIdAt(now - 8 * 3_600_000), until_id: firstIdAt(now - 3 * 3_600_000) }
  const size = places.length
  const pages: [string, LeadFilter, number][] = [
    ['at the beginning', {}, 0],
    ['in the middle', {}, Math.floor(size / 2)],
    ['at the end', {}, size - perPage],
    ['of a campaign', { campaign_id: mainId }, 0],
    ['of a campaign, deep', { campaign_id: mainId }, Math.floor(size / 3)],
    ['by status', { status: 'completed' }, 0],
    ['by status, of a small campaign', { status: 'created', campaign_id: otherId }, 20],
    ['of some hours', hours, 0],
    ['of some hours, by everything', { ...hours, status: 'reached-max-retries', campaign_id: mainId }, 0],
    ['of no campaign', { campaign_id: 5 }, 0],
  ]
  return pages.map(([name, filter, first]) => ({
    name,
    first,
    isUnfiltered: Object.keys(filter).length === 0,
    matches: (place) => isAsked(filter, at(place)),
    page: async (own) => {
      const page = await leadPages(own).page(user_id, filter, first, perPage)
      return { ids: page.leads.map(({ lead }) => lead.id), total: page.total }
    },
  }))
}

export const isAsked = ({ campaign_id, status, from_id = 0, until_id = Infinity }: LeadFilter, lead: Lead): boolean =>
  (campaign_id === undefined || lead.campaign_id === campaign_id) &&
  (status === undefined || lead.status === status) &&
  lead.id >= from_id &&
  lead.id < until_id

export const keepForCounts = async ({ parts, places, leadAt: at, keep }: LoadedLeads): Promise<{ waiting: number }> => {
  const waiting = places.filter((place) => isAsked({ campaign_id: mainId, status: 'created' }, at(place)))
  const kept = waiting.slice(0, 3 * countedMax)
  await keep(kept)
  for (let number = 0; number < 90; number++) {
    const lead = number % 3 === 0 ? kept[number] : undefined
    const phone_number = lead === undefined ? `+120255501${number}` : at(lead).phone_number
    await blacklist({ ...parts, ...localSecret }).add(user_id, phone_number, { cause: 'user' })
  }
  return { waiting: waiting.length }
}

export const scattered = ({ places }: LoadedLeads, count: number): number[] =>
  Array.from({ length: count }, (_, at) => Math.floor(((at + 0.5) / count) * (places.length - tailRows)))

export const dialled = ({ places }: LoadedLeads, count: number): number[] =>
  places.slice(Math.floor(places.length / 3), Math.floor(places.length / 3) + count)

export const completed = async (loaded: LoadedLeads, some: number[]): Promise<LoadedLeads> => {
  const { parts, leadAt: at } = loaded
  const done = (place: number): Lead => ({ ...at(place), status: 'completed' })
  const overrides = historyOverrides(parts, leadHistory)
  await inParts(some.map(done), (lead) => parts.table.write([overrides.kind(user_id, lead.id, kindOfLead(lead))]))
  const changed = new Set(some)
  return { ...loaded, leadAt: (place) => (changed.has(place) ? done(place) : at(place)) }
}

export const countsOfLeads = {
  leads_count: (parts: HistoryParts) => leadPages(parts).counts(user_id, mainId),
  preview: (parts: HistoryParts) => {
    const settings = { get: () => undefined }
    const services = {
      accounts: accounts({ ...parts, settings }),
      assistants: assistants(parts),
      blacklist: blacklist({ ...parts, ...localSecret }),
      callingRules: callingRules({ table: parts.table, settings }),
      campaigns: campaigns(parts),
      clock: parts.clock,
      consents: consents(parts),
      dialCounts: dialCounts({ ...parts, ...localSecret }),
      leadPages: leadPages(parts),
      leads: leads(parts),
      numberDays: numberDays(parts),
      numbers: numbers(parts),
    }
    return countCallsAhead(services, user_id, mainId)
  },
}
