import type { OptOut } from '../sms/opt-out.ts'
import type { ReportedStatus } from '../sms/sms-life.ts'
import type { EndedBy } from './call.ts'
import type { Report } from './call-life.ts'

/** What the carrier tells or asks of its own accord, in our words: one kind for each of its callbacks. */
export interface CarrierReports {
  /** An outgoing call was answered: what to do with it? */
  answered: { carrier_sid: string }
  'call status': Report
  'answered by': Report
  'session end': SessionEnd
  recording: RecordingEnd
  words: WordsReport
  /** A call to one of our numbers: what to do with it? Fields that the carrier left out are empty. */
  'incoming call': { carrier_sid: string; from: string; to: string }
  'incoming status': Report & { carrier_sid: string }
  'sms status': { sms_sid: string | undefined; status: ReportedStatus | undefined; code: string | undefined }
  'incoming message': {
    sms_sid: string
    from: string
    to: string
    body: string | undefined
    verdict: OptOut | 'neither' | undefined
  }
}

export type ReportKind = keyof CarrierReports

/** What became of a recording: it can be fetched by its name at the carrier, or there is none, or neither is known yet. */
export type RecordingEnd = { kind: 'completed'; recording_sid: string } | { kind: 'absent' } | { kind: 'not over' }

/**
 * What the carrier's transcription of a call tells. A transcription numbers its reports, and they come in any order; `source` is its name,
 * for a call may have had several.
 */
export type WordsReport = { source: string; number: number } & (
  | { kind: 'begun' | 'over' | 'nothing' }
  /** Something that one of the two has said to its end. */
  | { kind: 'said'; sender: 'bot' | 'human'; text: string; at: number | undefined }
  /** It does not go on, or never began: the language, say, is none that it knows. */
  | { kind: 'failed'; code: string }
)

/** How a conversation ended, and what to do with the call now? */
export type SessionEnd = { carrier_sid: string | undefined } & (
  | { kind: 'over'; ended_by: EndedBy | undefined }
  /** The carrier follows a newer instruction of ours; the call goes on, whatever it is told to do now. */
  | { kind: 'replaced' }
  /** The socket broke; `neverOpened` when the carrier could not reach us at all. */
  | { kind: 'lost'; session_id: string; code: string; neverOpened: boolean }
  /** A dialled model is gone, or the caller is: that ends the call itself, while after the model's end the caller is still there. */
  | { kind: 'dialled'; by: 'caller' | 'model'; seconds: number }
  /** The model did not pick up; the carrier's words for it are for the log. */
  | { kind: 'not picked up'; status: string; code: string | undefined }
)

/** Who ended a conversation with a dialled model. `limitSeconds` is what the carrier was told to allow. */
export const dialEndedBy = (
  { by, seconds }: { by: 'caller' | 'model'; seconds: number },
  limitSeconds: number,
): EndedBy => {
  if (by === 'caller') return 'customer'
  return seconds >= limitSeconds ? 'limit' : 'assistant'
}
