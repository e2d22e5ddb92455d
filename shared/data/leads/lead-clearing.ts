import { familyOf, type Lead } from '../../domain/leads/lead.ts'
import { type Key, leadKey, leadNumberKey, type QueueLetter, queuePartition, queueRange, tableShape } from '../keys.ts'
import type { Table, Write } from '../table.ts'
import { writeLead } from './lead-changing.ts'
import { getLeads } from './lead-finding.ts'
import { countNumbers } from './lead-numbers.ts'
import type { Leads } from './leads.ts'

/** Leads of each standing that are removed at once. */
const batchMax = 100
/** DynamoDB's limit for one transaction. */
const writesMax = 100

/** How the leads of a deleted campaign go. */
export const leadClearing = (table: Table): Pick<Leads, 'removeSome'> => ({
  removeSome: async (user_id, campaign_id, now) => {
    const pk = queuePartition(user_id, campaign_id)
    const letters: QueueLetter[] = ['w', 'b', 'n', 'h', 'c', 'm']
    const ranges = letters.map((letter) =>
      table.query<Key>({ pk, ...queueRange(letter), index: tableShape.queueIndex, only: ['sk'], limit: batchMax }),
    )
    const keys = (await Promise.all(ranges)).flat()
    const leads = await getLeads(
      table,
      user_id,
      keys.map(({ sk }) => Number(sk)),
    )
    for (const batch of inTransactions(leads.filter(({ call_id }) => call_id === undefined).map(goneWithCampaign)))
      await table.write(batch)
    for (const lead of leads)
      if (lead.call_id !== undefined) await writeLead(table, lead, { ...lead, deleted_at: now }, [])
    return leads.length > 0
  },
})

/** Everything of a lead whose campaign goes too, so that its numbers need not be counted any more. */
const goneWithCampaign = (lead: Lead): Key[] => [
  ...familyOf(lead).map(({ id }) => leadKey(lead.user_id, id)),
  ...[...countNumbers(lead).keys()].map((number) => leadNumberKey(lead.user_id, lead.campaign_id, number)),
]

const inTransactions = (groups: Key[][]): Write[][] => {
  const batches: Map<string, Write>[] = []
  for (const group of groups) {
    const last = batches.at(-1)
    const batch = last && last.size + group.length <= writesMax ? last : new Map<string, Write>()
    if (batch !== last) batches.push(batch)
    for (const key of group) batch.set(`${key.pk}/${key.sk}`, { delete: key })
  }
  return batches.map((batch) => [...batch.values()])
}
