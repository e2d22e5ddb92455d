import type { Call, ClosedCall, OpenCall } from '../shared/domain/calls/call.ts'
import { newTalk, type Talk } from '../shared/domain/conversations/talk.ts'
import type { TestUser } from './world.ts'

export const assistantDraft = {
  assistant_name: 'Anna',
  voice_id: 1,
  language: 'English',
  llm_model: 'gpt-4.1-mini',
  calls_direction: 'make',
  engine_type: 'pipeline',
  timezone: 'UTC',
  initial_message: 'Hello, this is Anna.',
  system_prompt: 'You are friendly and brief.',
}

export const assistantFor = async (
  world: Asked,
  user: TestUser,
  more: Record<string, unknown> = {},
): Promise<number> => {
  const { status, body } = await world.api(user.token, 'POST', '/user/assistant', { ...assistantDraft, ...more })
  if (status !== 201) throw new Error(`The assistant was not made: ${JSON.stringify(body)}`)
  return body.data.id
}

interface Asked {
  // biome-ignore lint/suspicious/noExplicitAny: answers have every shape
  api(token: string, method: string, path: string, body?: unknown): Promise<{ status: number; body: any }>
}

export const campaignFor = async (
  world: Asked,
  user: TestUser,
  more: Record<string, unknown> = {},
): Promise<number> => {
  const assistant_id = more.assistant_id ?? (await assistantFor(world, user))
  const draft = { name: 'Spring', ...more, assistant_id }
  const { status, body } = await world.api(user.token, 'POST', '/user/campaigns', draft)
  if (status !== 201) throw new Error(`The campaign was not made: ${JSON.stringify(body)}`)
  return body.data.id
}

export const leadFor = async (
  world: Asked,
  user: TestUser,
  campaign_id: number,
  phone_number: string,
  more: Record<string, unknown> = {},
) => {
  const draft = { phone_number, campaign_id, allow_dupplicate: true, ...more }
  const { status, body } = await world.api(user.token, 'POST', '/user/lead', draft)
  if (status !== 200) throw new Error(`The lead was not added: ${JSON.stringify(body)}`)
  return body.data
}

export type PartialCall = Partial<OpenCall> | (Partial<ClosedCall> & Pick<ClosedCall, 'closed_at'>)

type OwnMembers<Own> = Own & Pick<Call, 'id' | 'user_id' | 'assistant_id'>

export function ringingCall(own: OwnMembers<Partial<OpenCall>>, now: number): OpenCall
export function ringingCall(own: OwnMembers<PartialCall>, now: number): Call
export function ringingCall(own: OwnMembers<PartialCall>, now: number): Call {
  return {
    type: 'outbound',
    status: 'ringing',
    assistant_name: 'Anna',
    assistant_phone_number: '+12025560100',
    client_phone_number: '+12025550101',
    max_duration_seconds: 600,
    on_machine: 'hang up',
    detects_machine: true,
    records: false,
    notice_wishes: {},
    announces: [],
    legs: [],
    legs_charged: 0,
    is_visit: false,
    is_attested: false,
    opted_out: false,
    covered_seconds: 0,
    is_short: false,
    placement:
      own.type === 'inbound'
        ? { phase: 'received', asked_at: now }
        : { phase: 'ringing', asked_at: now, ringing_at: now },
    answered_by: 'unknown',
    duration: 0,
    carrier_cost: 0,
    total_cost: 0,
    carrier_minute: 0,
    platform_minute: 0,
    transcription_minute: 0,
    updated_at: now,
    revision: 1,
    ...own,
  }
}

export const closedOf = (call: Call): ClosedCall => {
  if (call.closed_at === undefined) throw new Error(`The call ${call.id} is open`)
  return call
}

export const awaitedTalk = (own: Partial<Talk>, now: number): Talk => ({
  ...newTalk(
    {
      user_id: 1,
      call_id: 2,
      assistant_id: 3,
      carrier_sid: 'CA1',
      channel: { type: 'expected', is_first: true, look_at: 0 },
      phase: { type: 'talking', ends_at: now + 3_600_000, opted_out: false },
      greeting: '',
    },
    now,
  ),
  ...own,
})
