import { jobRetrySeconds } from '../../domain/account/job-limits.ts'
import { Problem, type ProblemCode } from '../../words/problem.ts'

/**
 * False when the id is taken, so that the next one is tried; throws when the user has too many of
 * these jobs.
 */
export const isOpened = (opened: 'opened' | 'exists' | 'busy', code: ProblemCode): boolean => {
  if (opened === 'busy') throw new Problem(code, { retrySeconds: jobRetrySeconds })
  return opened === 'opened'
}
