import * as z from 'zod'

export const OptOutQuestionRef = z.object({ user_id: z.int().positive(), key: z.string().min(1) })
export type OptOutQuestionRef = z.infer<typeof OptOutQuestionRef>

/** Words that hint at an opt-out, or all words of the customer if the call was not evaluated. */
export interface Hinted {
  user_id: number
  phone_number: string
  words: readonly string[]
  /**
   * `is_over`: the call ended, so `words` contains all its hints. `isAll`: `words` is all that the
   * customer said.
   */
  about: { kind: 'call'; call_id: number; is_over: boolean; isAll?: true } | { kind: 'text'; sms_sid: string }
}

interface Stored extends OptOutQuestionRef {
  revision: number
  judged: number
  heard?: number
}

/** A model has not decided yet whether the person opted out. */
export interface OpenQuestion extends Stored {
  state: 'open'
  phone_number: string
  words: readonly string[]
  call_id?: number
  opened_at: number
  /** Time at which the sender later wrote START, epoch milliseconds. */
  started_at?: number
  is_counted?: true
}

export type OptOutQuestion = OpenQuestion | (Stored & { state: 'answered' })

/** Questions per user and day (UTC). Limited, because the operator pays for the model. */
export const questionsADayMax = 2_000
/** Limit of opt-out hints stored per call. The model also reads the transcript. */
export const hintsMax = 50
/**
 * Delays of three messages, in seconds. Each sends the question to a worker, so a crash delays the
 * answer by 20 s.
 */
export const judgeAfterSeconds = [0, 20, 40] as const
/**
 * Seconds until a worker checks whether the call was evaluated. If not, two models, 9 s each, can
 * still answer within a minute of the call's end.
 */
export const missEvaluationSeconds = { ended: 25, charged: 38 } as const
/** Milliseconds until the question is sent to a worker again. */
export const judgeDueMs = 20_000
export const judgePauseMs = 5 * 60_000
/** Milliseconds after which an unanswered question counts as an opt-out. */
export const silentMsMax = 24 * 60 * 60_000
