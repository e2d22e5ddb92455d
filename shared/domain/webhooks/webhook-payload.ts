import { idAt, timeOfId } from '../../words/id.ts'
import { isoTime } from '../../words/time.ts'
import type { SuppressionEvent } from '../account/suppression-event.ts'
import type { Assistant } from '../assistants/assistant.ts'
import type { Rollout } from '../assistants/rollout.ts'
import type { Call, CallDetail } from '../calls/call.ts'
import { type Endable, endedReasonOf } from '../calls/ended-reason.ts'
import { overAt } from '../calls/placement.ts'
import type { Campaign, StopReason } from '../campaigns/campaign.ts'
import { CampaignItem, campaignView } from '../campaigns/campaign-view.ts'
import { allEvents, callEventView, type StatedCall } from '../conversations/call-events.ts'
import type { Chat, ChatMessage } from '../conversations/chat.ts'
import { type Lead, memberOf } from '../leads/lead.ts'
import { type CallWebhookKind, isOfCall, type WebhookKind } from './delivery.ts'

/** Members that receivers rely on, so names must not change. Times are ISO 8601. */

type ReportedCall = Pick<
  Call,
  | 'id'
  | 'assistant_id'
  | 'assistant_version'
  | 'assistant_phone_number'
  | 'client_phone_number'
  | 'duration'
  | 'status'
  | 'updated_at'
  | 'refusal'
  | 'failure_reason'
  | 'type'
> &
  Endable &
  StatedCall

interface Reported {
  call: ReportedCall
  detail: CallDetail
  schema: string[]
  includes_recording: boolean
  recording_url?: string
  lead?: ReturnType<typeof leadPart>
}

export const endPayload = (kind: CallWebhookKind, reported: Reported) =>
  kind === 'inbound'
    ? {
        event: 'call.ended',
        call_id: reported.call.id,
        assistant_id: reported.call.assistant_id,
        ...postCallPayload(reported),
      }
    : postCallPayload(reported)

const postCallPayload = ({ call, detail, schema, includes_recording, recording_url, lead }: Reported) => ({
  id: call.id,
  type: call.type,
  assistant_version: call.assistant_version ?? null,
  customer_phone: call.client_phone_number,
  assistant_phone: call.assistant_phone_number,
  duration: call.duration,
  status: call.status,
  ended_reason: endedReasonOf(call) ?? null,
  carrier_code: call.refusal?.code ?? null,
  failure_reason: call.failure_reason ?? null,
  extracted_variables: { ...Object.fromEntries(schema.map((name) => [name, null])), ...detail.extracted_variables },
  input_variables: detail.input_variables,
  transcript: detail.messages ?? [],
  formatted_transcript: detail.transcript ?? '',
  events: allEvents(call, detail).map(callEventView),
  ...(includes_recording && { recording_url: recording_url ?? null }),
  created_at: isoTime(timeOfId(call.id)),
  finished_at: isoTime(overAt(call) ?? call.updated_at),
  ...(lead && { lead }),
})

export const leadPart = (lead_id: number, lead: Lead | undefined, campaign: Campaign | undefined) => {
  const called = lead && memberOf(lead, lead_id)
  if (!called || !campaign) return undefined
  const { id, phone_number, variables, status, updated_at } = called
  return {
    id,
    phone_number,
    variables,
    status,
    created_at: isoTime(timeOfId(id)),
    updated_at: isoTime(updated_at),
    campaign: CampaignItem.parse(campaignView(campaign)),
  }
}

export const conversationEndedPayload = (chat: EndedChat, messages: readonly ChatMessage[], schema: string[]) => ({
  id: chat.id,
  conversation_id: chat.uuid,
  assistant_id: chat.assistant_uuid,
  assistant_version: chat.assistant_version ?? null,
  type: chat.type,
  external_identifier: chat.external_identifier ?? null,
  message_count: chat.messages,
  status: 'ended',
  extracted_variables: { ...Object.fromEntries(schema.map((name) => [name, null])), ...chat.extracted_variables },
  input_variables: chat.variables,
  transcript: messages.map(({ role, text, at }) => ({
    role,
    content: text,
    timestamp: isoTime(at),
    timestamp_unix: Math.floor(at / 1000),
  })),
  formatted_transcript: messages.map(({ role, text }) => `${speakers[role]}: ${text}`).join('\n'),
  attachments: [],
  customer_phone: null,
  customer_name: typeof chat.variables.customer_name === 'string' ? chat.variables.customer_name : null,
  sender: null,
  created_at: isoTime(timeOfId(chat.id)),
  ended_at: isoTime('at' in chat.phase ? chat.phase.at : chat.updated_at),
})

const speakers = { assistant: 'AI', user: 'Customer' } as const

type EndedChat = Pick<
  Chat,
  | 'id'
  | 'uuid'
  | 'assistant_uuid'
  | 'assistant_version'
  | 'type'
  | 'external_identifier'
  | 'variables'
  | 'messages'
  | 'extracted_variables'
  | 'phase'
  | 'updated_at'
>

export const suppressionPayload = (event: SuppressionEvent) => ({
  event: 'suppression.added',
  id: event.id,
  phone_number: event.phone_number,
  ...(event.list && { list: event.list }),
  cause: event.causes[0],
  reason: event.why,
  needs_review: event.needs_review ?? false,
  call_id: event.call_id ?? null,
  timestamp: isoTime(event.at),
})

export const campaignStoppedPayload = (
  { id, campaign_id, reason, carrier_code }: { id: number; campaign_id: number } & StopReason,
  at: number,
) => ({
  event: 'campaign.stopped',
  id,
  campaign_id,
  reason,
  carrier_code: carrier_code ?? null,
  timestamp: isoTime(at),
})

export const numberPausedPayload = (
  paused: {
    id: number
    campaign_id: number
    phone_number_id: number
    phone_number: string
    answer_rate: number
    pool_answer_rate: number
    until: number
  },
  at: number,
) => {
  const { id, campaign_id, phone_number_id, phone_number, answer_rate, pool_answer_rate, until } = paused
  return {
    event: 'number.paused',
    ...{ id, campaign_id, phone_number_id, phone_number, answer_rate, pool_answer_rate },
    paused_until: isoTime(until),
    timestamp: isoTime(at),
  }
}

export const numberRefusedPayload = (
  refused: {
    id: number
    campaign_id: number
    phone_number_id: number
    phone_number: string
    reason: string
    carrier_code: number | undefined
    until: number
  },
  at: number,
) => {
  const { id, campaign_id, phone_number_id, phone_number, reason, carrier_code, until } = refused
  return {
    event: 'number.refused',
    ...{ id, campaign_id, phone_number_id, phone_number, reason },
    carrier_code: carrier_code ?? null,
    paused_until: isoTime(until),
    timestamp: isoTime(at),
  }
}

export const rolledBackPayload = (
  {
    id,
    rollout,
    reason,
  }: { id: number; rollout: Pick<Rollout, 'assistant_id' | 'version' | 'base_version'>; reason: string },
  at: number,
) => ({
  event: 'assistant.rolled_back',
  id,
  assistant_id: rollout.assistant_id,
  version: rollout.version,
  live_version: rollout.base_version,
  reason,
  timestamp: isoTime(at),
})

export const startPayload = (call: ReportedCall, now: number) => ({
  event: 'call.started',
  call_id: call.id,
  assistant_id: call.assistant_id,
  assistant_version: call.assistant_version ?? null,
  customer_phone: call.client_phone_number,
  assistant_phone: call.assistant_phone_number,
  status: 'ringing',
  timestamp: isoTime(now),
})

export const samplePayload = (assistant: Assistant, kind: WebhookKind, now: number) => ({
  test: true,
  ...(isOfCall(kind) ? sampleCall(assistant, kind, now) : sampleConversation(assistant, now)),
})

const sampleConversation = (assistant: Assistant, now: number) => {
  const started = now - 61_000
  const messages: ChatMessage[] = [
    { place: 1, role: 'assistant', text: assistant.initial_message, at: started },
    { place: 2, role: 'user', text: 'This is a test.', at: started + 5_000 },
  ]
  const chat: EndedChat = {
    id: idAt(started, 0),
    uuid: '00000000-0000-4000-8000-000000000000',
    assistant_uuid: assistant.uuid,
    assistant_version: assistant.version,
    type: 'widget',
    variables: assistant.variables,
    messages: messages.length,
    phase: { is: 'ended', at: now },
    updated_at: now,
  }
  return conversationEndedPayload(chat, messages, [])
}

const sampleCall = (assistant: Assistant, kind: CallWebhookKind, now: number) => {
  const started = now - 61_000
  const utterance = (sender: string, text: string, at: number) => ({
    text,
    type: 'transcript',
    sender,
    timestamp: isoTime(at),
  })
  const detail: CallDetail = {
    variables: assistant.variables,
    input_variables: assistant.variables,
    messages: [
      utterance('bot', assistant.initial_message, started),
      utterance('human', 'This is a test.', started + 5_000),
    ],
    transcript: `AI: ${assistant.initial_message}\nCustomer: This is a test.`,
  }
  const call: ReportedCall = {
    id: idAt(started, 0),
    type: kind === 'inbound' ? 'inbound' : 'outbound',
    assistant_id: assistant.id,
    assistant_version: assistant.version,
    assistant_phone_number: '+12025550199',
    client_phone_number: '+12025550100',
    duration: 61,
    max_duration_seconds: 600,
    on_machine: 'talk',
    legs: [],
    answered_by: 'human',
    ended_by: 'customer',
    status: 'ended_by_customer',
    updated_at: now,
    placement: {
      phase: 'over',
      outcome: 'completed',
      asked_at: started,
      ringing_at: started,
      answered_at: started,
      over_at: now,
    },
    closed_at: now,
  }
  return endPayload(kind, { call, detail, schema: [], includes_recording: false })
}
