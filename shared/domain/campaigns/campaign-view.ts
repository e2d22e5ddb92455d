import * as z from 'zod'
import { timeOfId } from '../../words/id.ts'
import { isoTime } from '../../words/time.ts'
import { liveCallsFor, type SpendingLimits } from '../account/account.ts'
import { type Campaign, campaignStatuses } from './campaign.ts'
import { campaignSettings } from './campaign-settings.ts'

const { schemas } = campaignSettings

export const CampaignItem = z.object({
  id: z.int(),
  name: schemas.name,
  status: z.enum(campaignStatuses),
  max_calls_in_parallel: schemas.max_calls_in_parallel,
  mark_complete_when_no_leads: schemas.mark_complete_when_no_leads,
  allowed_hours_start_time: schemas.allowed_hours_start_time,
  allowed_hours_end_time: schemas.allowed_hours_end_time,
  allowed_days: schemas.allowed_days,
  max_retries: schemas.max_retries,
  retry_interval: schemas.retry_interval,
  calling_rules: schemas.calling_rules,
  created_at: z.string(),
  updated_at: z.string(),
})

export const FullCampaign = CampaignItem.extend({
  ...schemas,
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

export const WatchedCampaign = FullCampaign.extend({
  parallel_calls_note: z.string().nullable(),
  numbers: z.array(
    z.object({
      id: z.int(),
      calls_today: z.int(),
      answer_rate_7d: z.number().nullable(),
      paused_until: z.string().nullable(),
      pause_reason: z.string().nullable(),
    }),
  ),
})

export const parallelCallsNote = ({ max_calls_in_parallel }: Campaign, limits: SpendingLimits): string | null => {
  const max = liveCallsFor(limits, true)
  return max_calls_in_parallel > max
    ? `The account's campaigns make at most ${max} calls at a time, all together.`
    : null
}

export const campaignView = (campaign: Campaign) => ({
  ...campaignSettings.show(campaign),
  id: campaign.id,
  status: campaign.status,
  created_at: isoTime(timeOfId(campaign.id)),
  updated_at: isoTime(campaign.updated_at),
})

export interface CampaignProgress {
  leads_count: { created: number; completed: number; 'reached-max-retries': number }
  taken: number
  /** Time at which the first waiting lead of a running campaign can be called. */
  next_call_at: number | undefined
}

export const noProgress: CampaignProgress = {
  leads_count: { created: 0, completed: 0, 'reached-max-retries': 0 },
  taken: 0,
  next_call_at: undefined,
}

export const fullCampaignView = (
  campaign: Campaign,
  { leads_count, taken, next_call_at: runs_at }: CampaignProgress,
): z.input<typeof FullCampaign> => {
  const { created, completed, 'reached-max-retries': spent } = leads_count
  const total = campaign.max_calls_in_parallel
  const next_call_at = campaign.status === 'in-progress' ? runs_at : undefined
  return {
    ...campaignView(campaign),
    stop_reason: campaign.stop_reason ?? null,
    leads_count: { total: created + completed + spent, created, completed, 'reached-max-retries': spent },
    calls_in_progress: taken,
    slots: { total, taken, free: Math.max(0, total - taken) },
    next_call_at: next_call_at === undefined ? null : isoTime(next_call_at),
  }
}
