import type { Micros } from '../../words/money.ts'
import type { Refusal } from '../../words/refusal.ts'

export const smsStatuses = ['sending', 'sent', 'delivered', 'undelivered', 'failed'] as const
export type SmsStatus = (typeof smsStatuses)[number]

/** The carrier was busy, so it is asked again. All times are epoch milliseconds. */
export interface PutOffText {
  /** When the carrier was busy first. */
  since: number
  /** Number of times that the carrier was busy. */
  times: number
  /** When it is asked again; absent while it is being asked. */
  again_at?: number
}

/** A message to one recipient. All times are epoch milliseconds. */
export interface Sms {
  id: number
  user_id: number
  phone_number_id: number
  /** E.164 */
  from: string
  to: string
  body: string
  segments: number
  /** As it was when the message was sent. */
  segment_price: Micros
  /** The amount held or charged; 0 after a refund. */
  total_cost: Micros
  status: SmsStatus
  /**
   * held: not known yet whether the carrier took it. captured: it did, and is paid. released: it
   * did not.
   */
  money: 'held' | 'captured' | 'released'
  /** Why the carrier did not take or deliver it. */
  refusal?: Refusal
  /** The carrier's name for it. */
  sms_sid?: string
  /** Names of former requests, which the carrier took and did not send. */
  past_sids?: string[]
  /** When the carrier was asked last. */
  asked_at: number
  put_off?: PutOffText
  updated_at: number
  /** Counts the writes; every change is conditional on the one it was made from. */
  revision: number
}
