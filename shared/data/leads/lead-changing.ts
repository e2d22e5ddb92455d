import { familyOf, type Lead } from '../../domain/leads/lead.ts'
import { unbarred } from '../../domain/leads/lead-life.ts'
import type { HistoryParts } from '../../lists/store/history-list.ts'
import { lost, untilWritten } from '../../table/compare-and-set.ts'
import { queuePartition, queueRange, type StoredKey, tableShape } from '../../table/keys.ts'
import type { Write } from '../../table/table.ts'
import { spellingsOf } from '../../words/phone-spellings.ts'
import { isThere } from '../campaigns/campaigns.ts'
import { decisionWrites } from '../evidence/evidence.ts'
import { findKeysWithNumber, findLead, readLeadsAt } from './lead-finding.ts'
import { leadOverrides } from './lead-history.ts'
import { leadWrites } from './lead-items.ts'
import { duplicateIds, numberMoves } from './lead-numbers.ts'
import type { Leads, Replaced } from './leads.ts'

const unbarredMax = 50

/**
 * Returns `stale` when a condition of the writes `beside` fails. If an assumed count of leads per
 * number was wrong, repeats the write with the stored count.
 */
export const writeLead = async (
  parts: HistoryParts,
  before: Lead,
  after: Lead | undefined,
  beside: Write[],
): Promise<Replaced> => {
  const seen = new Map<string, number>()
  for (;;) {
    const family = leadWrites(before, after)
    const moves = numberMoves(before, after, seen)
    const writes = [...family, ...moves.map((move) => move.write), ...beside, ...leadOverrides(parts, before, after)]
    const written = await parts.table.write<{ count?: number }>(writes)
    if (written.done) return { outcome: 'replaced' }
    const inTheWay = written.before.slice(family.length)
    const ids = after ? duplicateIds(after, moves, inTheWay) : []
    if (ids.length && !written.before[0]) return { outcome: 'duplicate', ids }
    const known = seen.size
    for (const [index, { phone_number, isNewcomer }] of moves.entries())
      if (!isNewcomer && inTheWay[index]?.count !== undefined) seen.set(phone_number, inTheWay[index].count)
    if (written.before[0] || seen.size === known) return { outcome: 'stale' }
  }
}

export const leadChanging = (
  parts: HistoryParts,
): Pick<Leads, 'replace' | 'change' | 'keysWith' | 'unblock' | 'unblockMany' | 'unbar' | 'remove'> => {
  const { table } = parts
  const replace = (before: Lead, after: Lead | undefined) =>
    writeLead(parts, before, after, [isThere(before.user_id, (after ?? before).campaign_id)])

  const change: Leads['change'] = (user_id, id, step, { decide, seen } = {}) =>
    untilWritten(parts, 'lead', async (losses) => {
      const stored = losses === 0 && seen ? seen : await findLead(table, user_id, id)
      if (!stored) return undefined
      const after = step(stored)
      if (after === stored) return stored
      const decision = decide?.(after)
      const beside = decision ? decisionWrites(parts.random, user_id, decision, parts.clock.now()) : []
      return (await writeLead(parts, stored, after, beside)).outcome === 'replaced' ? after : lost
    })

  /** Queues leads of one state again. False when no lead is in this state. */
  const putBack = async (user_id: number, campaign_id: number, letter: 'b' | 'n', step: (lead: Lead) => Lead) => {
    const keys = await table.query<StoredKey>({
      pk: queuePartition(user_id, campaign_id),
      ...queueRange(letter),
      index: tableShape.queueIndex,
      only: ['sk'],
      limit: unbarredMax,
    })
    await Promise.all(keys.map(({ sk }) => change(user_id, Number(sk), step)))
    return keys.length > 0
  }

  const keysWith: Leads['keysWith'] = async (user_id, phone_number) => {
    const looks = spellingsOf(phone_number).map((number) => findKeysWithNumber(table, user_id, number))
    return (await Promise.all(looks)).flat()
  }

  return {
    replace,
    change,
    keysWith,
    unblock: async (user_id, phone_number, keys) => {
      const families = await readLeadsAt(table, user_id, keys ?? (await keysWith(user_id, phone_number)))
      const spellings = spellingsOf(phone_number)
      const isAbout = (lead: Lead) => familyOf(lead).some((member) => spellings.includes(member.phone_number))
      const blocked = families.filter((lead) => lead.blocked && lead.deleted_at === undefined && isAbout(lead))
      await Promise.all(
        blocked.map((lead) =>
          change(user_id, lead.id, (current) => (current.blocked ? { ...current, blocked: undefined } : current)),
        ),
      )
      const campaign_ids = new Set(blocked.map((lead) => lead.campaign_id))
      return [...campaign_ids].map((campaign_id) => ({ user_id, campaign_id }))
    },

    unbar: (user_id, campaign_id) => putBack(user_id, campaign_id, 'n', unbarred),

    unblockMany: (user_id, campaign_id) =>
      putBack(user_id, campaign_id, 'b', (lead) => (lead.blocked ? { ...lead, blocked: undefined } : lead)),

    remove: (lead, now) => replace(lead, lead.call_id === undefined ? undefined : { ...lead, deleted_at: now }),
  }
}
