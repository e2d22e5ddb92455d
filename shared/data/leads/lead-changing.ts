import type { Lead } from '../../domain/leads/lead.ts'
import { spellingsOf } from '../../domain/phone-spellings.ts'
import { isThere } from '../campaigns.ts'
import type { Table, Write } from '../table.ts'
import { findLead, findLeadsWithNumbers } from './lead-finding.ts'
import { leadWrites } from './lead-items.ts'
import { duplicateIds, numberMoves } from './lead-numbers.ts'
import type { Leads, Replaced } from './leads.ts'

/** Losing this often against other writers of one lead means that something is broken. */
const attemptsMax = 20

/**
 * Puts `after` in the place of `before`, with what that does to the guards of the numbers. `beside` are checks that come
 * last; a failed one shows as `stale`.
 */
export const writeLead = async (
  table: Table,
  before: Lead,
  after: Lead | undefined,
  beside: Write[],
): Promise<Replaced> => {
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

/** How leads are changed by hands and by the dialler, and how they go. */
export const leadChanging = (table: Table): Pick<Leads, 'replace' | 'change' | 'unblock' | 'remove'> => {
  const replace = (before: Lead, after: Lead | undefined) =>
    writeLead(table, before, after, [isThere(before.user_id, (after ?? before).campaign_id)])

  /** Runs `attempt` on the stored family until it succeeds; undefined when there is none. */
  const insist = async <T>(
    user_id: number,
    id: number,
    attempt: (lead: Lead) => Promise<T | undefined>,
  ): Promise<T | undefined> => {
    for (let count = 0; count < attemptsMax; count++) {
      const stored = await findLead(table, user_id, id)
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
      return (await writeLead(table, stored, after, [])).outcome === 'replaced' ? after : undefined
    })

  return {
    replace,
    change,
    unblock: async (user_id, phone_number) => {
      const found = await findLeadsWithNumbers(table, user_id, spellingsOf(phone_number))
      const blocked = found.filter((lead) => lead.blocked)
      await Promise.all(
        blocked.map((lead) =>
          change(user_id, lead.id, (current) => (current.blocked ? { ...current, blocked: undefined } : current)),
        ),
      )
      const campaign_ids = new Set(blocked.map((lead) => lead.campaign_id))
      return [...campaign_ids].map((campaign_id) => ({ user_id, campaign_id }))
    },

    remove: (lead, now) => replace(lead, lead.call_id === undefined ? undefined : { ...lead, deleted_at: now }),
  }
}
