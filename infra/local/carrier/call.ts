import type { CallBehaviour } from './behaviours.ts'
import type { CallRequest } from './call-request.ts'
import type { CallbackTarget, Reports } from './callbacks.ts'
import type { Step } from './customers.ts'
import type { PageLine } from './page-line.ts'
import type { SpokenLine } from './relay.ts'
import type { DialStatus } from './sip.ts'
import type { CallTranscription } from './transcription.ts'
import type { Waits } from './waits.ts'

/** The call of a phone that another call is put through to. */
export interface PhoneLeg {
  sid: string
  status: 'ringing' | 'in-progress' | DialStatus
  endedAt: number | undefined
  isSilent: boolean
  /** From its answer to its end. */
  seconds(): number
  stop(): void
}

export type EndStatus = 'completed' | 'busy' | 'no-answer' | 'canceled' | 'failed'
export type CarrierStatus = 'queued' | 'initiated' | 'ringing' | 'in-progress' | EndStatus

export interface DoubleCall {
  sid: string
  accountSid: string
  direction: 'inbound' | 'outbound-api'
  to: string
  from: string
  status: CarrierStatus
  /** All times are milliseconds of the carrier's clock. */
  createdAt: number
  updatedAt: number
  startedAt?: number
  answeredAt?: number
  endedAt?: number
  answeredBy?: string
  behaviour: CallBehaviour
  request: CallRequest
  /** Address of this call's recordings: the one that the client used. */
  origin: string
  recordingSid?: string
  /**
   * When the recording that is kept began, and how many were begun: each `<Start><Recording>`
   * begins another.
   */
  recordedFrom?: number
  recordingsBegun: number
  /** The page that made it. */
  page?: PageLine
  session?: RelaySession
  dialled?: BridgedCall
  transcription?: CallTranscription
  /** Words on a line that was dialled. */
  lines: SpokenLine[]
  /** Words that the carrier itself was told to say. */
  spoken: string[]
  /** Keys that we had pressed there. */
  tones: string[]
  /** The person's remaining steps. */
  left?: Step[]
  legs: FinishedLeg[]
  reportsNumbered: number
  reports: Reports
  /** Waits until the call is over. */
  life: Waits
  /** Waits of the current phase or TwiML document; new instructions call them off. */
  steps: Waits
}

export interface RelaySession {
  sid: string
  startedAt: number
  action?: CallbackTarget
  stop: () => void
}

/** An ended call in the carrier's list. */
export interface FinishedLeg {
  sid: string
  to: string
  createdAt: number
  /** Set for a phone that was dialled. */
  phone?: PhoneLeg
}

/** Another call, to which this one is or shall be bridged. */
export interface BridgedCall {
  sid: string
  action?: CallbackTarget
  bridgedAt?: number
  stop: () => void
}
