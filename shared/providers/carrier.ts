import type { AvailableNumber, NumberSearch } from '../domain/account/number-sale.ts'
import type { Report } from '../domain/calls/call-life.ts'
import type { CarrierCall } from '../domain/calls/carrier-call.ts'
import type { ListedCall } from '../domain/calls/listed-call.ts'
import type { TokenSigner } from '../domain/calls/web-call.ts'
import type { CarrierMessage } from '../domain/sms/carrier-message.ts'
import type { ListedSms } from '../domain/sms/sms-life.ts'
import type { Refusal } from '../words/refusal.ts'

export interface CallIntent {
  /** For example `12-34`; part of every callback URL. */
  ref: string
  from: string
  to: string
  ring_seconds: number
  max_duration_seconds: number
  record: boolean
  detect_machine: boolean
  /** True when the carrier should report an answering machine only after its beep. */
  waits_for_beep: boolean
  /** Real epoch milliseconds after which the request must not be sent. */
  leaves_by: number
}

export interface MessageIntent {
  ref: string
  from: string
  to: string
  body: string
  leaves_by: number
}

/**
 * Carriers have no idempotency keys. After `unknown`, a worker waits for a callback or searches the
 * carrier's list.
 */
export type PlacementOutcome =
  | { outcome: 'placed'; carrier_sid: string }
  /** Nothing was placed or sent. `again_seconds`: the carrier demands this pause. */
  | { outcome: 'refused'; refusal: Refusal; again_seconds?: number }
  | { outcome: 'unknown'; reason: string }
  /** The request was not sent, because `leaves_by` had passed. */
  | { outcome: 'late' }

/** A further call that the carrier connected to a call, such as a transfer. */
export interface CarrierLeg extends ListedCall {
  /** E.164, or another address. */
  to: string
  report: Report
}

export interface NumberCallbacks {
  voice_url: string | undefined
  status_url: string | undefined
  message_url: string | undefined
  /** The carrier uses this instead of `voice_url`. */
  voice_override: string | undefined
  message_override: string | undefined
  /** True when the carrier sends POST requests, the only kind that our routes accept. */
  is_posted: boolean
}

/** Callbacks of the carrier's app that receives web calls. */
export type ApplicationCallbacks = Pick<NumberCallbacks, 'voice_url' | 'status_url' | 'is_posted'>

export interface AccountNumber extends NumberCallbacks {
  carrier_sid: string
  /** Name of the number: given by us if bought, otherwise by its owner. */
  name: string
  can_send_sms: boolean
  /** Everything that `pointNumber` overwrites. */
  routing: NumberRouting
  /** SID of the regulator's documents; undefined where the country needs none. */
  bundle_sid?: string | undefined
}

export type NumberRouting = Readonly<Record<string, string>>

/** `no numbers`: none are sold in this country. */
export type NumbersFound = { found: AvailableNumber[] } | { refused: 'no numbers' | 'busy' }

/** `documents`: an address or approved bundle is missing. */
export type PurchaseRefusal = 'taken' | 'documents' | 'busy' | 'denied' | 'account'

/** After `unknown`, a look-up tells whether the number was bought. */
export type Purchase =
  | { outcome: 'bought'; carrier_sid: string; can_send_sms: boolean }
  | { outcome: 'refused'; why: PurchaseRefusal; refusal: Refusal }
  | { outcome: 'unknown'; reason: string }

/** `known`: already verified. `unreachable`: the carrier cannot call the number. */
export type Verification =
  | { outcome: 'calling'; validation_code: string }
  | { outcome: 'refused'; why: 'known' | 'unreachable' | 'busy' | 'denied' | 'account'; refusal: Refusal }
  | { outcome: 'unknown'; reason: string }

export type CarrierPage<Listed> = { listed: Listed[]; next: string | undefined } | { again_seconds: number }

export interface Carrier {
  placeCall(intent: CallIntent): Promise<PlacementOutcome>
  /** Newest first. */
  lookUpCalls(from: string, to: string): Promise<ListedCall[]>
  /** A page may contain older and repeated calls. */
  listCalls(since: number, next?: string): Promise<CarrierPage<CarrierCall>>
  fetchCall(carrier_sid: string): Promise<Report | undefined>
  fetchLegs(carrier_sid: string): Promise<CarrierLeg[]>
  /** Makes the carrier fetch new instructions. `over`: the call ended or is unknown. */
  redirectCall(carrier_sid: string, ref: string): Promise<'redirected' | 'over'>
  /** `over`: the call had ended, or is unknown. */
  endCall(carrier_sid: string): Promise<'ended' | 'over'>
  /** MP3. */
  fetchRecording(recording_sid: string): Promise<Uint8Array<ArrayBuffer>>
  sendMessage(intent: MessageIntent): Promise<PlacementOutcome>
  /** Newest first. */
  lookUpMessages(from: string, to: string): Promise<ListedSms[]>
  /** Lists messages except the carrier's own replies. */
  listMessages(since: number, next?: string): Promise<CarrierPage<CarrierMessage>>
  /** `active`, or the carrier's word for another state; `unknown` with wrong credentials. */
  fetchAccount(): Promise<string>
  /** Host of the carrier's API, with its region if known. */
  address(): Promise<string>
  fetchUsageTriggers(): Promise<number>
  fetchNumber(phone_number: string): Promise<AccountNumber | undefined>
  fetchApplication(application_sid: string): Promise<ApplicationCallbacks | undefined>
  searchNumbers(search: NumberSearch): Promise<NumbersFound>
  /** Buys a number and routes it to our callbacks. `name` identifies numbers that we bought. */
  buyNumber(wanted: { phone_number: string; name: string }): Promise<Purchase>
  /**
   * Routes the number to our callbacks, or restores `before`. False when the account lost the
   * number.
   */
  pointNumber(carrier_sid: string, before?: NumberRouting): Promise<boolean>
  /** The carrier posts the result to the callback of `ref`. */
  verifyCallerId(wanted: { phone_number: string; name: string; ref: string }): Promise<Verification>
  fetchCallerId(phone_number: string): Promise<{ carrier_sid: string; name: string } | undefined>
  forgetCallerId(carrier_sid: string): Promise<void>
  /** A number that the account has lost counts as released. */
  releaseNumber(carrier_sid: string): Promise<void>
}

/** `denied`: our credentials lack the permission. `busy`: too many requests. */
export type AccountAnswer<Value> = { known: Value } | { unknown: 'denied' | 'busy' }

/** `status`: the text that the carrier reports. */
interface Registration {
  status: string
  is_approved: boolean
}

/** Documents that a country's regulator requires. */
export interface RegulatoryBundle extends Registration {
  sid: string
  name: string
  /** Epoch milliseconds; undefined without an end. */
  valid_until: number | undefined
}

/** Group of sender numbers. `campaign`: its registration for texts in the United States, if any. */
export interface TextService {
  name: string
  numbers: string[]
  campaign?: Registration
}

/** Permissions and registrations of the account, for `npm run admin -- doctor`. */
export interface CarrierStanding {
  isTrial(): Promise<AccountAnswer<boolean>>
  /** Countries (ISO 3166-1 alpha-2) that the account cannot call. */
  barredFromCalls(): Promise<AccountAnswer<string[]>>
  barredFromTexts(): Promise<AccountAnswer<string[]>>
  bundles(): Promise<AccountAnswer<RegulatoryBundle[]>>
  brands(): Promise<AccountAnswer<Registration[]>>
  textServices(): Promise<AccountAnswer<TextService[]>>
  tollFree(): Promise<AccountAnswer<(Registration & { carrier_sid: string; reason?: string })[]>>
}

export interface WebTokens {
  /** Undefined while the carrier's secret lacks a required field. */
  open(): Promise<TokenSigner | undefined>
}
