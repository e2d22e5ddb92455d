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
  /** E.164; also finds a lead by a contact's number. */
  phone_number?: string
  /** Inclusive. */
  from_id?: number
  /** Exclusive. */
  until_id?: number
}

export type LeadCounts = Record<LeadStatus, number>

export interface Outlook {
  /** First of each queue. */
  firsts: FirstInLine[]
  dialling: boolean
  barred: boolean
}

export type Created =
  | { outcome: 'created' }
  | { outcome: 'clash' }
  /** Members of the family whose numbers the campaign has. */
  | { outcome: 'duplicate'; ids: number[] }

/** `stale`: the stored family differs, or its campaign is gone. */
export type Replaced = { outcome: 'replaced' } | { outcome: 'stale' } | { outcome: 'duplicate'; ids: number[] }

export interface Leads {
  /** The family of this lead or contact id. */
  find(user_id: number, id: number): Promise<Lead | undefined>
  /**
   * A new lead; at most 6 write units without contacts. `anyNumber` allows numbers of the campaign.
   */
  create(lead: Lead, anyNumber: boolean): Promise<Created>
  /**
   * Many new leads in few transactions, with each outcome. A stored lead with the same id and
   * number counts as created, so imports can be repeated.
   */
  createMany(leads: Lead[], anyNumber: boolean): Promise<Created[]>
  /** Replaces `before` if its campaign exists. A number must be new in its campaign. */
  replace(before: Lead, after: Lead): Promise<Replaced>
  /**
   * Writes `step` of the stored family; repeats after another writer. Numbers stay. `decide`
   * records a decision with the change. A recent `seen` saves the read.
   */
  change(
    user_id: number,
    id: number,
    step: (lead: Lead) => Lead,
    how?: { decide?: (after: Lead) => Decision; seen?: Lead },
  ): Promise<Lead | undefined>
  /** Removes a family. During a call it is marked, and goes when the call closes. */
  remove(lead: Lead, now: number): Promise<Replaced>
  /** Lets stored leads appear in lists, before their creator gets an answer. */
  settleIn(user_id: number, ids: number[]): Promise<void>
  /** Keeps lists from settling leads from this id on, while the import `holder` stores them. */
  holdLists(user_id: number, holder: string, id: number, holdMs: number): Promise<void>
  releaseLists(user_id: number, holder: string): Promise<void>
  /** Places in which leads of the campaign wait or waited. */
  places(user_id: number, campaign_id: number): Promise<WaitingPlace[]>
  hasPlace(user_id: number, campaign_id: number, place: WaitingPlace): Promise<boolean>
  /** Adds places to the campaign, before a lead waits there. */
  notePlaces(user_id: number, campaign_id: number, places: readonly WaitingPlace[]): Promise<void>
  /** Leads without a place that are due now and later, each up to `atMost`. */
  dueCounts(user_id: number, campaign_id: number, now: number, atMost: number): Promise<{ due: number; later: number }>
  /** Leads of any campaign with one of these numbers, also a contact's; limited per number. */
  withNumbers(user_id: number, phone_numbers: string[], ofEachMax?: number): Promise<Lead[]>
  /** Due times of the first `atMost` leads without a place, then of each of `places`. */
  dueTimes(user_id: number, campaign_id: number, places: readonly string[], atMost: number): Promise<number[][]>
  /**
   * At most `limit` due leads, without a place or in `places`, longest waiting first; empty only if
   * none is due.
   */
  due(ref: CampaignRef, asked: { now: number; limit: number; places?: readonly string[] }): Promise<Lead[]>
  /**
   * Next due times without a place and in each of `places`; whether a lead is dialled or waits for
   * its country.
   */
  outlook(user_id: number, campaign_id: number, places?: readonly string[]): Promise<Outlook>
  /** True when a lead can be called, now or later, just added ones included. */
  anyWaiting(user_id: number, campaign_id: number): Promise<boolean>
  /**
   * Keys of leads with this number, in any spelling, with all that were set aside before the query.
   */
  keysWith(user_id: number, phone_number: string): Promise<StoredKey[]>
  /**
   * Queues leads set aside for this number again and returns their campaigns. `keys` saves the
   * query.
   */
  unblock(user_id: number, phone_number: string, keys?: StoredKey[]): Promise<CampaignRef[]>
  /** Queues some leads set aside for their countries again; false when none is left. */
  unbar(user_id: number, campaign_id: number): Promise<boolean>
  /** Queues some set-aside leads of a campaign again; false when none were left. */
  unblockMany(user_id: number, campaign_id: number): Promise<boolean>
  /** Removes some leads of a deleted campaign; false when only called ones are left. */
  removeSome(user_id: number, campaign_id: number, now: number): Promise<boolean>
}

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
