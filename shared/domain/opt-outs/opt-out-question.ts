import * as z from 'zod'

/** Identifies a question in messages. */
export const OptOutQuestionRef = z.object({ user_id: z.int().positive(), key: z.string().min(1) })
export type OptOutQuestionRef = z.infer<typeof OptOutQuestionRef>

/** Undecided words: hints, or all words of a call without evaluation. */
export interface Hinted {
  user_id: number
  /** E.164 */
  phone_number: string
  words: readonly string[]
  /** `is_over`: all hints of the call. `isAll`: all words of its customer. */
  about: { kind: 'call'; call_id: number; is_over: boolean; isAll?: true } | { kind: 'text'; sms_sid: string }
}

interface Stored extends OptOutQuestionRef {
  revision: number
  /** Judged hints. */
  judged: number
  /** Judged words of the customer. */
  heard?: number
}

/** An unanswered question whether a person opted out. */
export interface OpenQuestion extends Stored {
  state: 'open'
  /** E.164 */
  phone_number: string
  words: readonly string[]
  /** The call; absent for a text. */
  call_id?: number
  /** Epoch milliseconds. */
  opened_at: number
  /** When the sender wrote START since; epoch milliseconds. */
  started_at?: number
  /** True when it counts against the day's limit. */
  is_counted?: true
}

/** An answered question has no number or words. */
export type OptOutQuestion = OpenQuestion | (Stored & { state: 'answered' })

/** Questions per user and day (UTC), paid by the operator. */
export const questionsADayMax = 2_000
/** Words kept; a model also reads the transcript. */
export const hintsMax = 50
/** Delays of the question's messages; a crash costs 20 s. */
export const judgeAfterSeconds = [0, 20, 40] as const
/**
 * Seconds until a worker looks for the evaluation. Two models of 9 s fit into the minute after the
 * later one.
 */
export const missEvaluationSeconds = { ended: 25, charged: 38 } as const
/** Then the deadline resends it. */
export const judgeDueMs = 20_000
/** Pause between attempts after the first minute. */
export const judgePauseMs = 5 * 60_000
/** Unanswered this long, it counts as an opt-out. */
export const silentMsMax = 24 * 60 * 60_000
