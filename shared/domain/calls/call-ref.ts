import * as z from 'zod'
import { readIdPair } from '../../words/id.ts'

/** Names one call of one user, wherever a queue or a callback URL speaks of it. */
export const CallRef = z.object({ user_id: z.int().positive(), call_id: z.int().positive() })
export type CallRef = z.infer<typeof CallRef>

/**
 * A call that is to be placed. `dial_at`: the dial slot that the pacer gave it, epoch milliseconds.
 */
export const DialJob = CallRef.extend({ dial_at: z.number().optional() })
export type DialJob = z.infer<typeof DialJob>

/** A round of the pacer. */
export const DialRound = z.object({ round: z.int().positive() })
export type DialRound = z.infer<typeof DialRound>

/** Refers to the recording of a call by its SID. */
export const RecordingRef = CallRef.extend({
  recording_sid: z
    .string()
    .regex(/^[\w-]{1,64}$/)
    .optional(),
})
export type RecordingRef = z.infer<typeof RecordingRef>

/**
 * A look at a call's talk: the one that comes `at` that time, or else one that is about a single
 * turn.
 */
export const TurnRef = CallRef.extend({
  turn: z.int().min(0),
  at: z.int().optional(),
})
export type TurnRef = z.infer<typeof TurnRef>

/** Refers to a tool call of a talk by its hash. */
export const WishRef = CallRef.extend({ hash: z.string().min(1).max(64) })
export type WishRef = z.infer<typeof WishRef>

/**
 * A look into the session of a realtime model, asked for `at` that time: to have it speak when its
 * tools have `answers`, and to do what the talk wants done; the last one hangs up if nothing else
 * did.
 */
export const SessionRef = CallRef.extend({
  at: z.int(),
  answers: z.boolean().optional(),
  is_last: z.boolean().optional(),
  tries: z.int().optional(),
})
export type SessionRef = z.infer<typeof SessionRef>

/** `12-34`, as it stands in callback URLs. */
export const writeCallRef = (ref: CallRef): string => `${ref.user_id}-${ref.call_id}`

export const readCallRef = (text: string | undefined): CallRef | undefined => {
  const pair = readIdPair(text)
  return pair && { user_id: pair[0], call_id: pair[1] }
}
