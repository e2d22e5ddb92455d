import type { Lead } from '../../domain/leads/lead.ts'
import type { HistoryParts } from '../../lists/store/history-list.ts'
import {
  leadKey,
  leadNumberKey,
  type QueueLetter,
  queuePartition,
  queueRange,
  type StoredKey,
  tableShape,
} from '../../table/keys.ts'
import { type Write, when } from '../../table/table.ts'
import { removeBuckets } from './lead-buckets.ts'
import { writeLead } from './lead-changing.ts'
import { getLeads } from './lead-finding.ts'
import { countNumbers } from './lead-numbers.ts'
import type { Leads } from './leads.ts'

const batchMax = 100
const writesMax = 100

export const leadClearing = (parts: HistoryParts): Pick<Leads, 'removeSome'> => ({
  removeSome: async (user_id, campaign_id, now) => {
    const { table } = parts
    const pk = queuePartition(user_id, campaign_id)
    const letters: QueueLetter[] = ['w', 'b', 'n', 'h', 'c', 'm']
    const ranges = letters.map((letter) =>
      table.query<StoredKey>({
        pk,
        ...queueRange(letter),
        index: tableShape.queueIndex,
        only: ['sk'],
        limit: batchMax,
      }),
    )
    const keys = (await Promise.all(ranges)).flat()
    const ids = keys.map(({ sk }) => Number(sk))
    // Filters, because the index may still show a lead that moved to another campaign.
    const leads = (await getLeads(table, user_id, ids)).filter((lead) => lead.campaign_id === campaign_id)
    for (const batch of inTransactions(leads.filter(({ call_id }) => call_id === undefined).map(goneWithCampaign)))
      await table.write(batch)
    for (const lead of leads)
      if (lead.call_id !== undefined) await writeLead(parts, lead, { ...lead, deleted_at: now }, [])
    if (keys.length === 0) await removeBuckets(table, user_id, campaign_id)
    return keys.length > 0
  },
})

/** Does not update the campaign's counts, because the campaign is deleted too. */
const goneWithCampaign = (lead: Lead): Removal[] => [
  {
    delete: leadKey(lead.user_id, lead.id),
    when: when('attribute_not_exists(#pk) OR #campaign_id = :campaign_id', { campaign_id: lead.campaign_id }),
  },
  ...lead.contacts.map(({ id }) => ({ delete: leadKey(lead.user_id, id) })),
  ...[...countNumbers(lead).keys()].map((number) => ({
    delete: leadNumberKey(lead.user_id, lead.campaign_id, number),
  })),
]
type Removal = Extract<Write, { delete: StoredKey }>

const inTransactions = (groups: Removal[][]): Write[][] => {
  const batches: Map<string, Write>[] = []
  for (const group of groups) {
    const last = batches.at(-1)
    const batch = last && last.size + group.length <= writesMax ? last : new Map<string, Write>()
    if (batch !== last) batches.push(batch)
    for (const removal of group) batch.set(`${removal.delete.pk}/${removal.delete.sk}`, removal)
  }
  return batches.map((batch) => [...batch.values()])
}
