/**
 * Jobs of each kind that one user may have open at a time. Those of a queue are below its number of
 * workers, so one user never takes all of them. Simulations have `simulationsAtOnce`.
 */
export const openJobsMax = {
  person_works: 8,
  evidence_exports: 3,
  list_imports: 5,
  lead_imports: 5,
  /** Documents that wait to be read: as many as one knowledge base may have. */
  documents: 200,
  /** Single calls that the carrier was not asked for yet. */
  waiting_calls: 100,
} as const
export type JobKind = keyof typeof openJobsMax

/**
 * Turns of one user at a time in the worker of silences, below its functions. Each lasts as long as
 * the model and the tools of the user.
 */
export const turnsAtOnceMax = 8

/** When a request that was refused for them may be sent again. */
export const jobRetrySeconds = 30

/** The limit that leaves workers of a queue to other users when one user fills it. */
export type UserLimit =
  /** Open jobs of this kind. A request for one more is answered with 429. */
  | { by: 'open jobs'; kind: JobKind }
  /** Messages at work at a time. The queue gets the others again later. */
  | { by: 'messages at work'; max: number }
  /** Another limit, in one clause. */
  | { by: 'another limit'; limit: string }
