import * as z from 'zod'
import type { CampaignSettings } from './campaign-settings.ts'

/**
 * `draft` → `in-progress` ⇄ `stopped`; `in-progress` → `completed`, from where it can be started
 * again.
 */
export const campaignStatuses = ['draft', 'in-progress', 'stopped', 'completed'] as const
export type CampaignStatus = (typeof campaignStatuses)[number]

/** Members that say how failed calls are tried again. */
export type RetryRules = Pick<CampaignSettings, 'max_retries' | 'retry_interval' | 'retry_on_voicemail'>

/** Leads that one assistant calls while the window of the campaign is open. */
export interface Campaign extends CampaignSettings {
  id: number
  user_id: number
  status: CampaignStatus
  /** It has enforced them at some time, so leads of it may wait by place. */
  has_places?: true
  /** The want for which leads of it were set aside; another want puts them back in the queue. */
  refused_under?: string
  /** When it was started last. Absent in campaigns that were started before this was stored. */
  started_at?: number
  /** Why it stopped by itself; a stop by hand has no reason. */
  stop_reason?: string
  /**
   * The list of countries for which leads of it were set aside; another list puts them back in the
   * queue.
   */
  barred_under?: string
  /**
   * Leads of it were set aside because the carrier lacks a permission; a restart puts them back in
   * the queue.
   */
  carrier_barred?: true
  /**
   * When the dialler first found no lead left; a second look some seconds later completes the
   * campaign.
   */
  idle_since?: number
  /** Gone from every answer; removed once its calls have ended. */
  deleted_at?: number
  /** Epoch milliseconds; its id says when it was created. */
  updated_at: number
  /** Counts the writes; every change is conditional on the one it was made from. */
  revision: number
}

/** Why a campaign stops by itself. */
export interface StopReason {
  /** A sentence for its user. */
  reason: string
  /** The carrier's code, if a refusal of the carrier stopped it. */
  carrier_code?: number | undefined
}

export const wantsConsent = ({ require_consent }: Pick<Campaign, 'require_consent'>): boolean =>
  require_consent !== 'none'

/** The campaign's demands on a consent. */
export const wantOf = ({ require_consent, purpose }: Pick<Campaign, 'require_consent' | 'purpose'>) => ({
  want: require_consent,
  purpose,
})

/** Names one campaign of one user, wherever a queue speaks of it. */
export const CampaignRef = z.object({ user_id: z.int().positive(), campaign_id: z.int().positive() })
export type CampaignRef = z.infer<typeof CampaignRef>

/**
 * A reason to check a campaign: an event, the wake-up at `wake_at` that its dialler set for itself,
 * or the dial slots `dials_at` that the pacer gave it.
 */
export const DispatchJob = CampaignRef.extend({
  wake_at: z.number().optional(),
  dials_at: z.array(z.number()).optional(),
})
export type DispatchJob = z.infer<typeof DispatchJob>

/** One of a campaign's calls at a time. */
export interface Slot {
  slot: number
  call_id: number
}

/**
 * Slots a campaign may take now, lowest first, given those that its calls hold. Calls in slots
 * beyond a limit that was lowered count as well.
 */
export const freeSlots = (max: number, taken: readonly Slot[]): number[] => {
  const held = new Set(taken.map(({ slot }) => slot))
  const free = Array.from({ length: max }, (_, slot) => slot).filter((slot) => !held.has(slot))
  return free.slice(0, Math.max(0, max - taken.length))
}
