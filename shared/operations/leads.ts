import * as z from 'zod'
import { leadFilters } from '../domain/leads/lead-filters.ts'
import { LeadChanges, LeadDraft, LeadsDraft } from '../domain/leads/lead-form.ts'
import {
  FullLeadImport,
  importRunSeconds,
  LeadImportDraft,
  LeadImportItem,
  LeadImportRef,
} from '../domain/leads/lead-import.ts'
import { FullLead, LeadItem } from '../domain/leads/lead-view.ts'
import { form } from '../words/form.ts'
import { pageFields, pageOf } from '../words/page.ts'
import { http, worker } from './define.ts'

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
    'compactionStarter.start',
    'consents.record',
    'dispatchCampaignQueue.nudge',
    'leads.create',
    'leads.hasBucket',
    'leads.keysWith',
    'leads.recordBuckets',
    'leads.register',
    'leads.unblock',
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
    'compactionStarter.start',
    'consents.record',
    'dispatchCampaignQueue.nudge',
    'leads.createMany',
    'leads.keysWith',
    'leads.recordBuckets',
    'leads.unblock',
  ],
})

export const createLeadImport = http({
  id: 'create-lead-import',
  area,
  method: 'POST',
  path: '/user/lead-imports',
  // Not for agents, because they cannot post a file. They use import-leads.
  agents: false,
  summary: 'Import a file of leads into a campaign',
  description:
    'The answer has an `upload`, a form to be posted with the file within 15 minutes: CSV or a workbook of Excel (.xlsx), at most 100 MB. `sheet` names the sheet of a workbook; without it, the first one is read. The first row names the columns: `phone_number`, optionally `secondary_phone_number…`, `timezone`, `region` and `consent_…`. All other columns become variables. `columns` replaces the names of the first row, in its order. `GET /user/lead-imports/{id}` shows the progress.',
  body: LeadImportDraft,
  status: 201,
  returns: z.object({
    message: z.string(),
    data: LeadImportItem,
    upload: z.object({ url: z.string(), fields: z.record(z.string(), z.string()) }),
  }),
  problems: ['campaign_not_found', 'too_many_lead_imports'],
  uses: ['campaigns.find', 'clock', 'importLeadsQueue.nudge', 'knowledgeStore.uploadForm', 'leadImports.begin'],
})

export const listLeadImports = http({
  id: 'list-lead-imports',
  area,
  method: 'GET',
  path: '/user/lead-imports',
  agents: false,
  summary: 'List lead imports, newest first',
  description: 'Imports are kept for a month.',
  query: form(pageFields),
  returns: pageOf(LeadImportItem),
  uses: ['leadImports.list'],
})

export const getLeadImport = http({
  id: 'get-lead-import',
  area,
  method: 'GET',
  path: '/user/lead-imports/{id}',
  // Not for agents: the links open files with phone numbers.
  agents: false,
  summary: 'Get the status of a lead import',
  description:
    '`rows` is `imported` and `rejected` together, also while it runs. `first_rejections` are the first 20. When it is over, `rejected_files` are links to CSV files of all rejected rows with their lines and reasons; links work for an hour and are made for each request.',
  missing: 'lead_import_not_found',
  returns: FullLeadImport,
  uses: ['leadImports.find', 'recordings.link'],
})

export const importLeadFile = worker({
  id: 'import-lead-file',
  area,
  queue: 'importLeadsQueue',
  broughtBy: 'a file of leads that is uploaded',
  isRare: true,
  userLimit: { by: 'open jobs', kind: 'lead_imports' },
  message: LeadImportRef,
  // A run needs 4 MB each for a chunk and its rejected rows, and 64 MB for the texts of a workbook.
  batchMax: 1,
  concurrencyMax: 10,
  timeoutSeconds: importRunSeconds,
  memoryMegabytes: 2048,
  recursiveLoop: 'Allow',
  uses: [
    'assistants.find',
    'blacklist.allowCalls',
    'campaigns.clearAt',
    'campaigns.find',
    'campaigns.wake',
    'clock',
    'compactionStarter.setDeadline',
    'consents.record',
    'histories.compact',
    'importLeadsQueue.nudge',
    'knowledgeStore.etagOf',
    'knowledgeStore.load',
    'knowledgeStore.put',
    'knowledgeStore.read',
    'knowledgeStore.remove',
    'leadImports.advance',
    'leadImports.find',
    'leads.createMany',
    'leads.holdLists',
    'leads.recordBuckets',
    'leads.releaseLists',
  ],
  failureHurts: 'files of leads are not imported',
})

export const listLeads = http({
  id: 'list-leads',
  area,
  method: 'GET',
  path: '/user/leads',
  summary: 'List leads, newest first, with filters',
  description:
    'The rows are in `data` and again in `leads`, for clients that read them there. `date_from` and `date_to` are whole UTC days, both included.',
  query: form({ ...leadFilters.fields, ...pageFields }, ...leadFilters.rules),
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
    'callingRules.ruleSet',
    'campaigns.find',
    'clock',
    'consents.standings',
    'dialCounts.of',
    'dials.taken',
    'leads.find',
    'numberDays.since',
    'numbers.list',
  ],
})

export const updateLead = http({
  id: 'update-lead',
  area,
  method: 'PUT',
  path: '/user/leads/{id}',
  alsoAt: ['/leads/{id}'],
  summary: 'Update a lead or one of its contacts',
  description: 'Only fields that are sent change. `variables` are merged into the stored ones, and null removes one.',
  body: LeadChanges,
  missing: 'lead_not_found',
  returns: z.object({ message: z.string() }),
  problems: ['unknown_fields', 'campaign_not_found', 'invalid_phone_number'],
  uses: [
    'campaigns.find',
    'clock',
    'compactionStarter.start',
    'dispatchCampaignQueue.nudge',
    'leads.find',
    'leads.replace',
    'random',
  ],
})

export const deleteLead = http({
  id: 'delete-lead',
  area,
  method: 'DELETE',
  path: '/user/leads/{id}',
  summary: 'Delete a lead or one contact',
  description: 'A lead that is being called is deleted when its call has ended.',
  missing: 'lead_not_found',
  returns: z.object({ message: z.string() }),
  uses: ['campaigns.find', 'clock', 'compactionStarter.start', 'leads.find', 'leads.remove', 'leads.replace', 'random'],
})
