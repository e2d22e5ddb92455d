import type { CampaignRef } from '../../domain/campaigns/campaign.ts'
import type { QueueHead, RegionBucket } from '../../domain/dialling/region-buckets.ts'
import type { Decision } from '../../domain/evidence/evidence.ts'
import type { Lead, LeadStatus } from '../../domain/leads/lead.ts'
import type { HistoryParts } from '../../lists/store/history-list.ts'
import { historyOverrides } from '../../lists/store/overrides.ts'
import type { StoredKey } from '../../table/keys.ts'
import { leadAdding } from './lead-adding.ts'
import { leadBuckets } from './lead-buckets.ts'
import { leadChanging } from './lead-changing.ts'
import { leadClearing } from './lead-clearing.ts'
import { findLead, findLeadsWithNumbers } from './lead-finding.ts'
import { leadHistory } from './lead-history.ts'
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
  heads: QueueHead[]
  dialling: boolean
  barred: boolean
}

export type Created =
  | { outcome: 'created' }
  | { outcome: 'clash' }
  /** `ids`: from the new lead and its contacts, those with a phone number that the campaign has. */
  | { outcome: 'duplicate'; ids: number[] }

/** `stale`: the stored lead differs, or its campaign is gone. */
export type Replaced = { outcome: 'replaced' } | { outcome: 'stale' } | { outcome: 'duplicate'; ids: number[] }

export interface Leads {
  /** Accepts the id of a lead or a contact. */
  find(user_id: number, id: number): Promise<Lead | undefined>
  /** `anyNumber` allows numbers that the campaign already has. */
  create(lead: Lead, anyNumber: boolean): Promise<Created>
  /** Can be repeated: a stored lead with the same id and number counts as created. */
  createMany(leads: Lead[], anyNumber: boolean): Promise<Created[]>
  /** A changed number must be new in the campaign. */
  replace(before: Lead, after: Lead): Promise<Replaced>
  /**
   * `step` must not change phone numbers. `decide` records a decision with the change. `seen`: the
   * lead as read before.
   */
  change(
    user_id: number,
    id: number,
    step: (lead: Lead) => Lead,
    how?: { decide?: (after: Lead) => Decision; seen?: Lead },
  ): Promise<Lead | undefined>
  /** During a call, lead and contacts are only marked as deleted. */
  remove(lead: Lead, now: number): Promise<Replaced>
  /** Makes lists show new leads even if the compactor has passed their ids. */
  register(user_id: number, ids: number[]): Promise<void>
  /** Delays compaction from `id` on, while the import `holder` stores leads. */
  holdLists(user_id: number, holder: string, id: number, holdMs: number): Promise<void>
  releaseLists(user_id: number, holder: string): Promise<void>
  buckets(user_id: number, campaign_id: number): Promise<RegionBucket[]>
  hasBucket(user_id: number, campaign_id: number, bucket: RegionBucket): Promise<boolean>
  /** Must run before leads of these buckets are stored. */
  recordBuckets(user_id: number, campaign_id: number, buckets: readonly RegionBucket[]): Promise<void>
  dueCounts(user_id: number, campaign_id: number, now: number, atMost: number): Promise<{ due: number; later: number }>
  /**
   * Also finds leads by a contact's number. `ofEachMax`: maximum number of leads per phone number.
   */
  withNumbers(user_id: number, phone_numbers: string[], ofEachMax?: number): Promise<Lead[]>
  /** Returns a list of due times for leads without a bucket, then a list for each of `buckets`. */
  dueTimes(user_id: number, campaign_id: number, buckets: readonly string[], atMost: number): Promise<number[][]>
  /** Longest waiting first. Empty only if no lead is due. */
  due(ref: CampaignRef, asked: { now: number; limit: number; buckets?: readonly string[] }): Promise<Lead[]>
  outlook(user_id: number, campaign_id: number, buckets?: readonly string[]): Promise<Outlook>
  /** Includes leads that were just added. */
  anyWaiting(user_id: number, campaign_id: number): Promise<boolean>
  keysWith(user_id: number, phone_number: string): Promise<StoredKey[]>
  /**
   * Queues blocked leads of a phone number again, and returns their campaigns. `keys`: keys of the
   * leads, if known, to save a query.
   */
  unblock(user_id: number, phone_number: string, keys?: StoredKey[]): Promise<CampaignRef[]>
  /** Queues some barred leads again. False when no lead is barred. */
  unbar(user_id: number, campaign_id: number): Promise<boolean>
  unblockMany(user_id: number, campaign_id: number): Promise<boolean>
  /** False when only leads in calls are left. */
  removeSome(user_id: number, campaign_id: number, now: number): Promise<boolean>
}

export const leads = (parts: HistoryParts): Leads => {
  const { table } = parts
  const overrides = historyOverrides(parts, leadHistory)
  return {
    find: (user_id, id) => findLead(table, user_id, id),
    withNumbers: (...numbers) => findLeadsWithNumbers(table, ...numbers),
    ...leadAdding(parts),
    ...leadChanging(parts),
    ...leadQueue(table),
    ...leadBuckets(table),
    ...leadClearing(parts),
    register: overrides.register,
    holdLists: overrides.hold,
    releaseLists: overrides.release,
  }
}
