import * as z from 'zod'

/** Names one question of one user. */
export const OptOutQuestionRef = z.object({ user_id: z.int().positive(), key: z.string().min(1) })
export type OptOutQuestionRef = z.infer<typeof OptOutQuestionRef>

/**
 * Words that no rule decides. They hint at an opt-out, or are all words of a call without an
 * evaluation.
 */
export interface Hinted {
  user_id: number
  /** E.164 */
  phone_number: string
  words: readonly string[]
  /**
   * `is_over`: `words` are all such words of the call. `isAll`: they are all words of its customer.
   */
  about: { kind: 'call'; call_id: number; is_over: boolean; isAll?: true } | { kind: 'text'; sms_sid: string }
}

interface Stored extends OptOutQuestionRef {
  revision: number
  /** Count of hinted words that a model has judged. */
  judged: number
  /** Count of the customer's words that a model has judged. */
  heard?: number
}

/** Asks a model whether a person opted out. */
export interface OpenQuestion extends Stored {
  state: 'open'
  /** E.164 */
  phone_number: string
  words: readonly string[]
  /** The call in which they were said; absent for words of a text. */
  call_id?: number
  /** Epoch milliseconds. */
  opened_at: number
  /** When the sender of the text wrote START since; epoch milliseconds. */
  started_at?: number
  /** True when the question counts against the limit of its day. */
  is_counted?: true
}

/** An answered question holds neither number nor words. */
export type OptOutQuestion = OpenQuestion | (Stored & { state: 'answered' })

/** Questions that a model answers for one user in a day (UTC). The operator pays for them. */
export const questionsADayMax = 2_000
/** Words kept with a question. A model reads those of a call in its transcript, too. */
export const hintsMax = 50
/** Delays of the messages that a question sends. A worker that dies costs 20 s. */
export const judgeAfterSeconds = [0, 20, 40] as const
/**
 * Seconds from the end of a conversation, and from the charge of its call, until a worker looks for
 * the evaluation. Two models of 9 s each fit into the minute after the later one.
 */
export const missEvaluationSeconds = { ended: 25, charged: 38 } as const
/** The sweep of deadlines sends for a question that is still open then. */
export const judgeDueMs = 20_000
/** Pause between two attempts after the first minute. */
export const judgePauseMs = 5 * 60_000
/** A question without an answer for this long counts as an opt-out. */
export const silentMsMax = 24 * 60 * 60_000
