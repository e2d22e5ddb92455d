/**
 * Open jobs of each kind per user, below the queue's workers, so that one user never takes all.
 * Simulations have `simulationsAtOnce`.
 */
export const openJobsMax = {
  person_works: 8,
  evidence_exports: 3,
  data_exports: 3,
  list_imports: 5,
  lead_imports: 5,
  /** Unread documents, as many as one base may have. */
  documents: 200,
  /** Single calls not yet sent to the carrier. */
  waiting_calls: 100,
} as const
export type JobKind = keyof typeof openJobsMax

/** Turns of one user at a time in the silence worker. Each lasts as long as the model and tools. */
export const turnsAtOnceMax = 8

/** Seconds until a refused request may be repeated. */
export const jobRetrySeconds = 30

/** Limit that leaves workers of a queue to other users. */
export type UserLimit =
  /** Open jobs of this kind; one more is answered 429. */
  | { by: 'open jobs'; kind: JobKind }
  /** Messages at work at a time; others return to the queue. */
  | { by: 'messages at work'; max: number }
  /** Another limit, in one clause. */
  | { by: 'another limit'; limit: string }
