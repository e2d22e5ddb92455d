import { type Obstacle, obstacles } from '../account/account.ts'
import { type LegRefusal, legsMax } from './leg.ts'

export type WhyNoLeg = LegRefusal | Obstacle | 'blacklisted' | 'paused' | 'no number'

export const whyNoLeg: Record<WhyNoLeg, string> = {
  ...obstacles,
  'not in progress': 'The call is not in progress.',
  'under way': 'The call is being transferred already.',
  'too many': `A call can be transferred at most ${legsMax} times.`,
  'too late': 'The call has reached its time limit.',
  blacklisted: 'The number is blacklisted.',
  paused: 'Dialling is stopped at the moment.',
  'no number': 'The call has no number that the phone could be shown.',
}
