import * as z from 'zod'
import type { CampaignSettings } from './campaign-settings.ts'

/** `draft` → `in-progress` ⇄ `stopped`; `in-progress` → `completed`, which can restart. */
export const campaignStatuses = ['draft', 'in-progress', 'stopped', 'completed'] as const
export type CampaignStatus = (typeof campaignStatuses)[number]

export type RetryRules = Pick<CampaignSettings, 'max_retries' | 'retry_interval' | 'retry_on_voicemail'>

export interface Campaign extends CampaignSettings {
  id: number
  user_id: number
  status: CampaignStatus
  /**
   * The calling rules have been enforced at some time, so leads may wait in several queues: one per
   * region and time zone.
   */
  has_places?: true
  /**
   * Consent requirement that excluded leads. If the requirement changes, these leads are queued
   * again.
   */
  refused_under?: string
  started_at?: number
  stop_reason?: string
  /**
   * Allowed countries when leads were excluded. If the list changes, these leads are queued again.
   */
  barred_under?: string
  /** The carrier forbids some leads' countries; a restart queues these leads again. */
  carrier_barred?: true
  /** Time at which a check first found no lead left. A second check completes the campaign. */
  idle_since?: number
  /** The campaign is hidden, and is removed after its calls. */
  deleted_at?: number
  updated_at: number
  revision: number
}

export interface StopReason {
  reason: string
  carrier_code?: number | undefined
}

export const wantsConsent = ({ require_consent }: Pick<Campaign, 'require_consent'>): boolean =>
  require_consent !== 'none'

export const wantOf = ({ require_consent, purpose }: Pick<Campaign, 'require_consent' | 'purpose'>) => ({
  want: require_consent,
  purpose,
})

export const CampaignRef = z.object({ user_id: z.int().positive(), campaign_id: z.int().positive() })
export type CampaignRef = z.infer<typeof CampaignRef>

/**
 * Message that makes a worker check the campaign. `dials_at`: times at which the campaign may dial
 * a lead.
 */
export const DispatchJob = CampaignRef.extend({
  wake_at: z.number().optional(),
  dials_at: z.array(z.number()).optional(),
})
export type DispatchJob = z.infer<typeof DispatchJob>

export interface Slot {
  slot: number
  call_id: number
}

/** Returns the lowest free slots. If the limit was lowered, calls in slots above it still count. */
export const freeSlots = (max: number, taken: readonly Slot[]): number[] => {
  const held = new Set(taken.map(({ slot }) => slot))
  const free = Array.from({ length: max }, (_, slot) => slot).filter((slot) => !held.has(slot))
  return free.slice(0, Math.max(0, max - taken.length))
}
