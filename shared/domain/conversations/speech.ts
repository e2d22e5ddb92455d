import type { CallRef } from '../calls/call-ref.ts'
import type { Ending } from './talk.ts'

/** What a conversation's socket brings, in our words. */
export type CallerEvent =
  /** The first: whose talk it is, and what proves it. */
  | { type: 'setup'; ref: CallRef | undefined; ticket: string; carrier_sid: string; session_id: string }
  /** What the caller said; while not `last`, more of it comes. */
  | { type: 'prompt'; text: string; last: boolean }
  | { type: 'key'; key: string }
  /** The caller cut in when so much was spoken. */
  | { type: 'interrupt'; until: string }
  /** The carrier did not understand us. */
  | { type: 'error' }
  /** Nothing that matters to a talk. */
  | { type: 'info' }

/** What is sent on it. */
export type Speech =
  /** A piece of what the assistant says; `last` once a turn. */
  | { type: 'text'; text: string; last: boolean }
  /** Bridges a pause: what comes next takes its place, even in the middle of it. */
  | { type: 'filler'; text: string }
  /** Tones, as of a telephone's keys; `w` is a pause of half a second. */
  | { type: 'digits'; digits: string }
  /** Ends the talk; the carrier's report of the end brings the reason back. */
  | { type: 'end'; reason: Ending }
