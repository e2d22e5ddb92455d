import * as z from 'zod'
import { timeOfId } from '../../words/id.ts'
import { isoTime } from '../../words/time.ts'
import { liveCallsFor, type SpendingLimits } from '../account/account.ts'
import { consentWants } from '../consents/consent-verdict.ts'
import { callingModes, modeOf } from './calling-mode.ts'
import { weekdays } from './calling-window.ts'
import { type Campaign, campaignStatuses, wantOf } from './campaign.ts'

/** What lists show. */
export const CampaignItem = z.object({
  id: z.int(),
  name: z.string(),
  status: z.enum(campaignStatuses),
  max_calls_in_parallel: z.int(),
  mark_complete_when_no_leads: z.boolean(),
  allowed_hours_start_time: z.string(),
  allowed_hours_end_time: z.string(),
  allowed_days: z.array(z.enum(weekdays)).readonly(),
  max_retries: z.int(),
  retry_interval: z.int(),
  calling_rules: z.enum(callingModes),
  created_at: z.string(),
  updated_at: z.string(),
})

/** What a look-up shows: the rest of the settings, and how it gets on. */
export const FullCampaign = CampaignItem.extend({
  assistant_id: z.int(),
  timezone: z.string(),
  retry_on_voicemail: z.boolean(),
  require_consent: z.enum(consentWants),
  purpose: z.string().nullable(),
  /** Why it stopped by itself. */
  stop_reason: z.string().nullable(),
  leads_count: z.object({
    total: z.int(),
    created: z.int(),
    completed: z.int(),
    'reached-max-retries': z.int(),
  }),
  calls_in_progress: z.int(),
  slots: z.object({ total: z.int(), taken: z.int(), free: z.int() }),
  next_call_at: z.string().nullable(),
})

/** A look-up alone says also what stands in the way of its settings. */
export const WatchedCampaign = FullCampaign.extend({
  /** What keeps it from making as many calls at a time as it wants; null if nothing does. */
  parallel_calls_note: z.string().nullable(),
})

export const parallelCallsNote = ({ max_calls_in_parallel }: Campaign, limits: SpendingLimits): string | null => {
  const max = liveCallsFor(limits, true)
  return max_calls_in_parallel > max
    ? `The account's campaigns make at most ${max} calls at a time, all together.`
    : null
}

export const campaignView = (campaign: Campaign): z.input<typeof CampaignItem> => ({
  id: campaign.id,
  name: campaign.name,
  status: campaign.status,
  max_calls_in_parallel: campaign.max_calls_in_parallel,
  mark_complete_when_no_leads: campaign.mark_complete_when_no_leads,
  allowed_hours_start_time: campaign.allowed_hours_start_time,
  allowed_hours_end_time: campaign.allowed_hours_end_time,
  allowed_days: campaign.allowed_days,
  max_retries: campaign.max_retries,
  retry_interval: campaign.retry_interval,
  calling_rules: modeOf(campaign),
  created_at: isoTime(timeOfId(campaign.id)),
  updated_at: isoTime(campaign.updated_at),
})

/** How a campaign gets on. */
export interface Progress {
  leads_count: { created: number; completed: number; 'reached-max-retries': number }
  /** Slots that are taken. */
  taken: number
  /** When the first lead that waits may be called, if the campaign runs. */
  next_call_at: number | undefined
}

/** Of a campaign that was made just now. */
export const noProgress: Progress = {
  leads_count: { created: 0, completed: 0, 'reached-max-retries': 0 },
  taken: 0,
  next_call_at: undefined,
}

export const fullCampaignView = (
  campaign: Campaign,
  { leads_count, taken, next_call_at: runs_at }: Progress,
): z.input<typeof FullCampaign> => {
  const { created, completed, 'reached-max-retries': spent } = leads_count
  const total = campaign.max_calls_in_parallel
  const next_call_at = campaign.status === 'in-progress' ? runs_at : undefined
  return {
    ...campaignView(campaign),
    assistant_id: campaign.assistant_id,
    timezone: campaign.timezone,
    retry_on_voicemail: campaign.retry_on_voicemail,
    require_consent: wantOf(campaign).want,
    purpose: wantOf(campaign).purpose,
    stop_reason: campaign.stop_reason ?? null,
    leads_count: { total: created + completed + spent, created, completed, 'reached-max-retries': spent },
    calls_in_progress: taken,
    slots: { total, taken, free: Math.max(0, total - taken) },
    next_call_at: next_call_at === undefined ? null : isoTime(next_call_at),
  }
}
