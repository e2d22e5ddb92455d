import * as z from 'zod'
import { CampaignRef, campaignStatuses, DispatchJob } from '../domain/campaigns/campaign.ts'
import { CampaignAction, CampaignChanges, CampaignDraft } from '../domain/campaigns/campaign-form.ts'
import { CampaignItem, FullCampaign } from '../domain/campaigns/campaign-view.ts'
import { Preview } from '../domain/dialling/campaign-preview.ts'
import { http, worker } from './define.ts'

const area = 'campaigns'

export const createCampaign = http({
  id: 'create-campaign',
  area,
  method: 'POST',
  path: '/user/campaigns',
  summary: 'Create a campaign, as a draft',
  body: CampaignDraft,
  status: 201,
  returns: z.object({ message: z.string(), data: FullCampaign }),
  problems: ['assistant_not_found'],
  uses: ['campaigns.create', 'assistants.find', 'clock'],
})

export const listCampaigns = http({
  id: 'list-campaigns',
  area,
  method: 'GET',
  path: '/user/campaigns',
  summary: 'List all campaigns, newest first',
  returns: z.array(CampaignItem),
  uses: ['campaigns.list'],
})

export const getCampaign = http({
  id: 'get-campaign',
  area,
  method: 'GET',
  path: '/user/campaigns/{id}',
  summary: 'Get a campaign and how it gets on',
  missing: 'campaign_not_found',
  returns: FullCampaign,
  problems: ['campaign_not_found'],
  uses: ['campaigns.find', 'leads.standings', 'leads.outlook', 'dials.taken', 'clock'],
})

export const updateCampaign = http({
  id: 'update-campaign',
  area,
  method: 'PUT',
  path: '/user/campaigns/{id}',
  summary: 'Change some settings of a campaign; a running one goes by them from the next call on',
  body: CampaignChanges,
  missing: 'campaign_not_found',
  returns: z.object({ message: z.string(), data: FullCampaign }),
  problems: ['campaign_not_found', 'assistant_not_found'],
  uses: [
    'campaigns.find',
    'campaigns.replace',
    'assistants.find',
    'leads.standings',
    'leads.outlook',
    'dials.taken',
    'dispatchCampaignQueue.nudge',
    'clock',
    'random',
  ],
})

export const deleteCampaign = http({
  id: 'delete-campaign',
  area,
  method: 'DELETE',
  path: '/user/campaigns/{id}',
  summary: 'Delete a campaign with its leads; running calls go on',
  missing: 'campaign_not_found',
  returns: z.object({ message: z.string() }),
  problems: ['campaign_not_found'],
  uses: ['campaigns.markDeleted', 'clearCampaignQueue.nudge', 'clock'],
})

export const updateCampaignStatus = http({
  id: 'update-campaign-status',
  area,
  method: 'POST',
  path: '/user/campaigns/update-status',
  summary: 'Start a campaign, or stop it: then no call is made any more, and running ones go on',
  body: CampaignAction,
  returns: z.object({
    message: z.string(),
    success: z.literal(true),
    data: z.object({ campaign_id: z.int(), status: z.enum(campaignStatuses) }),
  }),
  problems: [
    'campaign_not_found',
    'campaign_not_in_progress',
    'no_leads_to_call',
    'agent_deleted',
    'agent_cannot_call',
    'agent_without_number',
  ],
  uses: [
    'campaigns.find',
    'campaigns.start',
    'campaigns.stop',
    'assistants.find',
    'numbers.list',
    'leads.anyWaiting',
    'dials.asking',
    'dispatchCampaignQueue.nudge',
    'clock',
    'random',
  ],
})

export const previewCampaign = http({
  id: 'preview-campaign',
  area,
  method: 'GET',
  path: '/user/campaigns/{id}/preview',
  summary: 'Count whom the campaign would call if it was started now, and why not the others',
  missing: 'campaign_not_found',
  returns: Preview,
  problems: ['campaign_not_found'],
  uses: [
    'campaigns.find',
    'leads.standings',
    'leads.outlook',
    'leads.dueCount',
    'leads.withNumbers',
    'blacklist.numbers',
    'clock',
  ],
})

export const dispatchCampaign = worker({
  id: 'dispatch-campaign',
  area,
  queue: 'dispatchCampaignQueue',
  message: DispatchJob,
  uses: [
    'campaigns.findEvenDeleted',
    'campaigns.change',
    'campaigns.start',
    'campaigns.stop',
    'campaigns.wake',
    'campaigns.wakesAt',
    'campaigns.sleep',
    'leads.due',
    'leads.change',
    'leads.outlook',
    'leads.anyWaiting',
    'dials.taken',
    'dials.reserve',
    'pace.takeTurns',
    'blacklist.listedOf',
    'assistants.find',
    'numbers.list',
    'placeCallQueue.nudge',
    'dispatchCampaignQueue.nudge',
    'clearCampaignQueue.nudge',
    'clock',
    'random',
  ],
  failureHurts: 'campaigns call nobody until the minute schedule looks at them again',
})

export const clearCampaign = worker({
  id: 'clear-campaign',
  area,
  queue: 'clearCampaignQueue',
  message: CampaignRef,
  uses: [
    'campaigns.clearAt',
    'campaigns.findEvenDeleted',
    'campaigns.remove',
    'leads.removeSome',
    'leads.outlook',
    'dials.taken',
    'clearCampaignQueue.nudge',
    'clock',
  ],
  failureHurts: 'leads of deleted campaigns stay stored until the minute schedule has them cleared away',
})
