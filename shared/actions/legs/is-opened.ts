import { jobRetrySeconds } from '../../domain/account/job-limits.ts'
import { Problem, type ProblemCode } from '../../words/problem.ts'

/** False when the id is taken; throws at the user's limit of these jobs. */
export const isOpened = (opened: 'opened' | 'exists' | 'busy', code: ProblemCode): boolean => {
  if (opened === 'busy') throw new Problem(code, { retrySeconds: jobRetrySeconds })
  return opened === 'opened'
}
