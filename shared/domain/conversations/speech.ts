import type { CallRef } from '../calls/call-ref.ts'
import type { Ending } from './talk.ts'

/** Events from a conversation's socket. */
export type CallerEvent =
  /** The first: identifies and proves the talk. */
  | { type: 'setup'; ref: CallRef | undefined; ticket: string; carrier_sid: string; session_id: string }
  /** The caller's words; unless `last`, more follow. */
  | { type: 'prompt'; text: string; last: boolean }
  | { type: 'key'; key: string }
  /** The caller interrupted after these words. */
  | { type: 'interrupt'; until: string }
  /** The carrier did not understand us. */
  | { type: 'error' }
  /** Unimportant for a talk. */
  | { type: 'info' }

/** Messages to the socket. */
export type Speech =
  /** A piece of speech; `last` once per turn. */
  | { type: 'text'; text: string; last: boolean }
  /** Bridges a pause; the next words replace it. */
  | { type: 'filler'; text: string }
  /** DTMF tones; `w` is half a second's pause. */
  | { type: 'digits'; digits: string }
  /** Ends the talk; the end report returns the reason. */
  | { type: 'end'; reason: Ending }
