import type { AvailableNumber, NumberSearch } from '../domain/account/number-sale.ts'
import type { Report } from '../domain/calls/call-life.ts'
import type { CarrierCall } from '../domain/calls/carrier-call.ts'
import type { ListedCall } from '../domain/calls/listed-call.ts'
import type { CarrierMessage } from '../domain/sms/carrier-message.ts'
import type { ListedSms } from '../domain/sms/sms-life.ts'
import type { Refusal } from '../words/refusal.ts'

/** A call to place once. */
export interface CallIntent {
  /** `12-34`, part of every callback URL, so that the first callback reveals an unknown outcome. */
  ref: string
  /** E.164 */
  from: string
  to: string
  ring_seconds: number
  max_duration_seconds: number
  record: boolean
  detect_machine: boolean
  /** A machine is reported after its beep, a human as early as usual. */
  waits_for_beep: boolean
  /** Real time after which the request must not leave. */
  leaves_by: number
}

/** A message to send once. */
export interface MessageIntent {
  /** `12-34`, as for calls. */
  ref: string
  /** E.164 */
  from: string
  to: string
  body: string
  leaves_by: number
}

/**
 * Result of a request. Carriers have no idempotency key, so after `unknown` no worker may ask again
 * until a callback or look-up tells the outcome.
 */
export type PlacementOutcome =
  | { outcome: 'placed'; carrier_sid: string }
  /** Certainly nothing was placed or sent. `again_seconds`: the carrier's pause. */
  | { outcome: 'refused'; refusal: Refusal; again_seconds?: number }
  | { outcome: 'unknown'; reason: string }
  /** Too late to leave: nothing was sent. */
  | { outcome: 'late' }

/** The call of another phone below one of ours. */
export interface CarrierLeg extends ListedCall {
  /** E.164, or another dialled address. */
  to: string
  report: Report
}

/** Carrier addresses for one of our numbers; undefined where unset. */
export interface NumberCallbacks {
  voice_url: string | undefined
  status_url: string | undefined
  message_url: string | undefined
  /** Receiver of calls instead of `voice_url`. */
  voice_override: string | undefined
  /** The same for messages. */
  message_override: string | undefined
  /** True when all use POST, which signatures over forms need. */
  is_posted: boolean
}

/** Addresses of a carrier app, which receives web calls. */
export type ApplicationCallbacks = Pick<NumberCallbacks, 'voice_url' | 'status_url' | 'is_posted'>

/** A number of the carrier's account. */
export interface AccountNumber extends NumberCallbacks {
  carrier_sid: string
  /** Its name: ours for bought numbers, else its owner's. */
  name: string
  can_send_sms: boolean
  /** Everything that `pointNumber` overwrites. */
  routing: NumberRouting
}

/** A number's addresses in the carrier's words, which `pointNumber` can restore. */
export type NumberRouting = Readonly<Record<string, string>>

/** `no numbers`: none sold in this country. `busy`: no searches now. */
export type NumbersFound = { found: AvailableNumber[] } | { refused: 'no numbers' | 'busy' }

/** `documents`: an address or approved bundle is missing. */
export type PurchaseRefusal = 'taken' | 'documents' | 'busy' | 'account'

/** After `unknown`, a look-up tells whether it was bought. */
export type Purchase =
  | { outcome: 'bought'; carrier_sid: string; can_send_sms: boolean }
  | { outcome: 'refused'; why: PurchaseRefusal; refusal: Refusal }
  | { outcome: 'unknown'; reason: string }

/** `known`: already verified. `unreachable`: the carrier does not call it. */
export type Verification =
  | { outcome: 'calling'; validation_code: string }
  | { outcome: 'refused'; why: 'known' | 'unreachable' | 'busy' | 'account'; refusal: Refusal }
  | { outcome: 'unknown'; reason: string }

/** A page with the request for the next, or seconds to wait. */
export type CarrierPage<Listed> = { listed: Listed[]; next: string | undefined } | { again_seconds: number }

export interface Carrier {
  placeCall(intent: CallIntent): Promise<PlacementOutcome>
  /** Newest calls between two numbers. */
  lookUpCalls(from: string, to: string): Promise<ListedCall[]>
  /** All calls since that day in pages; older and repeated ones do no harm. */
  listCalls(since: number, next?: string): Promise<CarrierPage<CarrierCall>>
  /** Undefined when the carrier does not know the call. */
  fetchCall(carrier_sid: string): Promise<Report | undefined>
  /** Bridged calls of a call, with their states. */
  fetchLegs(carrier_sid: string): Promise<CarrierLeg[]>
  /**
   * Has the carrier fetch new instructions for a call in progress. `over`: not in progress or
   * unknown.
   */
  redirectCall(carrier_sid: string, ref: string): Promise<'redirected' | 'over'>
  /** `over`: ended before, or unknown. */
  endCall(carrier_sid: string): Promise<'ended' | 'over'>
  /** The recording as MP3. */
  fetchRecording(recording_sid: string): Promise<Uint8Array<ArrayBuffer>>
  sendMessage(intent: MessageIntent): Promise<PlacementOutcome>
  /** Newest messages between two numbers. */
  lookUpMessages(from: string, to: string): Promise<ListedSms[]>
  /** All messages since that day in pages, without the carrier's own replies. */
  listMessages(since: number, next?: string): Promise<CarrierPage<CarrierMessage>>
  /** `active`, or the carrier's word for another state; `unknown` with these credentials. */
  fetchAccount(): Promise<string>
  fetchUsageTriggers(): Promise<number>
  /** Undefined when the account lacks this number (E.164). */
  fetchNumber(phone_number: string): Promise<AccountNumber | undefined>
  /** Undefined when the account lacks this app. */
  fetchApplication(application_sid: string): Promise<ApplicationCallbacks | undefined>
  searchNumbers(search: NumberSearch): Promise<NumbersFound>
  /** Buys a number and points it here. `name` marks numbers that we bought. */
  buyNumber(wanted: { phone_number: string; name: string }): Promise<Purchase>
  /** Points a number here, or to its former addresses. False when the account lost it. */
  pointNumber(carrier_sid: string, before?: NumberRouting): Promise<boolean>
  /**
   * Calls a number that the user owns. The person types the code, and the callback of `ref` gets
   * the result.
   */
  verifyCallerId(wanted: { phone_number: string; name: string; ref: string }): Promise<Verification>
  /** Undefined when the account may not show this number (E.164). */
  fetchCallerId(phone_number: string): Promise<{ carrier_sid: string; name: string } | undefined>
  forgetCallerId(carrier_sid: string): Promise<void>
  /** Releases a number; a lost one counts as released. */
  releaseNumber(carrier_sid: string): Promise<void>
}
