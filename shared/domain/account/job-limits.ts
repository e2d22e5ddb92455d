/**
 * Open jobs per user and kind. Each limit is below the queue's number of workers, so that one user
 * never takes all.
 */
export const openJobsMax = {
  person_works: 8,
  evidence_exports: 3,
  data_exports: 3,
  list_imports: 5,
  lead_imports: 5,
  /** As many documents as a knowledge base may have. */
  documents: 200,
  /** Calls that were not sent to the carrier yet. */
  waiting_calls: 100,
} as const
export type JobKind = keyof typeof openJobsMax

/** Turns of one user in the silence worker. Each waits for models and tools. */
export const turnsAtOnceMax = 8

export const jobRetrySeconds = 30

export type UserLimit =
  /** A job above the limit is answered 429. */
  | { by: 'open jobs'; kind: JobKind }
  /** Messages above the limit return to the queue. */
  | { by: 'messages at work'; max: number }
  | { by: 'another limit'; limit: string }
