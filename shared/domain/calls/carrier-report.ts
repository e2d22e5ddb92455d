import type { Refusal } from '../../words/refusal.ts'
import type { OptOut } from '../opt-outs/opt-out.ts'
import type { ReportedStatus } from '../sms/sms-life.ts'
import type { EndedBy } from './call.ts'
import type { Report } from './call-life.ts'

/**
 * What the carrier tells or asks of its own accord, in our words: one kind for each of its
 * callbacks.
 */
export interface CarrierReports {
  /** A call is answered, or we have asked to be asked: what to do with it? */
  answered: { carrier_sid: string } & Question
  'call status': Report
  'answered by': Report
  'session end': SessionEnd
  recording: RecordingEnd
  words: WordsReport
  'leg end': LegEnd
  /** How the call of a leg goes. */
  'leg status': Report
  /** The callee of a leg has picked up, or pressed a key: shall they be joined? */
  'leg answer': { carrier_sid: string; key: string | undefined }
  /**
   * A call to one of our numbers: what to do with it? Fields that the carrier left out are empty.
   */
  'incoming call': { carrier_sid: string; from: string; to: string; is_attested: boolean }
  'incoming status': Report & { carrier_sid: string }
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

/**
 * What became of a recording: it can be fetched by its name at the carrier, or there is none, or
 * neither is known yet.
 */
export type RecordingEnd = { kind: 'completed'; recording_sid: string } | { kind: 'absent' } | { kind: 'not over' }

/**
 * What the carrier's transcription of a call tells. A transcription numbers its reports, and they
 * come in any order; `source` is its name, for a call may have had several.
 */
export type WordsReport = { source: string; number: number } & (
  | { kind: 'begun' | 'over' | 'nothing' }
  /** Something that one of the two has said to its end. */
  | { kind: 'said'; sender: 'bot' | 'human'; text: string; at: number | undefined }
  /** It does not go on, or never began: the language, say, is none that it knows. */
  | { kind: 'failed'; code: string }
)

/**
 * What is asked once has a name that stays the same when it is asked again because no answer came.
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
  /** Whether the two were joined; undefined where the carrier does not tell. */
  joined: boolean | undefined
  /** Seconds, where it tells. */
  duration: number | undefined
  /** Why it failed, where the carrier says so. */
  refusal?: Refusal
}

/** How a conversation ended, and what to do with the call now? */
export type SessionEnd = { carrier_sid: string | undefined } & Question &
  (
    | { kind: 'over'; ended_by: EndedBy | undefined }
    /** We ended it, to put the call through to another phone. */
    | { kind: 'left' }
    /**
     * The carrier follows a newer instruction of ours; the call goes on, whatever it is told to do
     * now.
     */
    | { kind: 'replaced' }
    /** The socket broke; `neverOpened` when the carrier could not reach us at all. */
    | { kind: 'lost'; session_id: string; code: string; neverOpened: boolean }
    /**
     * A dialled model is gone, or the caller is: that ends the call itself, while after the model's
     * end the caller is still there. `legs`: how many the call had when the model was dialled;
     * `anew`: how often one was by then.
     */
    | { kind: 'dialled'; by: 'caller' | 'model'; seconds: number; legs: number; anew: number }
    /** The model did not pick up; the carrier's words for it are for the log. */
    | { kind: 'not picked up'; status: string; code: string | undefined }
  )

/**
 * Who ended a conversation with a dialled model. `limitSeconds` is what the carrier was told to
 * allow.
 */
export const dialEndedBy = (
  { by, seconds }: { by: 'caller' | 'model'; seconds: number },
  limitSeconds: number,
): EndedBy => {
  if (by === 'caller') return 'customer'
  return seconds >= limitSeconds ? 'limit' : 'assistant'
}
