import type { Micros } from '../../words/money.ts'
import type { Refusal } from '../../words/refusal.ts'

export const smsStatuses = ['sending', 'sent', 'delivered', 'undelivered', 'failed'] as const
export type SmsStatus = (typeof smsStatuses)[number]

/** State of a text that the carrier was too busy to accept. Times are epoch milliseconds. */
export interface PutOffText {
  since: number
  times: number
  /** Time of the next request; absent during a request. */
  again_at?: number
}

export interface Sms {
  id: number
  user_id: number
  phone_number_id: number
  /** E.164 */
  from: string
  to: string
  body: string
  segments: number
  /** Price when the message was sent. */
  segment_price: Micros
  /** Amount held or charged; 0 after a refund. */
  total_cost: Micros
  status: SmsStatus
  /**
   * held: unknown whether the carrier accepted the text. captured: accepted and paid. released: not
   * accepted.
   */
  money: 'held' | 'captured' | 'released'
  refusal?: Refusal
  sms_sid?: string
  /** SIDs of earlier attempts that the carrier accepted but did not send. */
  past_sids?: string[]
  asked_at: number
  put_off?: PutOffText
  updated_at: number
  revision: number
}
