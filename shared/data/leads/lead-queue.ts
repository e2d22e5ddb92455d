import type { Lead } from '../../domain/leads/lead.ts'
import {
  type Key,
  leadKey,
  type QueueLetter,
  queuePartition,
  queueRange,
  queueRangeAfter,
  tableShape,
} from '../keys.ts'
import type { Table } from '../table.ts'
import { getLeads } from './lead-finding.ts'
import { letterOf, type Pointer, type StoredLead } from './lead-items.ts'
import type { Leads } from './leads.ts'

/** The index may lag behind by a moment; the table's newest leads are looked at beside it. */
const newestMax = 20
/** Read beyond what is wanted: the index may still show leads that were dialled a moment ago. */
const spare = 1

/** How many of a campaign's leads stand in this range of its queue, counted no further than to `limit`: 15 read units for a thousand. */
export const countQueued = (
  table: Table,
  user_id: number,
  campaign_id: number,
  range: ReturnType<typeof queueRange>,
  limit?: number,
): Promise<number> =>
  table.count({ pk: queuePartition(user_id, campaign_id), ...range, index: tableShape.queueIndex, limit })

/** The queue in which a campaign's leads wait: which are due, and who comes when. */
export const leadQueue = (table: Table): Pick<Leads, 'due' | 'dueCounts' | 'outlook' | 'anyWaiting'> => ({
  due: async (user_id, campaign_id, now, limit) => {
    const isDue = (lead: Lead) =>
      lead.campaign_id === campaign_id && letterOf(lead) === 'w' && lead.next_attempt_at <= now
    for (let wanted = limit + spare; ; wanted *= 4) {
      const keys = await table.query<Key>({
        pk: queuePartition(user_id, campaign_id),
        ...queueRange('w', now),
        index: tableShape.queueIndex,
        only: ['sk'],
        limit: wanted,
      })
      const ids = keys.map(({ sk }) => Number(sk))
      const due = (await getLeads(table, user_id, ids)).filter(isDue)
      if (due.length || keys.length < wanted) return due.slice(0, limit)
    }
  },

  dueCounts: async (user_id, campaign_id, now, atMost) => {
    const [due, later] = await Promise.all([
      countQueued(table, user_id, campaign_id, queueRange('w', now), atMost),
      countQueued(table, user_id, campaign_id, queueRangeAfter('w', now), atMost),
    ])
    return { due, later }
  },

  outlook: async (user_id, campaign_id) => {
    const first = (letter: QueueLetter) =>
      table.query<{ queue_at: string }>({
        pk: queuePartition(user_id, campaign_id),
        ...queueRange(letter),
        index: tableShape.queueIndex,
        only: ['queue_at'],
        limit: 1,
      })
    const [[waiting], [dialling], [barred]] = await Promise.all([first('w'), first('d'), first('n')])
    return {
      next_at: waiting && Number(waiting.queue_at.split('#')[1]),
      dialling: dialling !== undefined,
      barred: barred !== undefined,
    }
  },

  anyWaiting: async (user_id, campaign_id) => {
    const pk = queuePartition(user_id, campaign_id)
    const [indexed, barred, newest] = await Promise.all([
      table.query({ pk, ...queueRange('w'), index: tableShape.queueIndex, limit: 1 }),
      table.query({ pk, ...queueRange('n'), index: tableShape.queueIndex, limit: 1 }),
      table.query<StoredLead | Pointer>({ pk: leadKey(user_id, 0).pk, newestFirst: true, limit: newestMax }),
    ])
    const isWaiting = (item: StoredLead | Pointer) =>
      'campaign_id' in item && item.campaign_id === campaign_id && letterOf(item) === 'w'
    return indexed.length > 0 || barred.length > 0 || newest.some(isWaiting)
  },
})
