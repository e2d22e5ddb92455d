import type { Micros } from '../../words/money.ts'
import type { Refusal } from '../../words/refusal.ts'
import type { Notice } from '../reference/notice.ts'
import type { ToolCallView } from '../tools/tool-call.ts'
import type { NoticeFlags } from './call-notices.ts'
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

export type EndedBy = 'customer' | 'assistant' | 'limit'

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
 * A call. Under 1 KB, because it is written often. `CallDetail` holds the large members. Times are
 * epoch milliseconds.
 */
export type Call = OpenCall | ClosedCall

export interface OpenCall extends CallHeader {
  closed_at?: undefined
  charged_at?: undefined
  evaluated?: undefined
  message?: MessageToLeave
  checked_at?: number
}

export type ClosedCall = UnchargedCall | ChargedCall

export interface UnchargedCall extends CallHeader {
  closed_at: number
  charged_at?: undefined
  evaluated?: Evaluated
}

export interface ChargedCall extends CallHeader {
  closed_at: number
  charged_at: number
  evaluated?: Evaluated
}

interface CallHeader {
  id: number
  user_id: number
  type: CallType
  status: CallStatus
  assistant_id: number
  assistant_name: string
  assistant_version?: number | undefined
  /**
   * The rollout that counts the call. `person`: hash that identifies the visitor of a call without
   * a number.
   */
  rollout?: { id: number; person?: string }
  campaign?: CallCampaign | undefined
  /**
   * In a web call: the caller ID for transfers, or empty. `client_phone_number` is always empty.
   */
  assistant_phone_number: string
  client_phone_number: string
  /** True for the call of a widget's visitor; `calls_at_once` limits such calls. */
  is_visit: boolean
  /** True for an inbound caller with SHAKEN attestation A. */
  is_attested: boolean

  max_duration_seconds: number
  on_machine: OnMachine
  detects_machine: boolean
  records: boolean
  notice_wishes: NoticeFlags
  /** Notices before the conversation, decided when a worker claims the call to dial it. */
  announces: readonly Notice[]

  placement: Placement
  carrier_sid?: string
  refusal?: Refusal
  /** Sentence for the user; absent when the outcome explains itself. */
  failure_reason?: string
  /** Reason for the end if no other evidence exists. Later causes do not replace it. */
  cause?: EndedReason
  ended_by?: EndedBy
  answered_by: AnsweredBy
  /** Seconds between answer and end, as the carrier reports them. */
  duration: number
  hang_up?: 'assistant' | 'limit' | 'user'
  legs: Leg[]
  legs_charged: number

  /** Seconds after the answer for which the price is held; 0 until a worker claims the call. */
  covered_seconds: number
  /** True when the balance could not pay for more minutes. */
  is_short: boolean

  /**
   * Web page that polls the call, if any. `hash`: SHA-256 of the page's token. `until`: time at
   * which the page counts as lost.
   */
  page?: { hash: string; until?: number }
  carrier_cost: Micros
  total_cost: Micros
  /** Prices per started minute, fixed when the call is placed. */
  carrier_minute: Micros
  platform_minute: Micros
  /** 0 where the carrier does not transcribe. */
  transcription_minute: Micros

  opted_out: boolean

  updated_at: number
  /** Version number for conditional writes. */
  revision: number
}

export type OnMachine = 'talk' | 'hang up' | 'leave message'

export interface MessageToLeave {
  due_at: number
  /** Number of times that the carrier was told to fetch instructions. */
  asks: number
}

export interface Evaluated {
  at: number
  goal: boolean
  latencies?: string
}

export interface CallCampaign {
  id: number
  name: string
  /** The person who was dialled: a lead or one of its contacts. */
  lead_id: number
  /** The lead to which the dialled person belongs. */
  main_lead_id: number
  slot: number
  /** Phone number from the pool. The call counts towards this number's daily limit on `day`. */
  number?: { id: number; day: string } | undefined
  /**
   * Name of the variable that completes the lead when it is true. Absent: any conversation
   * completes the lead.
   */
  goal?: string | undefined
}

export const isWaitingSingle = (call: Call): boolean => call.campaign === undefined && isWaiting(call)

export interface CallDetail {
  /** Variables in the request that placed the call. */
  variables: Record<string, unknown>
  by_visitor?: true
  /** Variables of assistant, lead and request; later ones override. */
  input_variables: Record<string, unknown>
  extracted_variables?: Record<string, unknown>
  transcript?: string
  messages?: Record<string, unknown>[]
  /** Milliseconds that the customer waited for each utterance; null when no customer waited. */
  latencies?: (number | null)[]
  /** The part of each wait that the model took, in milliseconds. */
  model_waits?: (number | null)[]
  evaluation?: Record<string, unknown>
  tool_calls?: ToolCallView[]
  webhook_response?: Record<string, unknown>
  /** End of the spoken notices, epoch milliseconds. */
  announced_at?: number
  recording_key?: string
  recording_absent?: true
}
