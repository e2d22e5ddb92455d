import type { CampaignRef } from '../../domain/campaigns/campaign.ts'
import type { QueueHead } from '../../domain/dialling/region-buckets.ts'
import type { Lead } from '../../domain/leads/lead.ts'
import {
  leadKey,
  lineOf,
  lineRange,
  lineRangeAfter,
  type QueueLetter,
  queuePartition,
  queueRange,
  readQueueTime,
  tableShape,
} from '../../table/keys.ts'
import type { Table } from '../../table/table.ts'
import { getLeads } from './lead-finding.ts'
import { letterOf, type Pointer, type StoredLead } from './lead-items.ts'
import type { Leads } from './leads.ts'

/** Number of newest leads to read from the table, because the index lags. */
const newestMax = 20
/** Leads to read in addition, because the index may show leads that were just dialled. */
const spare = 1

/** Counts queued leads. Costs 15 read units per thousand leads. */
export const countQueued = (
  table: Table,
  { user_id, campaign_id }: CampaignRef,
  range: ReturnType<typeof queueRange>,
  limit?: number,
): Promise<number> =>
  table.count({ pk: queuePartition(user_id, campaign_id), ...range, index: tableShape.queueIndex, limit })

export const leadQueue = (table: Table): Pick<Leads, 'due' | 'dueCounts' | 'dueTimes' | 'outlook' | 'anyWaiting'> => {
  const firstOf = async (pk: string, bucket: string | undefined, limit: number, until?: number) => {
    const range = { pk, ...lineRange(lineOf(bucket), until), index: tableShape.queueIndex, limit }
    const found = await table.query<{ sk: string; queue_at: string }>({ ...range, only: ['sk', 'queue_at'] })
    return found.map(({ sk, queue_at }) => ({ id: Number(sk), at: readQueueTime(queue_at) }))
  }
  const isAny = async (pk: string, letter: QueueLetter) =>
    (await table.query({ pk, ...queueRange(letter), index: tableShape.queueIndex, only: ['sk'], limit: 1 })).length > 0

  return {
    due: async ({ user_id, campaign_id }, { now, limit, buckets = [] }) => {
      const pk = queuePartition(user_id, campaign_id)
      const lines = [undefined, ...buckets]
      const isDue = (lead: Lead) =>
        lead.campaign_id === campaign_id &&
        letterOf(lead) === 'w' &&
        lead.next_attempt_at <= now &&
        lines.includes(lead.queue_place)
      for (let wanted = limit + spare; ; wanted *= 4) {
        const found = await Promise.all(lines.map((bucket) => firstOf(pk, bucket, wanted, now)))
        const waiting = found.flat().toSorted((one, other) => one.at - other.at || one.id - other.id)
        const ids = waiting.slice(0, wanted).map(({ id }) => id)
        const due = (await getLeads(table, user_id, ids)).filter(isDue)
        if (due.length || waiting.length < wanted) return due.slice(0, limit)
      }
    },

    dueCounts: async (user_id, campaign_id, now, atMost) => {
      const [due, later] = await Promise.all([
        countQueued(table, { user_id, campaign_id }, lineRange('w', now), atMost),
        countQueued(table, { user_id, campaign_id }, lineRangeAfter('w', now), atMost),
      ])
      return { due, later }
    },

    dueTimes: async (user_id, campaign_id, buckets, atMost) => {
      const pk = queuePartition(user_id, campaign_id)
      const found = await Promise.all([undefined, ...buckets].map((bucket) => firstOf(pk, bucket, atMost)))
      return found.map((times) => times.map(({ at }) => at))
    },

    outlook: async (user_id, campaign_id, buckets = []) => {
      const pk = queuePartition(user_id, campaign_id)
      const heads = async (bucket: string | undefined): Promise<QueueHead[]> =>
        (await firstOf(pk, bucket, 1)).map(({ at }) => ({ at, ...(bucket !== undefined && { bucket }) }))
      const [dialling, barred, ...waiting] = await Promise.all([
        isAny(pk, 'd'),
        isAny(pk, 'n'),
        ...[undefined, ...buckets].map(heads),
      ])
      return { dialling, barred, heads: waiting.flat() }
    },

    anyWaiting: async (user_id, campaign_id) => {
      const pk = queuePartition(user_id, campaign_id)
      const [indexed, barred, newest] = await Promise.all([
        isAny(pk, 'w'),
        isAny(pk, 'n'),
        table.query<StoredLead | Pointer>({ pk: leadKey(user_id, 0).pk, newestFirst: true, limit: newestMax }),
      ])
      const isWaiting = (item: StoredLead | Pointer) =>
        'campaign_id' in item && item.campaign_id === campaign_id && letterOf(item) === 'w'
      return indexed || barred || newest.some(isWaiting)
    },
  }
}
