import type { Micros } from '../../words/money.ts'
import type { Refusal } from '../../words/refusal.ts'

export const smsStatuses = ['sending', 'sent', 'delivered', 'undelivered', 'failed'] as const
export type SmsStatus = (typeof smsStatuses)[number]

/** The carrier was too busy to take the message. Times are epoch milliseconds. */
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
  /** Held or charged; 0 after a refund. */
  total_cost: Micros
  status: SmsStatus
  /**
   * held: unknown whether the carrier took the message. captured: taken and paid. released: not
   * taken.
   */
  money: 'held' | 'captured' | 'released'
  refusal?: Refusal
  sms_sid?: string
  /** SIDs of requests that the carrier took and did not send. */
  past_sids?: string[]
  asked_at: number
  put_off?: PutOffText
  updated_at: number
  revision: number
}
