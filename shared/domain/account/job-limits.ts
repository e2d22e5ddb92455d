/** Open jobs that a user may have, by kind. */
export const openJobsMax = {
  person_works: 8,
  evidence_exports: 3,
  data_exports: 3,
  list_imports: 5,
  lead_imports: 5,
  documents: 200,
  /** Calls that are not sent to the carrier yet. */
  waiting_calls: 100,
} as const
export type JobKind = keyof typeof openJobsMax

/** Conversation turns of one user that the `watch-silence` worker handles at a time. */
export const turnsAtOnceMax = 8

export const jobRetrySeconds = 30

export type UserLimit =
  /** The API rejects a job above the limit with 429. */
  | { by: 'open jobs'; kind: JobKind }
  /** Messages above the limit return to the queue. */
  | { by: 'messages at work'; max: number }
  | { by: 'another limit'; limit: string }
