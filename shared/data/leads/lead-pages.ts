import { type Key, type QueueLetter, queuePartition, queueRange, tableShape } from '../keys.ts'
import type { Table } from '../table.ts'
import { findLeadsWithNumber, getLeads } from './lead-finding.ts'
import { lettersOf } from './lead-items.ts'
import type { Leads } from './leads.ts'

/**
 * The pages of GET /user/leads. A number is looked up. Else the ids of all that match are read from the index, and the
 * leads of the page alone are fetched: about 16 read units and a tenth of a round trip for each thousand leads.
 */
export const leadPages = (table: Table): Pick<Leads, 'page'> => {
  /** The ids of a campaign's leads with one of these letters, in the order of the queue. */
  const idsOf = async (user_id: number, campaign_id: number, letters: QueueLetter[]): Promise<number[]> => {
    const pk = queuePartition(user_id, campaign_id)
    const ranges = letters.map((letter) =>
      table.query<Key>({ pk, ...queueRange(letter), index: tableShape.queueIndex, only: ['sk'] }),
    )
    return (await Promise.all(ranges)).flat().map(({ sk }) => Number(sk))
  }

  return {
    page: async (user_id, campaign_ids, { status, phone_number, from_id = 0, until_id = Infinity }, first, count) => {
      const isWithin = (id: number) => id >= from_id && id < until_id
      if (phone_number !== undefined) {
        const all = (await findLeadsWithNumber(table, user_id, phone_number))
          .filter((lead) => campaign_ids.includes(lead.campaign_id) && lead.deleted_at === undefined)
          .filter((lead) => isWithin(lead.id) && (!status || lead.status === status))
          .toSorted((one, other) => other.id - one.id)
        return { leads: all.slice(first, first + count), total: all.length }
      }
      const letters = status ? lettersOf[status] : Object.values(lettersOf).flat()
      const all = (await Promise.all(campaign_ids.map((id) => idsOf(user_id, id, letters)))).flat()
      const ids = all.filter(isWithin)
      const shown = ids.sort((one, other) => other - one).slice(first, first + count)
      return { leads: await getLeads(table, user_id, shown), total: ids.length }
    },
  }
}
