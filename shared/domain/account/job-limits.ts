/**
 * Jobs of each kind that one user may have open at a time. Each is below the number of workers of its
 * queue, so one user never takes all of them. Simulations have `simulationsAtOnce`.
 */
export const openJobsMax = { person_works: 8, evidence_exports: 3, list_imports: 5 } as const
export type JobKind = keyof typeof openJobsMax

/** When a request that was refused for them may be sent again. */
export const jobRetrySeconds = 30
