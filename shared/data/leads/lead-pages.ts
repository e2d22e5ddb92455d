import type { Standings } from '../../domain/dialling/campaign-preview.ts'
import type { Lead, LeadStatus } from '../../domain/leads/lead.ts'
import type { Kind } from '../../lists/plan/columns.ts'
import type { HistoryParts } from '../../lists/store/history-list.ts'
import { historyPages } from '../../lists/store/pages.ts'
import { type QueueLetter, queueRange } from '../../table/keys.ts'
import type { Table } from '../../table/table.ts'
import { Problem } from '../../words/problem.ts'
import { listCampaignNames, type NamedCampaign } from '../campaigns/campaigns.ts'
import { findLeadsWithNumber } from './lead-finding.ts'
import { kindOfLead, leadHistory } from './lead-history.ts'
import { lettersOf, readLead } from './lead-items.ts'
import { countQueued } from './lead-queue.ts'
import type { LeadCounts, LeadFilter } from './leads.ts'

export interface LeadPages {
  /** Newest first. */
  page(
    user_id: number,
    filter: LeadFilter,
    first: number,
    count: number,
  ): Promise<{ leads: { lead: Lead; campaign: NamedCampaign }[]; total: number }>
  counts(user_id: number, campaign_id: number): Promise<LeadCounts>
  /** Counts at most `atMost` leads in each state except waiting; further leads count as waiting. */
  standings(user_id: number, campaign_id: number, atMost?: number): Promise<Standings>
}

export const leadPages = (parts: HistoryParts): LeadPages => {
  const { table } = parts
  const pages = historyPages(parts, leadHistory)

  const readAsk = async (user_id: number, { campaign_id, status, from_id, until_id }: LeadFilter) => {
    const known = await listCampaignNames(table, user_id)
    const wanted = known.filter(({ id }) => campaign_id === undefined || id === campaign_id)
    const campaigns = new Map(wanted.map((campaign): [Kind[number], NamedCampaign] => [campaign.id, campaign]))
    const matches = ([of, inCampaign]: Kind) => campaigns.has(inCampaign) && (status === undefined || of === status)
    return { matches, from: from_id ?? 0, until: until_id ?? Number.MAX_SAFE_INTEGER, campaigns }
  }

  const pageOfNumber = async (
    user_id: number,
    number: string,
    filter: LeadFilter,
  ): Promise<{ all: Lead[]; campaigns: Map<Kind[number], NamedCampaign> }> => {
    const [found, { matches, from, until, campaigns }] = await Promise.all([
      findLeadsWithNumber(table, user_id, number),
      readAsk(user_id, filter),
    ])
    const all = found
      .filter((lead) => lead.deleted_at === undefined && matches(kindOfLead(lead)))
      .filter(({ id }) => id >= from && id < until)
    return { all: all.toSorted((one, other) => other.id - one.id), campaigns }
  }

  const counts = async (user_id: number, campaign_id: number): Promise<LeadCounts> => {
    const tally = await pages.tally(user_id).catch(unlessNotReady)
    if (!tally) return countsByIndex(table, user_id, campaign_id)
    const own = [...tally].filter(([[, of]]) => of === campaign_id)
    const count = (status: LeadStatus) => own.reduce((sum, [[of], leads]) => (of === status ? sum + leads : sum), 0)
    return {
      created: count('created'),
      completed: count('completed'),
      'reached-max-retries': count('reached-max-retries'),
    }
  }

  return {
    page: async (user_id, { phone_number, ...filter }, first, count) => {
      if (phone_number !== undefined) {
        const { all, campaigns } = await pageOfNumber(user_id, phone_number, filter)
        return { leads: withCampaigns(all.slice(first, first + count), campaigns), total: all.length }
      }
      const page = await pages.page(user_id, () => readAsk(user_id, filter), { first, count })
      const leads = page.records.flatMap((item) => ('main_id' in item ? [] : [readLead(item)]))
      return { leads: withCampaigns(leads, page.ask.campaigns), total: page.total }
    },

    counts,

    standings: async (user_id, campaign_id, atMost) => {
      const count = (letter: QueueLetter) => countQueued(table, { user_id, campaign_id }, queueRange(letter), atMost)
      const [{ created, completed, 'reached-max-retries': spent }, dialling, blocked, barred, in_doubt] =
        await Promise.all([counts(user_id, campaign_id), count('d'), count('b'), count('n'), count('h')])
      // The index lags behind the table, so the difference can be negative.
      const waiting = Math.max(0, created - dialling - blocked - barred - in_doubt)
      return { waiting, dialling, blocked, barred, in_doubt, completed, spent }
    },
  }
}

const countsByIndex = async (table: Table, user_id: number, campaign_id: number): Promise<LeadCounts> => {
  const count = async (status: LeadStatus) => {
    const letters = lettersOf[status].map((letter) => countQueued(table, { user_id, campaign_id }, queueRange(letter)))
    return (await Promise.all(letters)).reduce((sum, leads) => sum + leads, 0)
  }
  const [created, completed, spent] = await Promise.all([
    count('created'),
    count('completed'),
    count('reached-max-retries'),
  ])
  return { created, completed, 'reached-max-retries': spent }
}

const unlessNotReady = (cause: unknown): undefined => {
  if (!(cause instanceof Problem && cause.code === 'list_not_ready')) throw cause
}

const withCampaigns = (leads: Lead[], campaigns: ReadonlyMap<Kind[number], NamedCampaign>) =>
  leads.flatMap((lead) => {
    const campaign = campaigns.get(lead.campaign_id)
    return campaign ? [{ lead, campaign }] : []
  })
