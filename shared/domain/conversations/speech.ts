import type { CallRef } from '../calls/call-ref.ts'
import type { Ending } from './talk.ts'

/** Events from a conversation's socket, in our words. */
export type CallerEvent =
  /** The first: whose talk it is, and what proves it. */
  | { type: 'setup'; ref: CallRef | undefined; ticket: string; carrier_sid: string; session_id: string }
  /** The caller's words; when not `last`, more follow. */
  | { type: 'prompt'; text: string; last: boolean }
  | { type: 'key'; key: string }
  /** The caller interrupted after these words. */
  | { type: 'interrupt'; until: string }
  /** The carrier did not understand us. */
  | { type: 'error' }
  /** Nothing that matters to a talk. */
  | { type: 'info' }

/** Messages to the socket. */
export type Speech =
  /** A piece of what the assistant says; `last` once a turn. */
  | { type: 'text'; text: string; last: boolean }
  /** Bridges a pause: what comes next takes its place, even in the middle of it. */
  | { type: 'filler'; text: string }
  /** Tones, as of a telephone's keys; `w` is a pause of half a second. */
  | { type: 'digits'; digits: string }
  /** Ends the talk; the carrier's report of the end brings the reason back. */
  | { type: 'end'; reason: Ending }
