import * as z from 'zod'

export const OptOutQuestionRef = z.object({ user_id: z.int().positive(), key: z.string().min(1) })
export type OptOutQuestionRef = z.infer<typeof OptOutQuestionRef>

/** Words that hint at an opt-out, or all words of a call without evaluation. */
export interface Hinted {
  user_id: number
  phone_number: string
  words: readonly string[]
  /**
   * `is_over`: `words` are all hints of the call. `isAll`: `words` are all that its customer said.
   */
  about: { kind: 'call'; call_id: number; is_over: boolean; isAll?: true } | { kind: 'text'; sms_sid: string }
}

interface Stored extends OptOutQuestionRef {
  revision: number
  judged: number
  heard?: number
}

/** It is not known yet whether the person opted out. */
export interface OpenQuestion extends Stored {
  state: 'open'
  phone_number: string
  words: readonly string[]
  call_id?: number
  opened_at: number
  /** When the sender wrote START afterwards, epoch milliseconds. */
  started_at?: number
  is_counted?: true
}

export type OptOutQuestion = OpenQuestion | (Stored & { state: 'answered' })

/** Per user and day (UTC), because the operator pays. */
export const questionsADayMax = 2_000
/** Words kept of a call; a model also reads the transcript. */
export const hintsMax = 50
/**
 * Seconds until the messages that send the question to a worker. A crash delays the answer by 20 s.
 */
export const judgeAfterSeconds = [0, 20, 40] as const
/**
 * Seconds until a worker looks for the evaluation. Then two models, 9 s each, can still answer
 * within a minute.
 */
export const missEvaluationSeconds = { ended: 25, charged: 38 } as const
/** Milliseconds until the deadline, at which the question is sent to a worker again. */
export const judgeDueMs = 20_000
export const judgePauseMs = 5 * 60_000
/** A question without an answer for this long counts as an opt-out. */
export const silentMsMax = 24 * 60 * 60_000
