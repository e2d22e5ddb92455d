import type { Lead } from '../../domain/leads/lead.ts'
import type { Kind } from '../../lists/plan/columns.ts'
import type { HistoryList, HistoryParts } from '../../lists/store/history-list.ts'
import { historyOverrides } from '../../lists/store/overrides.ts'
import { leadKey } from '../../table/keys.ts'
import type { Write } from '../../table/table.ts'
import { listCampaignNames } from '../campaigns/campaigns.ts'
import type { Pointer, StoredLead } from './lead-items.ts'

/**
 * Rows do not say whether a call is in progress. Otherwise, each call attempt would write two
 * overrides.
 */
export const leadHistory: HistoryList<StoredLead | Pointer> = {
  noun: 'lead',
  recordKey: leadKey,
  rowOf: (item) =>
    'main_id' in item || item.deleted_at !== undefined
      ? undefined
      : { id: item.id, kind: kindOfLead(item), isSettled: true },
  readListed: async (table, user_id) => {
    const known = new Set<Kind[number]>((await listCampaignNames(table, user_id)).map(({ id }) => id))
    return ([, campaign_id]) => known.has(campaign_id)
  },
  settleMs: 500,
  overridesMax: 40,
}

export const kindOfLead = ({ status, campaign_id }: Pick<Lead, 'status' | 'campaign_id'>): Kind => [status, campaign_id]

export const leadOverrides = (parts: HistoryParts, before: Lead, after: Lead | undefined): Write[] => {
  if (before.deleted_at !== undefined) return []
  const overrides = historyOverrides(parts, leadHistory)
  if (!after || after.deleted_at !== undefined) return [overrides.gone(before.user_id, before.id)]
  const isSame = after.status === before.status && after.campaign_id === before.campaign_id
  return isSame ? [] : [overrides.kind(before.user_id, before.id, kindOfLead(after))]
}
