import type { Refusal } from '../../words/refusal.ts'
import type { OptOut } from '../opt-outs/opt-out.ts'
import type { ReportedStatus } from '../sms/sms-life.ts'
import type { EndedBy } from './call.ts'
import type { Report } from './call-life.ts'
import type { CallRef } from './call-ref.ts'

export interface CarrierReports {
  /** The call was answered, or the carrier fetches new instructions. */
  answered: { carrier_sid: string } & Question
  'call status': Report
  'answered by': Report
  'session end': SessionEnd
  recording: RecordingEnd
  words: WordsReport
  'leg end': LegEnd
  'leg status': Report
  'leg answer': { carrier_sid: string; key: string | undefined }
  'incoming call': { carrier_sid: string; from: string; to: string; is_attested: boolean }
  'web call': { carrier_sid: string; ref: CallRef | undefined }
  'incoming status': Report & { carrier_sid: string }
  'caller id status': { is_verified: boolean | undefined; carrier_sid: string | undefined }
  'sms status': { sms_sid: string | undefined; status: ReportedStatus | undefined; refusal: Refusal | undefined }
  'incoming message': {
    sms_sid: string
    from: string
    to: string
    body: string | undefined
    verdict: OptOut | 'neither' | undefined
  }
}

export type ReportKind = keyof CarrierReports

export type RecordingEnd = { kind: 'completed'; recording_sid: string } | { kind: 'absent' } | { kind: 'not over' }

/**
 * Reports of a carrier's transcription are numbered, and arrive in any order. `source`: SID of the
 * transcription; a call may have several.
 */
export type WordsReport = { source: string; number: number } & (
  | { kind: 'begun' | 'over' | 'nothing' }
  | { kind: 'said'; sender: 'bot' | 'human'; text: string; at: number | undefined }
  | { kind: 'failed'; code: string }
)

/** A repeated request for instructions has the same `question`. */
interface Question {
  question: string | undefined
}

export interface LegEnd {
  carrier_sid: string | undefined
  leg_sid: string | undefined
  isCallOver: boolean
  outcome: 'over' | 'busy' | 'no-answer' | 'failed' | 'canceled' | undefined
  joined: boolean | undefined
  duration: number | undefined
  refusal?: Refusal
}

export type SessionEnd = { carrier_sid: string | undefined } & Question &
  (
    | { kind: 'over'; ended_by: EndedBy | undefined }
    | { kind: 'left' }
    /** The carrier follows a newer instruction; the call continues, whatever we answer. */
    | { kind: 'replaced' }
    /** The socket broke. `neverOpened`: the carrier could not reach us. */
    | { kind: 'lost'; session_id: string; code: string; neverOpened: boolean }
    /**
     * The carrier's dial to a realtime model ended. If the model hung up (`by`), the caller is
     * still there.
     */
    | { kind: 'dialled'; by: 'caller' | 'model'; seconds: number; legs: number; anew: number }
    | { kind: 'not picked up'; status: string; code: string | undefined }
  )

export const dialEndedBy = (
  { by, seconds }: { by: 'caller' | 'model'; seconds: number },
  limitSeconds: number,
): EndedBy => {
  if (by === 'caller') return 'customer'
  return seconds >= limitSeconds ? 'limit' : 'assistant'
}
