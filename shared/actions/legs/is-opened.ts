import { jobRetrySeconds } from '../../domain/account/job-limits.ts'
import { Problem, type ProblemCode } from '../../words/problem.ts'

/** False when the id is taken. Throws if too many of the user's jobs are running. */
export const isOpened = (opened: 'opened' | 'exists' | 'busy', code: ProblemCode): boolean => {
  if (opened === 'busy') throw new Problem(code, { retrySeconds: jobRetrySeconds })
  return opened === 'opened'
}
