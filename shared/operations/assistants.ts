import * as z from 'zod'
import { assistantTypes } from '../domain/assistants/assistant.ts'
import { AssistantChanges, AssistantDraft } from '../domain/assistants/assistant-form.ts'
import {
  AssistantName,
  FullAssistant,
  OutboundAssistant,
  WrittenAssistant,
} from '../domain/assistants/assistant-view.ts'
import { integer, oneOf, optional, webUrl } from '../domain/fields.ts'
import { form } from '../domain/form.ts'
import { pageFields, pageOf } from '../domain/page.ts'
import { http } from './define.ts'

const area = 'assistants'

export const createAssistant = http({
  id: 'create-assistant',
  area,
  method: 'POST',
  path: '/user/assistant',
  summary: 'Create an assistant',
  body: AssistantDraft,
  status: 201,
  returns: z.object({ message: z.string(), data: WrittenAssistant }),
  accident: 'assistant_creation_failed',
  uses: ['assistants.create', 'clock', 'numbers.list', 'random', 'stage', 'voices.find'],
})

export const updateAssistant = http({
  id: 'update-assistant',
  area,
  method: 'PUT',
  path: '/user/assistant/{id}',
  summary: 'Change some settings of an assistant',
  body: AssistantChanges,
  missing: 'assistant_not_found',
  returns: z.object({ message: z.string(), data: WrittenAssistant }),
  accident: 'assistant_update_failed',
  uses: ['assistants.find', 'assistants.replace', 'clock', 'numbers.list', 'random', 'stage', 'voices.find'],
})

export const deleteAssistant = http({
  id: 'delete-assistant',
  area,
  method: 'DELETE',
  path: '/user/assistant/{id}',
  summary: 'Delete an assistant for good',
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
  query: form({
    type: optional(oneOf(assistantTypes)),
    ...pageFields,
  }),
  returns: pageOf(FullAssistant),
  uses: ['assistants.list'],
})

export const listOutboundAssistants = http({
  id: 'list-outbound-assistants',
  area,
  method: 'GET',
  path: '/user/assistants/outbound',
  summary: 'List the assistants that can make calls',
  returns: z.array(OutboundAssistant),
  uses: ['assistants.list'],
})

export const listAssistantNames = http({
  id: 'list-assistant-names',
  area,
  method: 'GET',
  path: '/user/assistants',
  summary: 'List all assistants by name',
  returns: z.array(AssistantName),
  uses: ['assistants.list'],
})

/** What the webhook switches have in common; they judge the body before they look for the assistant. */
const webhookSwitch = {
  area,
  method: 'POST',
  returns: z.object({ message: z.string(), data: z.array(z.never()) }),
  invalid: 'given_data_invalid',
  problems: ['assistant_not_found'],
} as const

export const enableWebhook = http({
  ...webhookSwitch,
  id: 'enable-webhook',
  path: '/user/assistants/enable-webhook',
  summary: 'Send every finished call of an assistant to a URL',
  body: form({ assistant_id: integer(), webhook_url: webUrl() }),
  uses: ['assistants.change', 'clock', 'stage'],
})

export const disableWebhook = http({
  ...webhookSwitch,
  id: 'disable-webhook',
  path: '/user/assistants/disable-webhook',
  summary: 'Stop sending finished calls, and forget the URL',
  body: form({ assistant_id: integer() }),
  uses: ['assistants.change', 'clock'],
})

export const enableInboundWebhook = http({
  ...webhookSwitch,
  id: 'enable-inbound-webhook',
  path: '/user/assistants/enable-inbound-webhook',
  summary: 'Send the beginning and the end of incoming calls to a URL',
  body: form({ assistant_id: integer(), webhook_url: webUrl() }),
  uses: ['assistants.change', 'clock', 'stage'],
})

export const disableInboundWebhook = http({
  ...webhookSwitch,
  id: 'disable-inbound-webhook',
  path: '/user/assistants/disable-inbound-webhook',
  summary: 'Stop sending incoming calls, and forget the URL',
  body: form({ assistant_id: integer() }),
  uses: ['assistants.change', 'clock'],
})
