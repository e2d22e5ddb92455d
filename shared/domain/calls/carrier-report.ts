import type { Refusal } from '../../words/refusal.ts'
import type { OptOut } from '../opt-outs/opt-out.ts'
import type { ReportedStatus } from '../sms/sms-life.ts'
import type { EndedBy } from './call.ts'
import type { Report } from './call-life.ts'
import type { CallRef } from './call-ref.ts'

/** Reports and questions of the carrier, in our words: one kind for each of its callbacks. */
export interface CarrierReports {
  /** A call is answered, or we have asked to be asked: what to do with it? */
  answered: { carrier_sid: string } & Question
  'call status': Report
  'answered by': Report
  'session end': SessionEnd
  recording: RecordingEnd
  words: WordsReport
  'leg end': LegEnd
  /** The state of a leg's call. */
  'leg status': Report
  /** The callee of a leg has picked up, or pressed a key: shall they be joined? */
  'leg answer': { carrier_sid: string; key: string | undefined }
  /**
   * A call to one of our numbers: what to do with it? Fields that the carrier left out are empty.
   */
  'incoming call': { carrier_sid: string; from: string; to: string; is_attested: boolean }
  /** A web page has made a call: what to do with it? `ref`: the call that its token names. */
  'web call': { carrier_sid: string; ref: CallRef | undefined }
  'incoming status': Report & { carrier_sid: string }
  /** Undefined `is_verified`: it says nothing of the result. */
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

/** The end of a recording: its SID, its absence, or not known yet. */
export type RecordingEnd = { kind: 'completed'; recording_sid: string } | { kind: 'absent' } | { kind: 'not over' }

/**
 * A report of the carrier's transcription of a call. A transcription numbers its reports, and they
 * arrive in any order. `source` is its SID, because a call may have several.
 */
export type WordsReport = { source: string; number: number } & (
  | { kind: 'begun' | 'over' | 'nothing' }
  /** Something that one of the two has said to its end. */
  | { kind: 'said'; sender: 'bot' | 'human'; text: string; at: number | undefined }
  /** It stopped or never began, for example because it does not know the language. */
  | { kind: 'failed'; code: string }
)

/**
 * `question` names a question, and stays the same when the carrier repeats it for lack of an
 * answer.
 */
interface Question {
  question: string | undefined
}

/** A leg is over, or was never reached: what to do with the call now? */
export interface LegEnd {
  carrier_sid: string | undefined
  leg_sid: string | undefined
  /** The customer is gone, too. */
  isCallOver: boolean
  /** The carrier's word for it; `over`: it was answered. */
  outcome: 'over' | 'busy' | 'no-answer' | 'failed' | 'canceled' | undefined
  /** True when the two were joined; undefined where the carrier does not report it. */
  joined: boolean | undefined
  /** Seconds, where it tells. */
  duration: number | undefined
  /** Why it failed, where the carrier says so. */
  refusal?: Refusal
}

/** The end of a conversation, with the question what to do with the call now. */
export type SessionEnd = { carrier_sid: string | undefined } & Question &
  (
    | { kind: 'over'; ended_by: EndedBy | undefined }
    /** We ended it, to put the call through to another phone. */
    | { kind: 'left' }
    /** The carrier follows a newer instruction of ours; the call continues, whatever the answer. */
    | { kind: 'replaced' }
    /** The socket broke; `neverOpened` when the carrier could not reach us at all. */
    | { kind: 'lost'; session_id: string; code: string; neverOpened: boolean }
    /**
     * The dialled model left, or the caller did: then the call itself ends, while after the model's
     * end the caller is still there. `legs`: number of legs when the model was dialled; `anew`:
     * number of repeated dials by then.
     */
    | { kind: 'dialled'; by: 'caller' | 'model'; seconds: number; legs: number; anew: number }
    /** The model did not pick up; the carrier's words for it are for the log. */
    | { kind: 'not picked up'; status: string; code: string | undefined }
  )

/**
 * The side that ended a conversation with a dialled model. `limitSeconds` is the limit that the
 * carrier was given.
 */
export const dialEndedBy = (
  { by, seconds }: { by: 'caller' | 'model'; seconds: number },
  limitSeconds: number,
): EndedBy => {
  if (by === 'caller') return 'customer'
  return seconds >= limitSeconds ? 'limit' : 'assistant'
}
