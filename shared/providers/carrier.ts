import type { Report } from '../domain/call-life.ts'

/** What the carrier shall do, once. */
export interface CallIntent {
  /** `12-34`; stands in every callback URL, so that the first callback to arrive also tells an unknown outcome. */
  ref: string
  /** E.164 */
  from: string
  to: string
  ring_seconds: number
  max_duration_seconds: number
  record: boolean
  detect_machine: boolean
}

/**
 * Three outcomes, honestly. Carriers have no idempotency key for calls: after `unknown` nobody may ask again, until a
 * callback or a look-up has told what happened.
 */
export type Placement =
  | { outcome: 'placed'; carrier_sid: string }
  | { outcome: 'refused'; code: string; reason: string }
  | { outcome: 'unknown'; reason: string }

export interface Carrier {
  placeCall(intent: CallIntent): Promise<Placement>
  /** The newest call between two numbers that the carrier created at or after `since` (epoch milliseconds). */
  lookUpCall(from: string, to: string, since: number): Promise<string | undefined>
  /** How a call stands; undefined when the carrier does not know it. */
  fetchCall(carrier_sid: string): Promise<Report | undefined>
  /** Ends a call; ending one that is over is harmless. */
  endCall(carrier_sid: string): Promise<void>
}
