import { type Obstacle, obstacles } from '../account/account.ts'
import { type LegRefusal, legsMax } from './leg.ts'

/**
 * Why a phone is not dialled for a call: the call may not have one now, or something stands in the
 * way that stands in that of any dial.
 */
export type WhyNoLeg = LegRefusal | Obstacle | 'blacklisted' | 'paused'

/** In words for users and models. */
export const whyNoLeg: Record<WhyNoLeg, string> = {
  ...obstacles,
  'not in progress': 'The call is not in progress.',
  'under way': 'The call is being transferred already.',
  'too many': `A call can be transferred at most ${legsMax} times.`,
  'too late': 'The call has reached its time limit.',
  blacklisted: 'The number is blacklisted.',
  paused: 'Dialling is stopped at the moment.',
}
