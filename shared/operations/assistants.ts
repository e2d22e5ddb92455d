import * as z from 'zod'
import { DraftChanges, DraftView } from '../domain/assistants/assistant-draft.ts'
import { AssistantDraft, AssistantUpdate, note } from '../domain/assistants/assistant-form.ts'
import { assistantTypes } from '../domain/assistants/assistant-settings.ts'
import { FullVersion, VersionItem } from '../domain/assistants/assistant-version-view.ts'
import {
  AssistantName,
  FullAssistant,
  OutboundAssistant,
  WrittenAssistant,
} from '../domain/assistants/assistant-view.ts'
import { Publication, RolloutItem } from '../domain/assistants/rollout-form.ts'
import { TextTurn, TextTurnAnswer } from '../domain/conversations/text-talk.ts'
import { integer, oneOf, optional, webUrl } from '../words/fields.ts'
import { form } from '../words/form.ts'
import { pageFields, pageOf } from '../words/page.ts'
import { http } from './define.ts'

const area = 'assistants'

/** Changes need full scope, because an assistant's webhook receives transcripts. */
const scope = 'all'

const checkingSettings = [
  'clock',
  'knowledgebases.find',
  'numbers.list',
  'random',
  'stage',
  'tools.findMany',
  'voices.find',
] as const

export const createAssistant = http({
  id: 'create-assistant',
  area,
  method: 'POST',
  path: '/user/assistant',
  scope,
  summary: 'Create an assistant',
  description:
    'Answers with the new assistant in short. Settings that are left out have their defaults. Unknown fields are ignored.',
  body: AssistantDraft,
  status: 201,
  returns: z.object({ message: z.string(), data: WrittenAssistant }),
  accident: 'assistant_creation_failed',
  uses: ['assistants.create', 'assistants.find', ...checkingSettings],
})

export const updateAssistant = http({
  id: 'update-assistant',
  area,
  method: 'PUT',
  path: '/user/assistant/{id}',
  scope,
  summary: 'Change some settings of an assistant',
  description:
    'Only fields that are sent change, at once and as a new version, which stores `note`. A request without any setting is refused. With `if_version`, the request is refused with 409 if another version is live: nobody overwrites a change that they have not seen.',
  body: AssistantUpdate,
  missing: 'assistant_not_found',
  returns: z.object({ message: z.string(), data: WrittenAssistant }),
  problems: ['assistant_changed', 'unknown_fields'],
  accident: 'assistant_update_failed',
  uses: ['assistants.find', 'assistants.replace', ...checkingSettings],
})

export const deleteAssistant = http({
  id: 'delete-assistant',
  area,
  method: 'DELETE',
  path: '/user/assistant/{id}',
  summary: 'Delete an assistant for good',
  description:
    'It leaves every list at once, its inbound number is free, and its campaigns stop. Past calls keep its name.',
  missing: 'assistant_not_found',
  returns: z.object({ message: z.string() }),
  accident: 'assistant_deletion_failed',
  uses: ['assistants.remove', 'campaigns.list', 'campaigns.stop', 'clock'],
})

export const getAssistant = http({
  id: 'get-assistant',
  area,
  method: 'GET',
  path: '/user/assistant/{id}',
  summary: 'Get one assistant',
  description: 'Shows every setting under the names that lists use; create and update take those names, too.',
  missing: 'assistant_not_found',
  returns: FullAssistant,
  uses: ['assistants.find'],
})

export const listAssistants = http({
  id: 'list-assistants',
  area,
  method: 'GET',
  path: '/user/assistants/get',
  summary: 'List assistants page by page, newest first',
  description: 'Shows every setting of each. `type` filters the list.',
  query: form({
    type: optional(oneOf(assistantTypes)),
    ...pageFields,
  }),
  returns: pageOf(FullAssistant),
  uses: ['assistants.page'],
})

export const listOutboundAssistants = http({
  id: 'list-outbound-assistants',
  area,
  method: 'GET',
  path: '/user/assistants/outbound',
  summary: 'List the assistants that can make calls',
  description: 'These are the assistants that `make_call` and campaigns take.',
  returns: z.array(OutboundAssistant),
  uses: ['assistants.list'],
})

export const listAssistantNames = http({
  id: 'list-assistant-names',
  area,
  method: 'GET',
  path: '/user/assistants',
  summary: 'List all assistants by name',
  description: 'All in one answer, with few fields, for choosing one.',
  returns: z.array(AssistantName),
  uses: ['assistants.list'],
})

const ofVersions = { area, agents: false } as const

export const listAssistantVersions = http({
  id: 'list-assistant-versions',
  ...ofVersions,
  method: 'GET',
  path: '/user/assistants/{id}/versions',
  summary: 'List the versions of an assistant, newest first',
  description:
    'Every change of a setting is a version, also a change that the product makes itself, when a tool or a knowledge base of the assistant is deleted. The live version and the newest 200 before it are kept, for 400 days after another took their place. `calls` is exact.',
  query: form(pageFields),
  missing: 'assistant_not_found',
  returns: pageOf(VersionItem),
  problems: ['list_not_ready'],
  uses: ['assistantVersions.list', 'assistants.find', 'callPages.countByVersion'],
})

export const getAssistantVersion = http({
  id: 'get-assistant-version',
  ...ofVersions,
  method: 'GET',
  path: '/user/assistants/{id}/versions/{version}',
  summary: 'Get one version of an assistant',
  description: '`changes` compares with the version before, or with the version `compared_to`.',
  query: form({ compared_to: optional(integer({ min: 1 })) }),
  missing: 'version_not_found',
  returns: FullVersion,
  problems: ['list_not_ready'],
  uses: ['assistantVersions.find', 'assistantVersions.settings', 'assistants.find', 'callPages.countByVersion'],
})

export const restoreAssistantVersion = http({
  id: 'restore-assistant-version',
  ...ofVersions,
  method: 'POST',
  path: '/user/assistants/{id}/versions/{version}/restore',
  scope,
  summary: 'Restore a version of an assistant',
  description:
    'Tools, knowledge bases and assistants that were deleted since are left out. A phone number that is not free any more, or another setting that is no longer valid, is refused. If the settings are live already, `number` is the live version.',
  body: form({ note }),
  missing: 'version_not_found',
  returns: z.object({ message: z.string(), data: z.object({ number: z.int() }) }),
  uses: ['assistantVersions.settings', 'assistants.find', 'assistants.replace', ...checkingSettings],
})

const ofDraft = { area, agents: false, path: '/user/assistants/{id}/draft' } as const

export const saveDraft = http({
  ...ofDraft,
  id: 'save-draft',
  method: 'PUT',
  scope,
  summary: 'Save a draft of an assistant',
  description:
    'Takes the fields of update. Only what is sent changes in the draft, which is validated as a whole. The draft holds what differs from the live assistant. With `revision`, the draft is only written if it still has that revision, 0 for no draft: 409 otherwise.',
  body: DraftChanges,
  missing: 'assistant_not_found',
  returns: z.object({ message: z.string(), data: DraftView }),
  problems: ['draft_changed', 'unknown_fields'],
  uses: ['assistantDrafts.find', 'assistantDrafts.replace', 'assistants.find', ...checkingSettings],
})

export const getDraft = http({
  ...ofDraft,
  id: 'get-draft',
  method: 'GET',
  summary: 'Get the draft of an assistant',
  description: '`settings` are all settings as they would become; `changes` compares them with the live ones.',
  missing: 'assistant_not_found',
  returns: DraftView,
  problems: ['draft_not_found'],
  uses: ['assistantDrafts.find', 'assistants.find'],
})

export const discardDraft = http({
  ...ofDraft,
  id: 'discard-draft',
  method: 'DELETE',
  summary: 'Delete the draft of an assistant',
  description: 'The live assistant and its versions stay as they are.',
  missing: 'draft_not_found',
  returns: z.object({ message: z.string() }),
  uses: ['assistantDrafts.remove'],
})

export const publishDraft = http({
  area,
  agents: false,
  id: 'publish-draft',
  method: 'POST',
  path: '/user/assistants/{id}/draft/publish',
  scope,
  summary: 'Make the draft of an assistant live',
  description:
    'The draft becomes the next version and is deleted. With `canary`, that version gets `percent` of the people who call or are called. A person keeps their version. Until all guards hold, at most `after_calls` people get it. A guard that trips takes the version back.',
  body: Publication,
  missing: 'assistant_not_found',
  returns: z.object({
    message: z.string(),
    data: z.object({ number: z.int(), is_live: z.boolean(), rollout_id: z.int().nullable() }),
  }),
  problems: ['draft_changed', 'draft_not_found', 'rollout_running'],
  uses: ['assistantDrafts.find', 'assistants.find', 'assistants.publish', 'rollouts.begin', ...checkingSettings],
})

const ofRollout = { area, agents: false, missing: 'assistant_not_found' } as const

export const getRollout = http({
  ...ofRollout,
  id: 'get-rollout',
  method: 'GET',
  path: '/user/assistants/{id}/rollout',
  summary: 'Get the rollout of an assistant',
  description: 'Both arms, and what its guards say. The newest rollout, also after its end.',
  returns: RolloutItem,
  problems: ['rollout_not_found'],
  uses: ['assistants.find', 'rollouts.arms', 'rollouts.find'],
})

export const finishRollout = http({
  ...ofRollout,
  id: 'finish-rollout',
  method: 'POST',
  path: '/user/assistants/{id}/rollout/finish',
  scope,
  summary: 'Make the canary of an assistant live',
  description: 'Tools, knowledge bases and assistants that were deleted since are left out.',
  returns: z.object({ message: z.string(), data: z.object({ number: z.int() }) }),
  problems: ['rollout_not_found', 'rollout_over'],
  uses: [
    'assistantVersions.find',
    'assistantVersions.settings',
    'assistants.find',
    'rollouts.find',
    'rollouts.finish',
    ...checkingSettings,
  ],
})

export const abortRollout = http({
  ...ofRollout,
  id: 'abort-rollout',
  method: 'POST',
  path: '/user/assistants/{id}/rollout/abort',
  scope,
  summary: 'Take the canary of an assistant back',
  description:
    'Calls of the canary that are under way follow the live version from their next turn on. The canary stays a version.',
  returns: z.object({ message: z.string() }),
  problems: ['rollout_not_found', 'rollout_over'],
  uses: ['assistants.find', 'clock', 'rollouts.end', 'rollouts.find'],
})

export const talkToAssistant = http({
  id: 'talk-to-assistant',
  area,
  method: 'POST',
  path: '/user/assistants/{id}/talk',
  summary: 'Talk to an assistant in text',
  description:
    'Send the conversation so far; the answer is the assistant’s next turn, as on the phone. Without `messages` it greets; after its own words it asks whether the customer is still there. `draft` uses its draft, `version` that version. With `mocks`, the model is offered the assistant’s tools, and the mocks answer; no tool is called. No call is made, recorded or charged. At most 100 turns an hour.',
  body: TextTurn,
  missing: 'assistant_not_found',
  returns: TextTurnAnswer,
  problems: ['draft_not_found', 'insufficient_balance', 'turn_too_long', 'version_not_found'],
  timeoutSeconds: 29,
  memoryMegabytes: 1024,
  uses: [
    'accounts.means',
    'assistantDrafts.find',
    'assistantVersions.settings',
    'assistants.find',
    'clock',
    'embeddings.open',
    'knowledgeStore.passages',
    'knowledgebases.find',
    'talkModel.talk',
    'talkTurns.settle',
    'talkTurns.take',
    'tools.findMany',
  ],
})

const webhookSwitch = {
  area,
  method: 'POST',
  scope,
  returns: z.object({ message: z.string(), data: z.array(z.never()) }),
  invalid: 'given_data_invalid',
  problems: ['assistant_not_found'],
} as const

export const enableWebhook = http({
  ...webhookSwitch,
  id: 'enable-webhook',
  path: '/user/assistants/enable-webhook',
  summary: 'Enable the webhook for finished calls',
  description: 'Stores the URL and switches the post-call webhook on.',
  body: form({ assistant_id: integer(), webhook_url: webUrl() }),
  uses: ['assistants.change', 'clock', 'stage'],
})

export const disableWebhook = http({
  ...webhookSwitch,
  id: 'disable-webhook',
  path: '/user/assistants/disable-webhook',
  summary: 'Disable the webhook for finished calls',
  description: 'Switches the post-call webhook off and removes its URL, also for running calls.',
  body: form({ assistant_id: integer() }),
  uses: ['assistants.change', 'clock'],
})

export const enableConversationEndedWebhook = http({
  ...webhookSwitch,
  id: 'enable-conversation-ended-webhook',
  agents: false,
  path: '/user/assistants/enable-conversation-ended-webhook',
  summary: 'Enable the webhook for ended conversations',
  description: 'From now on conversations in writing are sent to the URL after their evaluation.',
  body: form({ assistant_id: integer(), webhook_url: webUrl() }),
  uses: ['assistants.change', 'clock', 'stage'],
})

export const disableConversationEndedWebhook = http({
  ...webhookSwitch,
  id: 'disable-conversation-ended-webhook',
  agents: false,
  path: '/user/assistants/disable-conversation-ended-webhook',
  summary: 'Disable the webhook for ended conversations',
  description: 'Removes its URL, also for open conversations.',
  body: form({ assistant_id: integer() }),
  uses: ['assistants.change', 'clock'],
})

export const enableInboundWebhook = http({
  ...webhookSwitch,
  id: 'enable-inbound-webhook',
  path: '/user/assistants/enable-inbound-webhook',
  summary: 'Enable the webhook for incoming calls',
  description: 'Its answer to `call.started` may bring variables for the call.',
  body: form({ assistant_id: integer(), webhook_url: webUrl() }),
  uses: ['assistants.change', 'clock', 'stage'],
})

export const disableInboundWebhook = http({
  ...webhookSwitch,
  id: 'disable-inbound-webhook',
  path: '/user/assistants/disable-inbound-webhook',
  summary: 'Disable the webhook for incoming calls',
  description: 'Callers are answered as before, without your variables.',
  body: form({ assistant_id: integer() }),
  uses: ['assistants.change', 'clock'],
})
