import type { CallRef } from '../calls/call-ref.ts'
import type { Ending } from './talk.ts'

export type CallerEvent =
  /** First frame of a socket. Its ticket proves to which talk the socket belongs. */
  | { type: 'setup'; ref: CallRef | undefined; ticket: string; carrier_sid: string; session_id: string }
  | { type: 'prompt'; text: string; last: boolean }
  | { type: 'key'; key: string }
  | { type: 'interrupt'; until: string }
  | { type: 'error' }
  | { type: 'info' }

export type Speech =
  | { type: 'text'; text: string; last: boolean }
  /** Bridges a pause; the next words replace the filler. */
  | { type: 'filler'; text: string }
  /** DTMF tones; `w` pauses half a second. */
  | { type: 'digits'; digits: string }
  /** The carrier returns the reason in its end report. */
  | { type: 'end'; reason: Ending }
