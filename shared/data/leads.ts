import type { CampaignRef } from '../domain/campaign.ts'
import { familyOf, type Lead, type LeadStatus } from '../domain/lead.ts'
import { isThere } from './campaigns.ts'
import {
  type Key,
  leadKey,
  leadNumberKey,
  phoneIndexKey,
  type QueueLetter,
  queuePartition,
  queueRange,
  tableShape,
} from './keys.ts'
import { leadWrites, letterOf, lettersOf, newLeadWrites, type Pointer, readLead, type Stored } from './lead-items.ts'
import { countNumbers, duplicateIds, type Move, newNumbers, numberMoves } from './lead-numbers.ts'
import type { Table, Write } from './table.ts'

export interface LeadFilter {
  status?: LeadStatus
  /** E.164; finds a lead also by a number of its contacts. */
  phone_number?: string
}

/** How many leads stand where in a campaign. */
export interface Standings {
  waiting: number
  dialling: number
  /** Set aside, because their numbers are blacklisted. */
  blocked: number
  completed: number
  spent: number
}

export type Created =
  | { outcome: 'created' }
  /** An id is taken; try the next. */
  | { outcome: 'clash' }
  /** Members of the family whose numbers the campaign has already. */
  | { outcome: 'duplicate'; ids: number[] }

/** `stale`: the stored family is no longer the one that the change was made from, or its campaign is gone. */
export type Replaced = { outcome: 'replaced' } | { outcome: 'stale' } | { outcome: 'duplicate'; ids: number[] }

export interface Leads {
  /** The whole family that this id, a lead's or a contact's, belongs to. */
  find(user_id: number, id: number): Promise<Lead | undefined>
  /** A new lead of at most 6 write units, when it has no contacts. `anyNumber` takes numbers that the campaign has already. */
  create(lead: Lead, anyNumber: boolean): Promise<Created>
  /**
   * Many new leads, as few transactions as they fit in; what became of each. A lead that is stored already, with the very
   * same id and number, counts as created, so that an import can be repeated.
   */
  createMany(leads: Lead[], anyNumber: boolean): Promise<Created[]>
  /** Puts `after` in the place of `before`, if its campaign is there. A number must be new in the campaign it comes to. */
  replace(before: Lead, after: Lead): Promise<Replaced>
  /** Puts what `step` makes of the stored family, again from the start when somebody else was faster. Numbers stay. */
  change(user_id: number, id: number, step: (lead: Lead) => Lead): Promise<Lead | undefined>
  /** Removes a family. While a call runs for it, it is only marked, and goes when the call is closed. */
  remove(lead: Lead, now: number): Promise<Replaced>
  /** Of these campaigns, leads that match, newest first, and how many there are in all. */
  page(
    user_id: number,
    campaign_ids: number[],
    filter: LeadFilter,
    first: number,
    count: number,
  ): Promise<{ leads: Lead[]; total: number }>
  standings(user_id: number, campaign_id: number): Promise<Standings>
  /** How many of those that wait are due. */
  dueCount(user_id: number, campaign_id: number, now: number): Promise<number>
  /** Leads of any campaign that one of these numbers is about, their own or that of a contact. */
  withNumbers(user_id: number, phone_numbers: string[]): Promise<Lead[]>
  /** At most `limit` leads that wait and are due, those that have waited longest first; none only if there are none. */
  due(user_id: number, campaign_id: number, now: number, limit: number): Promise<Lead[]>
  /** When the first of those that wait is due, and whether any is being dialled. */
  outlook(user_id: number, campaign_id: number): Promise<{ next_at: number | undefined; dialling: boolean }>
  /** Is there anybody to call, now or later? Sees also what was added a moment ago. */
  anyWaiting(user_id: number, campaign_id: number): Promise<boolean>
  /** Puts the leads back in line that were set aside because of this number; the campaigns that have such leads. */
  unblock(user_id: number, phone_number: string): Promise<CampaignRef[]>
  /** Takes away some of a deleted campaign's leads; false once none is left that is not being called. */
  removeSome(user_id: number, campaign_id: number, now: number): Promise<boolean>
}

/** Losing this often against other writers of one lead means that something is broken. */
const attemptsMax = 20
/** The index may lag behind by a moment; the table's newest leads are looked at beside it. */
const newestMax = 20
/** Read beyond what is wanted: the index may still show leads that were dialled a moment ago. */
const spare = 1
/** Leads of each standing that are removed at once. */
const batchMax = 100
const writesMax = 100
const lookUpsAtOnce = 25

export const leads = ({ table }: { table: Table }): Leads => {
  const find = (user_id: number, id: number) => findLead(table, user_id, id)

  const getAll = async (user_id: number, ids: number[]): Promise<Lead[]> => {
    const items = await table.getMany<Stored>(ids.map((id) => leadKey(user_id, id)))
    return items.flatMap((item) => (item ? [readLead(item)] : []))
  }

  /** The ids of a campaign's leads with one of these letters, in the order of the queue. */
  const idsOf = async (user_id: number, campaign_id: number, letters: QueueLetter[]): Promise<number[]> => {
    const pk = queuePartition(user_id, campaign_id)
    const ranges = letters.map((letter) =>
      table.query<Key>({ pk, ...queueRange(letter), index: tableShape.queueIndex, only: ['sk'] }),
    )
    return (await Promise.all(ranges)).flat().map(({ sk }) => Number(sk))
  }

  const withNumber = async (user_id: number, phone_number: string): Promise<Lead[]> => {
    const { phone_key } = phoneIndexKey(user_id, phone_number)
    const keys = await table.query<Key>({ pk: phone_key, index: tableShape.phoneIndex, only: ['sk'] })
    const items = await table.getMany<Stored | Pointer>(keys.map(({ sk }) => ({ ...leadKey(user_id, 0), sk })))
    const mains = new Map<number, Lead>()
    const others = new Set<number>()
    for (const item of items) {
      if (item && 'main_id' in item) others.add(item.main_id)
      else if (item) mains.set(item.id, readLead(item))
    }
    const missing = [...others].filter((id) => !mains.has(id))
    const families = [...mains.values(), ...(await getAll(user_id, missing))]
    return families.filter((lead) => familyOf(lead).some((member) => member.phone_number === phone_number))
  }

  /** `beside` are checks that come last; a failed one shows as `stale`. */
  const write = async (before: Lead, after: Lead | undefined, beside: Write[]): Promise<Replaced> => {
    const seen = new Map<string, number>()
    for (let attempt = 0; attempt < attemptsMax; attempt++) {
      const family = leadWrites(before, after)
      const moves = numberMoves(before, after, seen)
      const writes = [...family, ...moves.map((move) => move.write), ...beside]
      const written = await table.write<{ count?: number }>(writes)
      if (written.done) return { outcome: 'replaced' }
      const inTheWay = written.before.slice(family.length)
      const ids = after ? duplicateIds(after, moves, inTheWay) : []
      if (ids.length && !written.before[0]) return { outcome: 'duplicate', ids }
      const known = seen.size
      for (const [index, { phone_number, isNewcomer }] of moves.entries())
        if (!isNewcomer && inTheWay[index]?.count !== undefined) seen.set(phone_number, inTheWay[index].count)
      if (written.before[0] || seen.size === known) return { outcome: 'stale' }
    }
    return { outcome: 'stale' }
  }

  const replace = (before: Lead, after: Lead | undefined) =>
    write(before, after, [isThere(before.user_id, (after ?? before).campaign_id)])

  /** Runs `attempt` on the stored family until it succeeds; undefined when there is none. */
  const insist = async <T>(
    user_id: number,
    id: number,
    attempt: (lead: Lead) => Promise<T | undefined>,
  ): Promise<T | undefined> => {
    for (let count = 0; count < attemptsMax; count++) {
      const stored = await find(user_id, id)
      if (!stored) return undefined
      const result = await attempt(stored)
      if (result !== undefined) return result
    }
    throw new Error('The lead is too busy')
  }

  const change = (user_id: number, id: number, step: (lead: Lead) => Lead) =>
    insist(user_id, id, async (stored) => {
      const after = step(stored)
      if (after === stored) return stored
      return (await write(stored, after, [])).outcome === 'replaced' ? after : undefined
    })

  return {
    find,
    replace,
    change,

    create: async (lead, anyNumber) => {
      const family = newLeadWrites(lead)
      const moves = newNumbers(lead, anyNumber)
      const written = await table.write([...family, ...moves.map(({ write }) => write)])
      if (written.done) return { outcome: 'created' }
      if (written.before.slice(0, family.length).some(Boolean)) return { outcome: 'clash' }
      return { outcome: 'duplicate', ids: duplicateIds(lead, moves, written.before.slice(family.length)) }
    },

    createMany: async (leads, anyNumber) => {
      const outcomes = new Map<number, Created>()
      for (let rest = leads.map((lead) => newcomer(lead, anyNumber)); rest.length; ) {
        const { batch, later } = nextBatch(rest)
        const writes = batch.flatMap((one) => one.writes)
        const written = await table.write<Stored>(writes)
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
      return leads.map(({ id }) => outcomes.get(id) ?? { outcome: 'clash' })
    },

    page: async (user_id, campaign_ids, { status, phone_number }, first, count) => {
      if (phone_number !== undefined) {
        const all = (await withNumber(user_id, phone_number))
          .filter((lead) => campaign_ids.includes(lead.campaign_id) && lead.deleted_at === undefined)
          .filter((lead) => !status || lead.status === status)
          .toSorted((one, other) => other.id - one.id)
        return { leads: all.slice(first, first + count), total: all.length }
      }
      const letters = status ? lettersOf[status] : Object.values(lettersOf).flat()
      const ids = (await Promise.all(campaign_ids.map((id) => idsOf(user_id, id, letters)))).flat()
      const shown = ids.sort((one, other) => other - one).slice(first, first + count)
      return { leads: await getAll(user_id, shown), total: ids.length }
    },

    standings: async (user_id, campaign_id) => {
      const count = (letter: QueueLetter) =>
        table.count({
          pk: queuePartition(user_id, campaign_id),
          ...queueRange(letter),
          index: tableShape.queueIndex,
        })
      const [waiting, dialling, blocked, completed, spent] = await Promise.all([
        count('w'),
        count('d'),
        count('b'),
        count('c'),
        count('m'),
      ])
      return { waiting, dialling, blocked, completed, spent }
    },

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
        const due = (await getAll(user_id, ids)).filter(isDue)
        if (due.length || keys.length < wanted) return due.slice(0, limit)
      }
    },

    dueCount: (user_id, campaign_id, now) =>
      table.count({
        pk: queuePartition(user_id, campaign_id),
        ...queueRange('w', now),
        index: tableShape.queueIndex,
      }),

    withNumbers: async (user_id, phone_numbers) => {
      const found = new Map<number, Lead>()
      for (let start = 0; start < phone_numbers.length; start += lookUpsAtOnce) {
        const some = phone_numbers.slice(start, start + lookUpsAtOnce)
        for (const lead of (await Promise.all(some.map((number) => withNumber(user_id, number)))).flat())
          if (lead.deleted_at === undefined) found.set(lead.id, lead)
      }
      return [...found.values()]
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
      const [[waiting], [dialling]] = await Promise.all([first('w'), first('d')])
      return { next_at: waiting && Number(waiting.queue_at.split('#')[1]), dialling: dialling !== undefined }
    },

    anyWaiting: async (user_id, campaign_id) => {
      const pk = queuePartition(user_id, campaign_id)
      const [indexed, newest] = await Promise.all([
        table.query({ pk, ...queueRange('w'), index: tableShape.queueIndex, limit: 1 }),
        table.query<Stored | Pointer>({ pk: leadKey(user_id, 0).pk, newestFirst: true, limit: newestMax }),
      ])
      const isWaiting = (item: Stored | Pointer) =>
        'campaign_id' in item && item.campaign_id === campaign_id && letterOf(item) === 'w'
      return indexed.length > 0 || newest.some(isWaiting)
    },

    unblock: async (user_id, phone_number) => {
      const blocked = (await withNumber(user_id, phone_number)).filter((lead) => lead.blocked)
      await Promise.all(
        blocked.map((lead) =>
          change(user_id, lead.id, (current) => (current.blocked ? { ...current, blocked: undefined } : current)),
        ),
      )
      const campaign_ids = new Set(blocked.map((lead) => lead.campaign_id))
      return [...campaign_ids].map((campaign_id) => ({ user_id, campaign_id }))
    },

    remove: (lead, now) => replace(lead, lead.call_id === undefined ? undefined : { ...lead, deleted_at: now }),

    removeSome: async (user_id, campaign_id, now) => {
      const pk = queuePartition(user_id, campaign_id)
      const letters: QueueLetter[] = ['w', 'b', 'c', 'm']
      const ranges = letters.map((letter) =>
        table.query<Key>({ pk, ...queueRange(letter), index: tableShape.queueIndex, only: ['sk'], limit: batchMax }),
      )
      const keys = (await Promise.all(ranges)).flat()
      const found = await getAll(
        user_id,
        keys.map(({ sk }) => Number(sk)),
      )
      for (const batch of inTransactions(found.filter(({ call_id }) => call_id === undefined).map(goneWithCampaign)))
        await table.write(batch)
      for (const lead of found) if (lead.call_id !== undefined) await write(lead, { ...lead, deleted_at: now }, [])
      return found.length > 0
    },
  }
}

export const findLead = async (table: Table, user_id: number, id: number): Promise<Lead | undefined> => {
  const lead = await findEvenDeletedLead(table, user_id, id)
  return lead?.deleted_at === undefined ? lead : undefined
}

export const findEvenDeletedLead = async (table: Table, user_id: number, id: number): Promise<Lead | undefined> => {
  const known = await table.get<Stored | Pointer>(leadKey(user_id, id))
  if (!known) return undefined
  if (!('main_id' in known)) return readLead(known)
  const main = await table.get<Stored>(leadKey(user_id, known.main_id))
  return main && readLead(main)
}

/** A lead that many others come with, and what has to be written for it. */
interface Newcomer {
  lead: Lead
  moves: Move[]
  /** The family first, then the guards of its numbers. */
  writes: Write[]
  keys: string[]
}

const newcomer = (lead: Lead, anyNumber: boolean): Newcomer => {
  const moves = newNumbers(lead, anyNumber)
  const writes = [...newLeadWrites(lead), ...moves.map(({ write }) => write)]
  return { lead, moves, writes, keys: writes.map(keyOfWrite) }
}

const keyOfWrite = (write: Write): string => {
  const { pk, sk } =
    'put' in write ? write.put : 'update' in write ? write.update : 'delete' in write ? write.delete : write.check
  return `${pk}/${sk}`
}

/** As many as fit into one transaction, which may not touch an item twice. */
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

/** Why a batch was refused, as far as this one is to blame; undefined when it is not. */
const outcomeOf = ({ lead, moves }: Newcomer, before: (Stored | undefined)[]): Created | undefined => {
  const family = before.slice(0, 1 + lead.contacts.length)
  const [main] = family
  const isSame = main?.campaign_id === lead.campaign_id && main.phone_number === lead.phone_number
  if (family.some(Boolean)) return { outcome: isSame ? 'created' : 'clash' }
  const ids = duplicateIds(lead, moves, before.slice(family.length))
  return ids.length ? { outcome: 'duplicate', ids } : undefined
}

/** Everything of a lead whose campaign goes too, so that nobody counts numbers any more. */
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
