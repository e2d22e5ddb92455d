import type { Campaign } from '../../../shared/domain/campaigns/campaign.ts'
import { campaignSettings } from '../../../shared/domain/campaigns/campaign-settings.ts'

export const sampleCampaign = (user_id: number, id: number): Campaign => ({
  ...campaignSettings.defaults,
  id,
  user_id,
  name: 'Spring',
  assistant_id: 1,
  status: 'draft',
  timezone: 'UTC',
  max_calls_in_parallel: 10,
  allowed_days: ['monday'],
  allowed_hours_start_time: '00:00:00',
  allowed_hours_end_time: '23:59:59',
  max_retries: 1,
  retry_interval: 60,
  retry_on_voicemail: false,
  mark_complete_when_no_leads: true,
  updated_at: 0,
  revision: 1,
})
