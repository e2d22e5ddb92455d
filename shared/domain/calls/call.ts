import type { Micros } from '../../words/money.ts'
import type { Refusal } from '../../words/refusal.ts'
import type { Notice } from '../reference/notice.ts'
import type { ToolCallView } from '../tools/tool-call.ts'
import type { NoticeWishes } from './call-notices.ts'
import type { Leg } from './leg.ts'
import { isWaiting, type Placement } from './placement.ts'

export const callStatuses = [
  'initiated',
  'ringing',
  'busy',
  'in-progress',
  'ended',
  'completed',
  'ended_by_customer',
  'ended_by_assistant',
  'no-answer',
  'failed',
] as const
export type CallStatus = (typeof callStatuses)[number]

export const callTypes = ['inbound', 'outbound', 'web'] as const
export type CallType = (typeof callTypes)[number]

export type AnsweredBy = 'human' | 'machine' | 'unknown'

/** The side that ended a conversation: the caller, the assistant, or a limit of ours. */
export type EndedBy = 'customer' | 'assistant' | 'limit'

/** Why a call is over. */
export const endedReasons = [
  'customer_hung_up',
  'assistant_hung_up',
  'transferred',
  'voicemail',
  'voicemail_message_left',
  'screened',
  'ivr',
  'fax',
  'silence',
  'max_duration',
  'busy',
  'no_answer',
  'declined',
  'invalid_number',
  'country_not_allowed',
  'blacklisted',
  'not_allowed_now',
  'no_consent',
  'no_money',
  'limit_reached',
  'campaign_stopped',
  'steered',
  'carrier_refused_number',
  'carrier_refused_account',
  'carrier_failed',
  'model_failed',
  'line_lost',
  'web_never_joined',
  'unknown',
] as const
export type EndedReason = (typeof endedReasons)[number]

/**
 * The header of a call: small, hot and under 1 KB. Transcript, variables and evaluation live in an
 * item of their own. All times are epoch milliseconds. What reports say of a call only ever adds to
 * what is known.
 */
export interface Call {
  id: number
  user_id: number
  type: CallType
  status: CallStatus
  assistant_id: number
  assistant_name: string
  /** The version that the call began with; absent when its assistant is unknown. */
  assistant_version?: number | undefined
  /** The rollout in which the call counts. Absent without one. */
  rollout_id?: number
  /** Hash of the person in the rollout, for a call without a number. */
  rollout_person?: string
  /** Absent for a single call. */
  campaign?: CallCampaign | undefined
  /** Both numbers are empty for a web call. */
  assistant_phone_number: string
  client_phone_number: string
  /** A visitor's call: it counts among `calls_at_once` of the widget. */
  is_visit: boolean
  /** The carrier vouches for the number of an inbound caller (SHAKEN attestation A). */
  is_attested: boolean

  /** Seconds. The carrier enforces the limit, and the deadline checks the carrier. */
  max_duration_seconds: number
  on_machine: OnMachine
  /** True when machine detection matters, even if the assistant talks to machines. */
  detects_machine: boolean
  records: boolean
  /** The assistant's choices of notices when the call was created; the rules decide the others. */
  notice_wishes: NoticeWishes
  /** Notices spoken before the conversation, decided with the right to dial. */
  announces: readonly Notice[]
  /** Absent until a machine has answered that is left a message. */
  message?: MessageToLeave

  placement: Placement
  carrier_sid?: string
  /** Why the carrier did not take or complete it. */
  refusal?: Refusal
  /** Why it was never placed, in words for the user; absent where the outcome says it all. */
  failure_reason?: string
  /** Why it ends, where the evidence alone does not tell; the first cause stays. */
  cause?: EndedReason
  ended_by?: EndedBy
  answered_by: AnsweredBy
  /** Seconds between answer and end, as the carrier counts them. */
  duration: number
  /** We want it over, and why. */
  hang_up?: 'assistant' | 'limit' | 'user'
  /** The phones that it was put through to, one after another. */
  legs: Leg[]
  /** Number of charged legs; they are charged in their order. */
  legs_charged: number

  /** Seconds after the answer for which the price is held; absent before the claim. */
  covered_seconds?: number
  /** There was no money to cover more. */
  is_short: boolean

  /** SHA-256 of the token with which a page follows it. Only of web calls. */
  follow_hash?: string
  /** The page is lost then, unless it asks again. Absent: no page follows the call. */
  page_until?: number
  /** When the carrier was last asked about it, because news were late. */
  checked_at?: number
  closed_at?: number
  charged_at?: number
  /** Absent while something may still be found out about what was said. */
  evaluated?: Evaluated
  carrier_cost: Micros
  total_cost: Micros
  /** Prices per started minute, as they were when it was placed. */
  carrier_minute: Micros
  platform_minute: Micros
  /** The same for writing down what is said; absent where the carrier does not. */
  transcription_minute?: Micros | undefined

  /** The person asked in it not to be contacted again. */
  opted_out: boolean

  updated_at: number
  /** Counts the writes; every change is conditional on the one it was made from. */
  revision: number
}

/** The answer to a machine; a message is left after its beep. */
export type OnMachine = 'talk' | 'hang up' | 'leave message'

export interface MessageToLeave {
  /** When the worker sees to it next. */
  due_at: number
  /** Number of times that the carrier was told to ask for it. */
  asks: number
}

/** Facts of a call that its evaluation decides. */
export interface Evaluated {
  at: number
  /** True when the goal of the call was reached. */
  goal: boolean
  /** Written histogram of the waits for answers; absent without any. */
  latencies?: string
}

/** The campaign that a call belongs to, and what the call takes up of it. */
export interface CallCampaign {
  id: number
  name: string
  /** The dialled person: a lead or one of its contacts. */
  lead_id: number
  /** The lead whose family that is. */
  main_lead_id: number
  /** The campaign's slot, from 0. */
  slot: number
  /** Number of the pool that the call counts for, and on which day. Absent without a pool. */
  number?: { id: number; day: string } | undefined
  /** Variable that must be true to complete the lead. Absent: any conversation completes it. */
  goal?: string | undefined
}

/** True for a single call that the carrier was not asked for yet. */
export const isWaitingSingle = (call: Call): boolean => call.campaign === undefined && isWaiting(call)

/** Contents of a call: large, and read only when a single call is opened. */
export interface CallDetail {
  /** Variables of the request that placed it. */
  variables: Record<string, unknown>
  /** A visitor of a web page wrote `variables`. */
  by_visitor?: true
  /** Variables of the call, merged: assistant < lead < request. */
  input_variables: Record<string, unknown>
  extracted_variables?: Record<string, unknown>
  transcript?: string
  /** Every utterance, as webhooks show them. */
  messages?: Record<string, unknown>[]
  /** Milliseconds that the customer waited for each utterance; null where no customer waited. */
  latencies?: (number | null)[]
  /** The same of the parts in which the model was awaited. */
  model_waits?: (number | null)[]
  evaluation?: Record<string, unknown>
  /** Tool calls and their results. */
  tool_calls?: ToolCallView[]
  webhook_response?: Record<string, unknown>
  /**
   * When what the call announces had been spoken to its end, epoch milliseconds; absent where it
   * was not.
   */
  announced_at?: number
  /** Object key of the recording; links are made for each reader. */
  recording_key?: string
  /** The carrier reports that no recording exists. */
  recording_absent?: true
}
