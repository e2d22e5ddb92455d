import * as z from 'zod'
import { readIdPair } from '../../words/id.ts'

export const CallRef = z.object({ user_id: z.int().positive(), call_id: z.int().positive() })
export type CallRef = z.infer<typeof CallRef>

export const callRefOf = ({ user_id, id }: { user_id: number; id: number }): CallRef => ({ user_id, call_id: id })

/** `dial_at`: the call's dial slot, epoch milliseconds. */
export const DialJob = CallRef.extend({ dial_at: z.number().optional() })
export type DialJob = z.infer<typeof DialJob>

export const DialRound = z.object({ round: z.int().positive() })
export type DialRound = z.infer<typeof DialRound>

export const RecordingRef = CallRef.extend({
  recording_sid: z
    .string()
    .regex(/^[\w-]{1,64}$/)
    .optional(),
})
export type RecordingRef = z.infer<typeof RecordingRef>

/**
 * A message that starts a check of a conversation: the check scheduled for `at`, or a check of the
 * turn `turn`.
 */
export const TurnRef = CallRef.extend({
  turn: z.int().min(0),
  at: z.int().optional(),
})
export type TurnRef = z.infer<typeof TurnRef>

export const ToolCallRef = CallRef.extend({ hash: z.string().min(1).max(64) })
export type ToolCallRef = z.infer<typeof ToolCallRef>

/**
 * Job of the worker that attaches to a realtime session. `answers`: tool results are ready.
 * `is_last`: the worker ends or transfers the call at once.
 */
export const SessionRef = CallRef.extend({
  at: z.int(),
  answers: z.boolean().optional(),
  is_last: z.boolean().optional(),
  tries: z.int().optional(),
})
export type SessionRef = z.infer<typeof SessionRef>

export const writeCallRef = (ref: CallRef): string => `${ref.user_id}-${ref.call_id}`

export const readCallRef = (text: string | undefined): CallRef | undefined => {
  const pair = readIdPair(text)
  return pair && { user_id: pair[0], call_id: pair[1] }
}
