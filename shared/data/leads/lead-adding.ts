import type { Lead } from '../../domain/leads/lead.ts'
import type { HistoryParts } from '../../lists/store/history-list.ts'
import { historyOverrides } from '../../lists/store/overrides.ts'
import { itemOf, type Write } from '../../table/table.ts'
import { leadHistory } from './lead-history.ts'
import { newLeadWrites, type StoredLead } from './lead-items.ts'
import { duplicateIds, type NumberMove, newNumbers } from './lead-numbers.ts'
import type { Created, Leads } from './leads.ts'

/** Writes per transaction; DynamoDB's limit. */
const writesMax = 100

export const leadAdding = (parts: HistoryParts): Pick<Leads, 'create' | 'createMany'> => ({
  create: async (lead, anyNumber) => {
    const { table } = parts
    const family = newLeadWrites(lead)
    const moves = newNumbers(lead, anyNumber)
    const written = await table.write([...family, ...moves.map(({ write }) => write)])
    if (written.done) return { outcome: 'created' }
    if (written.before.slice(0, family.length).some(Boolean)) return { outcome: 'clash' }
    return { outcome: 'duplicate', ids: duplicateIds(lead, moves, written.before.slice(family.length)) }
  },

  createMany: async (leads, anyNumber) => {
    const { table } = parts
    const outcomes = new Map<number, Created>()
    for (let rest = leads.map((lead) => newcomer(lead, anyNumber)); rest.length; ) {
      const { batch, later } = nextBatch(rest)
      const writes = batch.flatMap((one) => one.writes)
      const written = await table.write<StoredLead>(writes)
      let place = 0
      const again: Newcomer[] = []
      for (const one of batch) {
        const before = written.done ? [] : written.before.slice(place, place + one.writes.length)
        place += one.writes.length
        const outcome = written.done ? { outcome: 'created' as const } : outcomeOf(one, before)
        if (outcome) outcomes.set(one.lead.id, outcome)
        else again.push(one)
      }
      if (again.length === batch.length) throw new Error('A batch of leads was refused, and none of them is to blame')
      rest = [...again, ...later]
    }
    const created = leads.filter(({ id }) => outcomes.get(id)?.outcome === 'created')
    for (const [user_id, own] of Map.groupBy(created, (lead) => lead.user_id))
      await historyOverrides(parts, leadHistory).register(
        user_id,
        own.map(({ id }) => id),
      )
    return leads.map(({ id }) => outcomes.get(id) ?? { outcome: 'clash' })
  },
})

interface Newcomer {
  lead: Lead
  moves: NumberMove[]
  writes: Write[]
  keys: string[]
}

const newcomer = (lead: Lead, anyNumber: boolean): Newcomer => {
  const moves = newNumbers(lead, anyNumber)
  const writes = [...newLeadWrites(lead), ...moves.map(({ write }) => write)]
  return { lead, moves, writes, keys: writes.map(itemOf) }
}

/** Splits the leads into batches, because a transaction can change an item only once. */
const nextBatch = (waiting: Newcomer[]): { batch: Newcomer[]; later: Newcomer[] } => {
  const touched = new Set<string>()
  const batch: Newcomer[] = []
  const later: Newcomer[] = []
  for (const one of waiting) {
    const fits = touched.size + one.keys.length <= writesMax && !one.keys.some((key) => touched.has(key))
    if (fits) for (const key of one.keys) touched.add(key)
    ;(fits ? batch : later).push(one)
  }
  return { batch, later }
}

const outcomeOf = ({ lead, moves }: Newcomer, before: (StoredLead | undefined)[]): Created | undefined => {
  const family = before.slice(0, 1 + lead.contacts.length)
  const [main] = family
  const isSame = main?.campaign_id === lead.campaign_id && main.phone_number === lead.phone_number
  if (family.some(Boolean)) return { outcome: isSame ? 'created' : 'clash' }
  const ids = duplicateIds(lead, moves, before.slice(family.length))
  return ids.length ? { outcome: 'duplicate', ids } : undefined
}
