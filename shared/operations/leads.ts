import * as z from 'zod'
import { leadStatuses } from '../domain/leads/lead.ts'
import { LeadChanges, LeadDraft, LeadsDraft } from '../domain/leads/lead-form.ts'
import { FullLead, LeadItem } from '../domain/leads/lead-view.ts'
import { dayFields, dayOrder } from '../words/day-range.ts'
import { integer, oneOf, optional, text } from '../words/fields.ts'
import { form } from '../words/form.ts'
import { pageFields, pageOf } from '../words/page.ts'
import { http } from './define.ts'

const area = 'leads'

export const createLead = http({
  id: 'create-lead',
  area,
  method: 'POST',
  path: '/user/lead',
  summary: 'Create a lead in a campaign',
  description:
    'The campaign calls it as soon as it runs and has a free slot. A number that the campaign has already is refused, unless `allow_dupplicate` is true.',
  body: LeadDraft,
  returns: z.object({ message: z.string(), data: LeadItem }),
  problems: ['campaign_not_found', 'invalid_phone_number'],
  uses: [
    'assistants.find',
    'blacklist.allowCalls',
    'blacklist.isOptedOut',
    'campaigns.find',
    'clock',
    'consents.record',
    'dispatchCampaignQueue.nudge',
    'leads.create',
    'leads.hasPlace',
    'leads.keysWith',
    'leads.notePlaces',
    'leads.settleIn',
    'leads.unblock',
    'sealing.sendFor',
  ],
})

export const importLeads = http({
  id: 'import-leads',
  area,
  method: 'POST',
  path: '/user/leads/import',
  summary: 'Import up to 1,000 leads into a campaign',
  description:
    'Each lead is checked by itself: `rejected` names the leads that were not imported by their `index` in the request, with the errors that creating them one by one would answer. `ids` are those of the imported leads, in their order. A request that is sent again with the same `Idempotency-Key` imports no lead twice.',
  body: LeadsDraft,
  returns: z.object({
    message: z.string(),
    imported: z.int(),
    rejected: z.array(z.object({ index: z.int(), errors: z.record(z.string(), z.array(z.string())) })),
    ids: z.array(z.int()),
  }),
  problems: ['campaign_not_found'],
  uses: [
    'assistants.find',
    'blacklist.allowCalls',
    'blacklist.isOptedOut',
    'campaigns.find',
    'clock',
    'consents.record',
    'dispatchCampaignQueue.nudge',
    'leads.createMany',
    'leads.keysWith',
    'leads.notePlaces',
    'leads.unblock',
    'sealing.sendFor',
  ],
})

export const listLeads = http({
  id: 'list-leads',
  area,
  method: 'GET',
  path: '/user/leads',
  summary: 'List leads, newest first, with filters',
  description:
    'The rows stand under `data` and once more under `leads`, for clients that look there. `date_from` and `date_to` are whole UTC days, both included.',
  query: form(
    {
      status: optional(oneOf(leadStatuses)),
      campaign_id: optional(integer()),
      phone_number: optional(text({ max: 64, exact: true })),
      ...dayFields,
      ...pageFields,
    },
    dayOrder,
  ),
  returns: pageOf(LeadItem).extend({ leads: z.array(LeadItem) }),
  problems: ['list_not_ready'],
  uses: ['leadPages.page'],
})

export const getLead = http({
  id: 'get-lead',
  area,
  method: 'GET',
  path: '/user/leads/{id}',
  summary: 'Get a lead and why it waits',
  description: 'Shows the attempts that were made and when the next one is due.',
  missing: 'lead_not_found',
  returns: FullLead,
  uses: [
    'accounts.means',
    'assistants.find',
    'blacklist.listedOf',
    'callingRules.book',
    'campaigns.find',
    'clock',
    'consents.standings',
    'dialCounts.of',
    'dials.taken',
    'leads.find',
  ],
})

export const updateLead = http({
  id: 'update-lead',
  area,
  method: 'PUT',
  path: '/user/leads/{id}',
  alsoAt: ['/leads/{id}'],
  summary: 'Update a lead or one of its contacts',
  description: 'Only what is sent changes; `variables` are merged into those that are there, and null removes one.',
  body: LeadChanges,
  missing: 'lead_not_found',
  returns: z.object({ message: z.string() }),
  problems: ['unknown_fields', 'campaign_not_found', 'invalid_phone_number'],
  uses: [
    'campaigns.find',
    'clock',
    'dispatchCampaignQueue.nudge',
    'leads.find',
    'leads.replace',
    'random',
    'sealing.sendFor',
  ],
})

export const deleteLead = http({
  id: 'delete-lead',
  area,
  method: 'DELETE',
  path: '/user/leads/{id}',
  summary: 'Delete a lead or one contact',
  description: 'A lead that is being called goes when its call has ended.',
  missing: 'lead_not_found',
  returns: z.object({ message: z.string() }),
  uses: ['campaigns.find', 'clock', 'leads.find', 'leads.remove', 'leads.replace', 'random', 'sealing.sendFor'],
})
