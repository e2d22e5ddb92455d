import type { AvailableNumber, NumberSearch } from '../domain/account/number-sale.ts'
import type { Report } from '../domain/calls/call-life.ts'
import type { CarrierCall } from '../domain/calls/carrier-call.ts'
import type { ListedCall } from '../domain/calls/listed-call.ts'
import type { CarrierMessage } from '../domain/sms/carrier-message.ts'
import type { ListedSms } from '../domain/sms/sms-life.ts'
import type { Refusal } from '../words/refusal.ts'

/** A call for the carrier to place, once. */
export interface CallIntent {
  /**
   * `12-34`; stands in every callback URL, so that the first callback to arrive also tells an
   * unknown outcome.
   */
  ref: string
  /** E.164 */
  from: string
  to: string
  ring_seconds: number
  max_duration_seconds: number
  record: boolean
  detect_machine: boolean
  /** A machine is told of once it has beeped, and a human as early as otherwise. */
  waits_for_beep: boolean
  /** After this instant, in the time of the world outside, the request does not leave any more. */
  leaves_by: number
}

/** A message for the carrier to send, once. */
export interface MessageIntent {
  /** `12-34`, as for calls. */
  ref: string
  /** E.164 */
  from: string
  to: string
  body: string
  /** As for calls. */
  leaves_by: number
}

/**
 * Result of a request, honestly. Carriers have no idempotency key for calls and messages: after
 * `unknown` no worker may ask again, until a callback or a look-up has told the outcome.
 */
export type PlacementOutcome =
  | { outcome: 'placed'; carrier_sid: string }
  /**
   * Nothing was placed or sent, for certain. `again_seconds`: the pause that the carrier asks for,
   * if it does.
   */
  | { outcome: 'refused'; refusal: Refusal; again_seconds?: number }
  | { outcome: 'unknown'; reason: string }
  /** It was too late for the request to leave: nothing was sent. */
  | { outcome: 'late' }

/** The call of another phone below one of ours. */
export interface CarrierLeg extends ListedCall {
  /** E.164, or what else was dialled. */
  to: string
  report: Report
}

/**
 * The carrier's addresses for calls and messages to one of our numbers; undefined where none is
 * set.
 */
export interface NumberCallbacks {
  voice_url: string | undefined
  status_url: string | undefined
  message_url: string | undefined
  /** The carrier's name for what calls go to in place of `voice_url`. */
  voice_override: string | undefined
  /** The same for messages. */
  message_override: string | undefined
  /** True when all of them are called with POST, as signatures over forms need it. */
  is_posted: boolean
}

/** Addresses of an app of the carrier, which calls of web pages go to. */
export type ApplicationCallbacks = Pick<NumberCallbacks, 'voice_url' | 'status_url' | 'is_posted'>

/** The carrier's record of one of its account's numbers. */
export interface AccountNumber extends NumberCallbacks {
  carrier_sid: string
  /** The name that we gave it when we bought it, or its owner in the carrier's console. */
  name: string
  can_send_sms: boolean
  /** Everything that `pointNumber` overwrites, in the carrier's words. */
  routing: NumberRouting
}

/** Addresses of a number, in the carrier's words: what `pointNumber` takes back to restore it. */
export type NumberRouting = Readonly<Record<string, string>>

/** `no numbers`: the carrier sells none in this country. `busy`: it takes no more searches now. */
export type NumbersFound = { found: AvailableNumber[] } | { refused: 'no numbers' | 'busy' }

/**
 * Why the carrier did not sell a number. `documents`: it needs an address or an approved bundle.
 */
export type PurchaseRefusal = 'taken' | 'documents' | 'busy' | 'account'

/** Result of a purchase. After `unknown`, a look-up tells whether the number was bought. */
export type Purchase =
  | { outcome: 'bought'; carrier_sid: string; can_send_sms: boolean }
  | { outcome: 'refused'; why: PurchaseRefusal; refusal: Refusal }
  | { outcome: 'unknown'; reason: string }

/**
 * The outcome of a request to verify a number. `known`: the account may show it already.
 * `unreachable`: the carrier does not call it.
 */
export type Verification =
  | { outcome: 'calling'; validation_code: string }
  | { outcome: 'refused'; why: 'known' | 'unreachable' | 'busy' | 'account'; refusal: Refusal }
  | { outcome: 'unknown'; reason: string }

/**
 * One page of a list, with the request for the next page; or the seconds to wait before asking
 * again.
 */
export type CarrierPage<Listed> = { listed: Listed[]; next: string | undefined } | { again_seconds: number }

export interface Carrier {
  placeCall(intent: CallIntent): Promise<PlacementOutcome>
  /** The newest calls between two numbers, as the carrier lists them. */
  lookUpCalls(from: string, to: string): Promise<ListedCall[]>
  /**
   * All calls of the account since that day, one page at a time; some that are older, and one of
   * two pages twice, do no harm.
   */
  listCalls(since: number, next?: string): Promise<CarrierPage<CarrierCall>>
  /** State of a call; undefined when the carrier does not know it. */
  fetchCall(carrier_sid: string): Promise<Report | undefined>
  /** The calls of the phones that a call was put through to, and how each stands. */
  fetchLegs(carrier_sid: string): Promise<CarrierLeg[]>
  /**
   * Has the carrier fetch new instructions for a call that is in progress. `over`: the call is not
   * in progress, or is unknown.
   */
  redirectCall(carrier_sid: string, ref: string): Promise<'redirected' | 'over'>
  /** Ends a call. `over`: the call had ended before, or is unknown. */
  endCall(carrier_sid: string): Promise<'ended' | 'over'>
  /** The sound of a recording, as MP3. */
  fetchRecording(recording_sid: string): Promise<Uint8Array<ArrayBuffer>>
  sendMessage(intent: MessageIntent): Promise<PlacementOutcome>
  /** The newest messages between two numbers, whatever they say, as the carrier lists them. */
  lookUpMessages(from: string, to: string): Promise<ListedSms[]>
  /**
   * All messages of the account since that day, in the same way; what the carrier answers by itself
   * is left out.
   */
  listMessages(since: number, next?: string): Promise<CarrierPage<CarrierMessage>>
  /**
   * State of the account: `active`, or the carrier's word for another state; `unknown` with these
   * credentials.
   */
  fetchAccount(): Promise<string>
  /** Number of usage triggers of the account. */
  fetchUsageTriggers(): Promise<number>
  /** Undefined when the account does not have this number (E.164). */
  fetchNumber(phone_number: string): Promise<AccountNumber | undefined>
  /** Undefined when the account does not have this app. */
  fetchApplication(application_sid: string): Promise<ApplicationCallbacks | undefined>
  searchNumbers(search: NumberSearch): Promise<NumbersFound>
  /**
   * Buys a number, and has its calls, reports and messages sent here. `name` tells it from numbers
   * that we did not buy.
   */
  buyNumber(wanted: { phone_number: string; name: string }): Promise<Purchase>
  /**
   * Has what reaches a number sent here, or to where it led before. False when the account has it
   * no longer.
   */
  pointNumber(carrier_sid: string, before?: NumberRouting): Promise<boolean>
  /**
   * Has the carrier call a number that the user owns. The person who answers types the code, and
   * the result is reported to the callback of `ref`.
   */
  verifyCallerId(wanted: { phone_number: string; name: string; ref: string }): Promise<Verification>
  /** Undefined when the account may not show this number (E.164) to those it calls. */
  fetchCallerId(phone_number: string): Promise<{ carrier_sid: string; name: string } | undefined>
  /** The account may show this number no longer. */
  forgetCallerId(carrier_sid: string): Promise<void>
  /** Gives a number back. One that the account has no longer is given back already. */
  releaseNumber(carrier_sid: string): Promise<void>
}
