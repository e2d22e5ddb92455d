import type { SuppressionEvent } from '../../shared/domain/account/suppression-event.ts'
import { endedReasons } from '../../shared/domain/calls/call.ts'
import type { Campaign } from '../../shared/domain/campaigns/campaign.ts'
import { campaignSettings } from '../../shared/domain/campaigns/campaign-settings.ts'
import { CallEventItem } from '../../shared/domain/conversations/call-events.ts'
import type { ChatMessage } from '../../shared/domain/conversations/chat.ts'
import type { Lead } from '../../shared/domain/leads/lead.ts'
import {
  campaignStoppedPayload,
  conversationEndedPayload,
  endPayload,
  leadPart,
  numberPausedPayload,
  numberRefusedPayload,
  rolledBackPayload,
  startPayload,
  suppressionPayload,
} from '../../shared/domain/webhooks/webhook-payload.ts'
import { idAt } from '../../shared/words/id.ts'
import { schemaOf } from './openapi-schema.ts'

type Json = Record<string, unknown>

/**
 * Makes `webhooks` of the OpenAPI document. Its examples come from the functions that send
 * webhooks.
 */
export const webhooksObject = (): Json => ({
  'post-call': event({
    operationId: 'post-call',
    summary: 'A call is over and evaluated',
    description: 'Goes to the `webhook_url` of an assistant. Calls of a campaign also carry their `lead`.',
    payload: endPayload('post_call', { ...ended, lead: leadPart(lead.id, lead, campaign) }),
  }),
  'call-started': event({
    operationId: 'call-started',
    summary: 'Somebody calls',
    description:
      'Goes to the `inbound_webhook_url` of an assistant before it speaks. An answer within 3 seconds, with a JSON object or with one under `variables`, becomes variables of the call.',
    payload: startPayload(ended.call, now),
  }),
  'call-ended': event({
    operationId: 'call-ended',
    summary: 'An incoming call is over and evaluated',
    description: 'Goes to the `inbound_webhook_url` of an assistant.',
    payload: endPayload('inbound', ended),
  }),
  'conversation-ended': event({
    operationId: 'conversation-ended',
    summary: 'A conversation in writing is over and evaluated',
    description: 'Goes to the `conversation_ended_webhook_url` of an assistant.',
    payload: conversationEndedPayload(chat, said, ['status', 'summary']),
  }),
  'suppression-added': event({
    operationId: 'suppression-added',
    summary: 'A number was suppressed',
    description: 'Goes to the event webhook. The number is not called or texted any more.',
    payload: suppressionPayload(suppression),
  }),
  'campaign-stopped': event({
    operationId: 'campaign-stopped',
    summary: 'A campaign stopped by itself',
    description: 'Goes to the event webhook. `reason` says what stopped it and what to do.',
    payload: campaignStoppedPayload({ id: idAt(now, 0), campaign_id: idAt(now, 0) - 3, ...stopped }, now),
  }),
  'number-paused': event({
    operationId: 'number-paused',
    summary: 'A number of a campaign is paused',
    description: 'Goes to the event webhook. Campaigns with a pool do not call from the number until then.',
    payload: numberPausedPayload({ id: idAt(now, 0), campaign_id: idAt(now, 0) - 3, ...paused }, now),
  }),
  'number-refused': event({
    operationId: 'number-refused',
    summary: 'The carrier refused a call from a number of a campaign',
    description:
      'Goes to the event webhook. Campaigns with a pool do not call from the number until then, or until one of them is started again.',
    payload: numberRefusedPayload({ id: idAt(now, 0), campaign_id: idAt(now, 0) - 3, ...refused }, now),
  }),
  'assistant-rolled-back': event({
    operationId: 'assistant-rolled-back',
    summary: 'A guard took back the canary of an assistant',
    description: 'Goes to the event webhook. `reason` names the guard. Everybody gets `live_version` again.',
    payload: rolledBackPayload({ id: idAt(now, 0), rollout: takenBack, reason: 'The guard goal_rate tripped.' }, now),
  }),
})

const now = Date.UTC(2026, 10, 25, 10)
const suppression: SuppressionEvent = {
  id: idAt(now, 0),
  user_id: 0,
  phone_number: '+12025550100',
  change: 'added',
  causes: ['phrase'],
  channels: 'all',
  by: 'person',
  why: 'Please do not call me again.',
  call_id: idAt(now, 0) - 2,
  needs_review: true,
  at: now,
}

const paused = {
  phone_number_id: idAt(now, 0) - 4,
  phone_number: '+12025550199',
  answer_rate: 0.08,
  pool_answer_rate: 0.31,
  until: now + 24 * 60 * 60_000,
}

const refused = {
  phone_number_id: idAt(now, 0) - 4,
  phone_number: '+12025550199',
  reason: 'The account at the carrier may not call from this number: it is not verified (21210).',
  carrier_code: 21210,
  until: now + 24 * 60 * 60_000,
}

const takenBack = { assistant_id: idAt(now, 0) - 4, version: 3, base_version: 2 }

const stopped = {
  reason: 'The carrier does not accept the number that the campaign calls from.',
  carrier_code: 21210,
}

const utterance = (sender: string, text: string, timestamp: string) => ({ text, type: 'transcript', sender, timestamp })

const ended = {
  call: {
    id: idAt(now, 0),
    type: 'outbound',
    assistant_id: idAt(now, 0) - 1,
    assistant_version: 3,
    assistant_phone_number: '+12025551900',
    client_phone_number: '+12025550100',
    duration: 61,
    max_duration_seconds: 600,
    on_machine: 'talk',
    legs: [],
    answered_by: 'human',
    ended_by: 'customer',
    status: 'ended_by_customer',
    updated_at: now + 63_000,
    placement: {
      phase: 'over',
      outcome: 'completed',
      asked_at: now,
      ringing_at: now + 1_000,
      answered_at: now + 2_000,
      over_at: now + 63_000,
    },
    closed_at: now + 64_000,
  },
  detail: {
    variables: {},
    input_variables: { customer_name: 'Ada' },
    extracted_variables: { status: true, summary: 'Ada confirmed the appointment.' },
    messages: [
      utterance('bot', 'Hello, this is Anna.', '2026-11-25T10:00:02.000000Z'),
      utterance('human', 'Yes, I will come.', '2026-11-25T10:00:07.000000Z'),
      utterance('bot', 'Good. See you then!', '2026-11-25T10:00:09.000000Z'),
    ],
    latencies: [null, null, 840],
    transcript: 'AI: Hello, this is Anna.\nCustomer: Yes, I will come.\nAI: Good. See you then!',
  },
  recording_url: 'https://recordings.example.com/1',
  schema: ['status', 'summary'],
  includes_recording: true,
} satisfies Parameters<typeof endPayload>[1]

const said: ChatMessage[] = [
  { place: 1, role: 'assistant', text: 'Hello, this is Anna.', at: now },
  { place: 2, role: 'user', text: 'When do you open?', at: now + 12_000 },
  { place: 3, role: 'assistant', text: 'We open at nine.', at: now + 14_000, answers: 2 },
]

const chat = {
  id: idAt(now, 0),
  uuid: '0196a7f0-0000-4000-8000-000000000002',
  assistant_uuid: '0196a7f0-0000-4000-8000-000000000001',
  assistant_version: 3,
  type: 'widget' as const,
  variables: { customer_name: 'Ada' },
  messages: said.length,
  extracted_variables: { status: true, summary: 'Ada asked for the opening hours.' },
  phase: { is: 'ended' as const, at: now + 31 * 60_000 },
  updated_at: now + 14_000,
}

const campaign: Campaign = {
  ...campaignSettings.defaults,
  id: ended.call.id - 3,
  user_id: 0,
  name: 'Appointments',
  status: 'in-progress',
  assistant_id: ended.call.assistant_id,
  timezone: 'Europe/Berlin',
  allowed_hours_start_time: '09:00',
  allowed_hours_end_time: '17:00',
  allowed_days: ['monday', 'tuesday'],
  max_calls_in_parallel: 3,
  max_retries: 3,
  retry_interval: 3600,
  retry_on_voicemail: false,
  mark_complete_when_no_leads: true,
  updated_at: now,
  revision: 1,
}

const lead: Lead = {
  id: ended.call.id - 2,
  user_id: 0,
  campaign_id: campaign.id,
  phone_number: ended.call.client_phone_number,
  variables: ended.detail.input_variables,
  status: 'completed',
  in_line: false,
  dials: 1,
  contacts: [],
  next_attempt_at: now,
  attempts: [],
  updated_at: now + 63_000,
  revision: 2,
}

interface Event {
  operationId: string
  summary: string
  description: string
  payload: object
}

const event = ({ payload, ...about }: Event): Json => ({
  post: {
    ...about,
    tags: ['events'],
    // Makes OpenAPI Generator skip webhooks, for which it writes broken Python.
    'x-internal': true,
    security: [],
    parameters: signature,
    requestBody: { required: true, content: { 'application/json': { schema: shapeOf(payload), example: payload } } },
    responses: {
      '2XX': { description: 'Taken; anything else, or nothing within 15 seconds, is tried again for a day.' },
      '410': { description: 'Not wanted any more: switches this webhook off.' },
    },
  },
})

/** Headers of the Standard Webhooks specification, https://www.standardwebhooks.com */
const signature = [
  ['webhook-id', 'Names the event; the same when it is sent again.'],
  ['webhook-timestamp', 'When it was sent, in epoch seconds.'],
  [
    'webhook-signature',
    'One `v1,…` for each valid secret: base64 of the HMAC-SHA256 of id, time and body, with dots between.',
  ],
].map(([name, description]) => ({ name, in: 'header', required: true, description, schema: { type: 'string' } }))

/** Schemas of fields whose example does not show their type. */
const special: Record<string, Json> = {
  input_variables: { type: 'object', additionalProperties: true },
  extracted_variables: { type: 'object', additionalProperties: true, description: 'Null where the talk did not tell.' },
  variables: { type: 'object', additionalProperties: true },
  events: { type: 'array', items: schemaOf(CallEventItem) },
  ended_reason: { type: ['string', 'null'], enum: [...endedReasons, null], description: 'Why the call is over.' },
  assistant_version: { type: ['integer', 'null'], description: 'The version when the call was made or arrived.' },
  carrier_code: { type: ['integer', 'null'], description: 'The error code of the carrier.' },
  external_identifier: { type: ['string', 'null'], description: 'Only in conversations of your own channel.' },
  customer_name: { type: ['string', 'null'], description: 'The variable `customer_name`.' },
  attachments: { type: 'array', items: { type: 'object', additionalProperties: true }, description: 'Always empty.' },
  failure_reason: { type: ['string', 'null'], description: 'Why it failed, if the status does not say it all.' },
  recording_url: { type: ['string', 'null'], description: 'Only with `include_recording_in_webhook`.' },
}

/** Schemas of fields that are null in some events. */
const withoutValue: Record<string, Json> = {
  customer_phone: { type: ['string', 'null'], description: 'Null in conversations in writing.' },
  sender: { type: ['object', 'null'], additionalProperties: true, description: 'Always null.' },
}

const optional = ['recording_url', 'lead']

const shapeOf = (value: unknown): Json => {
  if (Array.isArray(value)) return { type: 'array', items: shapeOf(value[0]) }
  if (typeof value === 'number')
    return Number.isInteger(value) ? { type: 'integer', format: 'int64' } : { type: 'number' }
  if (typeof value !== 'object' || value === null) return { type: typeof value }
  const members = Object.entries(value)
  return {
    type: 'object',
    properties: Object.fromEntries(
      members.map(([name, member]) => [
        name,
        special[name] ?? (member === null ? withoutValue[name] : undefined) ?? shapeOf(member),
      ]),
    ),
    required: members.map(([name]) => name).filter((name) => !optional.includes(name)),
  }
}
