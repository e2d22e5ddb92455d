import type { CampaignRef } from '../../domain/campaigns/campaign.ts'
import type { FirstInLine, WaitingPlace } from '../../domain/dialling/waiting-places.ts'
import type { Decision } from '../../domain/evidence/evidence.ts'
import type { Lead, LeadStatus } from '../../domain/leads/lead.ts'
import type { HistoryParts } from '../../lists/store/history-list.ts'
import { historyMarks } from '../../lists/store/marks.ts'
import type { StoredKey } from '../../table/keys.ts'
import { leadAdding } from './lead-adding.ts'
import { leadChanging } from './lead-changing.ts'
import { leadClearing } from './lead-clearing.ts'
import { findLead, findLeadsWithNumbers } from './lead-finding.ts'
import { leadHistory } from './lead-history.ts'
import { leadPlaces } from './lead-places.ts'
import { leadQueue } from './lead-queue.ts'

export interface LeadFilter {
  campaign_id?: number
  status?: LeadStatus
  /** E.164; finds a lead also by a number of its contacts. */
  phone_number?: string
  /** Leads with this id or a higher one. */
  from_id?: number
  /** Leads with a lower id than this. */
  until_id?: number
}

export type LeadCounts = Record<LeadStatus, number>

export interface Outlook {
  /** The first of each queue. */
  firsts: FirstInLine[]
  dialling: boolean
  barred: boolean
}

export type Created =
  | { outcome: 'created' }
  /** An id is taken; try the next. */
  | { outcome: 'clash' }
  /** Members of the family whose numbers the campaign has already. */
  | { outcome: 'duplicate'; ids: number[] }

/**
 * `stale`: the stored family is no longer the one that the change was made from, or its campaign is
 * gone.
 */
export type Replaced = { outcome: 'replaced' } | { outcome: 'stale' } | { outcome: 'duplicate'; ids: number[] }

export interface Leads {
  /** The whole family that this id, a lead's or a contact's, belongs to. */
  find(user_id: number, id: number): Promise<Lead | undefined>
  /**
   * A new lead of at most 6 write units, when it has no contacts. `anyNumber` takes numbers that
   * the campaign has already.
   */
  create(lead: Lead, anyNumber: boolean): Promise<Created>
  /**
   * Many new leads, as few transactions as they fit in; what became of each. A lead that is stored
   * already, with the very same id and number, counts as created, so that an import can be
   * repeated. They appear in lists.
   */
  createMany(leads: Lead[], anyNumber: boolean): Promise<Created[]>
  /**
   * Puts `after` in the place of `before`, if its campaign is there. A number must be new in the
   * campaign it comes to.
   */
  replace(before: Lead, after: Lead): Promise<Replaced>
  /**
   * Puts what `step` makes of the stored family, again from the start when another writer was
   * faster. Numbers stay. What `decide` says of a change is recorded with it. `seen`, the family as
   * it was found a moment ago, saves finding it.
   */
  change(
    user_id: number,
    id: number,
    step: (lead: Lead) => Lead,
    how?: { decide?: (after: Lead) => Decision; seen?: Lead },
  ): Promise<Lead | undefined>
  /**
   * Removes a family. While a call runs for it, it is only marked, and goes when the call is
   * closed.
   */
  remove(lead: Lead, now: number): Promise<Replaced>
  /**
   * Lets leads that were just stored appear in lists: before their creator is answered, and also
   * when they were there already.
   */
  settleIn(user_id: number, ids: number[]): Promise<void>
  /**
   * Keeps lists from taking leads from this id on for stored, while the import `holder` stores
   * them.
   */
  holdLists(user_id: number, holder: string, id: number, holdMs: number): Promise<void>
  /** Ends the hold of `holder`. */
  releaseLists(user_id: number, holder: string): Promise<void>
  /** In which places leads of the campaign wait, or have waited. */
  places(user_id: number, campaign_id: number): Promise<WaitingPlace[]>
  /** Has `notePlaces` been told of the place before? */
  hasPlace(user_id: number, campaign_id: number, place: WaitingPlace): Promise<boolean>
  /** Lets the campaign look at these places from now on: before a lead stands in one of them. */
  notePlaces(user_id: number, campaign_id: number, places: readonly WaitingPlace[]): Promise<void>
  /**
   * Number of leads without a place that are due by now, and later, each counted up to `atMost`.
   */
  dueCounts(user_id: number, campaign_id: number, now: number, atMost: number): Promise<{ due: number; later: number }>
  /**
   * Leads of any campaign with one of these numbers, their own or that of a contact; limited for
   * each number.
   */
  withNumbers(user_id: number, phone_numbers: string[], ofEachMax?: number): Promise<Lead[]>
  /**
   * When each of the first `atMost` of a line is due: of those that wait in no place, and of each
   * of `places`, in their order.
   */
  dueTimes(user_id: number, campaign_id: number, places: readonly string[], atMost: number): Promise<number[][]>
  /**
   * At most `limit` leads that wait and are due, without a place or in one of `places`, those that
   * have waited longest first; empty only if there are none.
   */
  due(ref: CampaignRef, asked: { now: number; limit: number; places?: readonly string[] }): Promise<Lead[]>
  /**
   * When the first of those that wait is due, in no place and in each of `places`, and whether any
   * is being dialled, or waits for its country to be allowed.
   */
  outlook(user_id: number, campaign_id: number, places?: readonly string[]): Promise<Outlook>
  /** Is there a lead to call, now or later? Sees also what was added a moment ago. */
  anyWaiting(user_id: number, campaign_id: number): Promise<boolean>
  /**
   * Keys of the leads with this number, in any spelling. No lead that was set aside before the
   * query is left out.
   */
  keysWith(user_id: number, phone_number: string): Promise<StoredKey[]>
  /**
   * Puts the leads back in the queue that were set aside because of this number; the campaigns that
   * have such leads. `keys` saves looking where they are.
   */
  unblock(user_id: number, phone_number: string, keys?: StoredKey[]): Promise<CampaignRef[]>
  /**
   * Puts some leads back in the queue that were set aside for their countries; false when none is
   * left.
   */
  unbar(user_id: number, campaign_id: number): Promise<boolean>
  /**
   * Puts some of a campaign's leads that were set aside back in the queue; false when none were
   * left.
   */
  unblockMany(user_id: number, campaign_id: number): Promise<boolean>
  /**
   * Takes away some of a deleted campaign's leads; false once none is left that is not being
   * called.
   */
  removeSome(user_id: number, campaign_id: number, now: number): Promise<boolean>
}

/**
 * Each purpose has a file of its own; what the end of a call does to its lead is in
 * lead-closing.ts.
 */
export const leads = (parts: HistoryParts): Leads => {
  const { table } = parts
  const marks = historyMarks(parts, leadHistory)
  return {
    find: (user_id, id) => findLead(table, user_id, id),
    withNumbers: (...numbers) => findLeadsWithNumbers(table, ...numbers),
    ...leadAdding(parts),
    ...leadChanging(parts),
    ...leadQueue(table),
    ...leadPlaces(table),
    ...leadClearing(parts),
    settleIn: marks.settleIn,
    holdLists: marks.hold,
    releaseLists: marks.release,
  }
}
