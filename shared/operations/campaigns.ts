import * as z from 'zod'
import { CampaignRef, campaignStatuses, DispatchJob } from '../domain/campaigns/campaign.ts'
import { CampaignAction, CampaignChanges, CampaignDraft } from '../domain/campaigns/campaign-form.ts'
import { CampaignItem, FullCampaign, WatchedCampaign } from '../domain/campaigns/campaign-view.ts'
import { Preview } from '../domain/dialling/campaign-preview.ts'
import { http, worker } from './define.ts'

const area = 'campaigns'

export const createCampaign = http({
  id: 'create-campaign',
  area,
  method: 'POST',
  path: '/user/campaigns',
  alsoAt: ['/user/campaign'],
  summary: 'Create a campaign, as a draft',
  description:
    'It calls nobody before it is started. `retry_interval` is in seconds. `calling_rules` looser than the default need a token with the scope `all`.',
  body: CampaignDraft,
  status: 201,
  returns: z.object({ message: z.string(), data: FullCampaign }),
  problems: ['assistant_not_found'],
  uses: ['assistants.find', 'callingRules.floor', 'callingRules.stageMode', 'campaigns.create'],
})

export const listCampaigns = http({
  id: 'list-campaigns',
  area,
  method: 'GET',
  path: '/user/campaigns',
  summary: 'List all campaigns, newest first',
  description: 'All at once, without pages.',
  returns: z.array(CampaignItem),
  uses: ['campaigns.list'],
})

export const getCampaign = http({
  id: 'get-campaign',
  area,
  method: 'GET',
  path: '/user/campaigns/{id}',
  summary: 'Get a campaign and how it gets on',
  description: 'Counts its leads by status and says when it calls next.',
  missing: 'campaign_not_found',
  returns: WatchedCampaign,
  uses: [
    'accounts.means',
    'callingRules.book',
    'campaigns.find',
    'clock',
    'dials.taken',
    'leadPages.counts',
    'leads.outlook',
    'leads.places',
  ],
})

export const updateCampaign = http({
  id: 'update-campaign',
  area,
  method: 'PUT',
  path: '/user/campaigns/{id}',
  summary: 'Update the settings of a campaign',
  description:
    'Only what is sent changes. `retry_interval` is in seconds. Looser `calling_rules`, a lesser `require_consent`, or another `purpose` of a campaign that requires consent need a token with the scope `all`.',
  body: CampaignChanges,
  missing: 'campaign_not_found',
  returns: z.object({ message: z.string(), data: FullCampaign }),
  problems: ['assistant_not_found'],
  uses: [
    'assistants.find',
    'callingRules.book',
    'callingRules.floor',
    'campaigns.find',
    'campaigns.replace',
    'clock',
    'dials.taken',
    'dispatchCampaignQueue.nudge',
    'leadPages.counts',
    'leads.outlook',
    'leads.places',
    'random',
  ],
})

export const deleteCampaign = http({
  id: 'delete-campaign',
  area,
  method: 'DELETE',
  path: '/user/campaigns/{id}',
  alsoAt: ['/user/campaign/{id}'],
  summary: 'Delete a campaign with its leads',
  description: 'Its leads go with it, once their calls have ended.',
  missing: 'campaign_not_found',
  returns: z.object({ message: z.string() }),
  uses: ['campaigns.find', 'campaigns.markDeleted', 'clearCampaignQueue.nudge', 'clock'],
})

export const updateCampaignStatus = http({
  id: 'update-campaign-status',
  area,
  method: 'POST',
  path: '/user/campaigns/update-status',
  reachesPeople: true,
  summary: 'Start or stop a campaign',
  description:
    'Starting a campaign that runs answers as if it had just been started. When a stop is answered, no call begins any more.',
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
    'assistants.find',
    'campaigns.find',
    'campaigns.start',
    'campaigns.stop',
    'clock',
    'dials.asking',
    'dispatchCampaignQueue.nudge',
    'leads.anyWaiting',
    'numbers.list',
    'random',
  ],
})

export const previewCampaign = http({
  id: 'preview-campaign',
  area,
  method: 'GET',
  path: '/user/campaigns/{id}/preview',
  summary: 'Preview whom a campaign would call now',
  description: 'Nothing is called and nothing changes.',
  missing: 'campaign_not_found',
  returns: Preview,
  uses: [
    'accounts.means',
    'assistants.find',
    'blacklist.hasLists',
    'blacklist.listedOf',
    'blacklist.numbers',
    'callingRules.book',
    'campaigns.find',
    'clock',
    'consents.standings',
    'dialCounts.of',
    'leadPages.standings',
    'leads.due',
    'leads.dueCounts',
    'leads.dueTimes',
    'leads.outlook',
    'leads.places',
    'leads.withNumbers',
  ],
})

export const dispatchCampaign = worker({
  id: 'dispatch-campaign',
  area,
  queue: 'dispatchCampaignQueue',
  broughtBy: 'each call of a campaign that ends, and each lead that is added while it runs',
  userLimit: {
    by: 'another limit',
    limit: 'the live calls of the user, because a look at a full campaign ends at once',
  },
  message: DispatchJob,
  uses: [
    'accounts.means',
    'assistants.find',
    'blacklist.listedOf',
    'callingRules.book',
    'calls.settleIn',
    'campaigns.change',
    'campaigns.findEvenDeleted',
    'campaigns.sleep',
    'campaigns.start',
    'campaigns.stop',
    'campaigns.wake',
    'campaigns.wakesAt',
    'clearCampaignQueue.nudge',
    'clock',
    'consents.standings',
    'dialCounts.of',
    'dialSlots.join',
    'dialSlots.take',
    'dialling.read',
    'dials.ended',
    'dials.reserve',
    'dials.taken',
    'dispatchCampaignQueue.nudge',
    'leads.anyWaiting',
    'leads.change',
    'leads.due',
    'leads.notePlaces',
    'leads.outlook',
    'leads.places',
    'leads.unbar',
    'leads.unblock',
    'leads.unblockMany',
    'numbers.list',
    'paceDialsQueue.nudge',
    'placeCallQueue.nudge',
    'random',
  ],
  failureHurts: 'campaigns call nobody until the minute schedule looks at them again',
})

export const clearCampaign = worker({
  id: 'clear-campaign',
  area,
  queue: 'clearCampaignQueue',
  broughtBy: 'a campaign that is deleted',
  isRare: true,
  concurrencyMax: 3,
  userLimit: { by: 'messages at work', max: 2 },
  message: CampaignRef,
  uses: [
    'campaigns.clearAt',
    'campaigns.findEvenDeleted',
    'campaigns.remove',
    'clearCampaignQueue.nudge',
    'clock',
    'dials.taken',
    'leads.outlook',
    'leads.removeSome',
  ],
  failureHurts: 'leads of deleted campaigns stay stored until the minute schedule has them cleared away',
})
