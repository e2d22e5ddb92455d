import type { CallBehaviour } from './behaviours.ts'
import type { CallRequest } from './call-request.ts'
import type { CallbackTarget, Reports } from './callbacks.ts'
import type { Step } from './customers.ts'
import type { PageLine } from './page-line.ts'
import type { SpokenLine } from './relay.ts'
import type { DialStatus } from './sip.ts'
import type { CallTranscription } from './transcription.ts'
import type { Waits } from './waits.ts'

export interface PhoneLeg {
  sid: string
  status: 'ringing' | 'in-progress' | DialStatus
  endedAt: number | undefined
  isSilent: boolean
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
  /** All times are milliseconds of the simulated carrier's clock. */
  createdAt: number
  updatedAt: number
  startedAt?: number
  answeredAt?: number
  endedAt?: number
  answeredBy?: string
  behaviour: CallBehaviour
  request: CallRequest
  origin: string
  recordingSid?: string
  /** Start of the first recording; a call may have several. */
  recordedFrom?: number
  recordingsBegun: number
  page?: PageLine
  session?: RelaySession
  dialled?: BridgedCall
  transcription?: CallTranscription
  lines: SpokenLine[]
  spoken: string[]
  tones: string[]
  left?: Step[]
  legs: FinishedLeg[]
  reportsNumbered: number
  reports: Reports
  life: Waits
  /** Timers of the current instructions, which new instructions cancel. */
  steps: Waits
}

export interface RelaySession {
  sid: string
  startedAt: number
  action?: CallbackTarget
  stop: () => void
}

export interface FinishedLeg {
  sid: string
  to: string
  createdAt: number
  phone?: PhoneLeg
}

export interface BridgedCall {
  sid: string
  action?: CallbackTarget
  bridgedAt?: number
  stop: () => void
}
