import { type Means, type Obstacle, obstacles } from '../account/account.ts'
import type { Call } from '../calls/call.ts'
import { obstacleOf } from '../calls/call-hold.ts'
import type { Report } from '../calls/call-life.ts'
import { reasonOfObstacle } from '../calls/ended-reason.ts'
import type { CallingMode } from '../campaigns/calling-mode.ts'
import type { Place } from '../places/place.ts'
import { ruleRefusal } from '../rules/rule-refusal.ts'
import type { RuleSet } from '../rules/rule-set.ts'
import { isCampaignCall } from './campaign-call.ts'
import { type Dialling, stoppedMs } from './dialling.ts'
import { reasons } from './eligible.ts'
import type { Barred } from './situation.ts'

export type Blocker =
  | { waits_for: 'start' | 'room' }
  | ({ waits_for?: undefined } & Required<Pick<Report, 'cause' | 'failure_reason'>>)

export const blockerOf = (
  call: Call,
  button: Dialling & { stale_minutes: number },
  means: Means,
): Blocker | undefined => {
  const { isStopped, stale_minutes: minutes } = button
  if (isStopped) return { waits_for: 'start' }
  if (!isCampaignCall(call) && stoppedMs(button, call.id) > minutes * minuteMs)
    return {
      cause: 'not_allowed_now',
      failure_reason: `The call waited longer than ${minutes} ${minutes === 1 ? 'minute' : 'minutes'} for dialling to start again.`,
    }
  const obstacle = obstacleOf(call, means)
  return obstacle && blockedBy(obstacle)
}

const minuteMs = 60_000

export const blockedBy = (obstacle: Obstacle): Blocker =>
  obstacle === 'busy'
    ? { waits_for: 'room' }
    : { cause: reasonOfObstacle[obstacle], failure_reason: obstacles[obstacle] }

export interface SingleSituation {
  now: number
  number: string
  place: Place
  blacklisted: Barred
  mode: CallingMode
  ruleSet: RuleSet | undefined
  dials: readonly number[]
}

export const numberBlocker = (situation: SingleSituation): Blocker | undefined => {
  const { now, number, place, blacklisted, mode, ruleSet, dials } = situation
  if (blacklisted.has(number)) return barred(blacklisted.get?.(number))
  const refusal = mode === 'enforce' && ruleSet && ruleRefusal(place, ruleSet, dials, now)
  return refusal ? { cause: 'not_allowed_now', failure_reason: refusal } : undefined
}

export const barred = (failure_reason: string = reasons.blacklisted): Blocker => ({
  cause: 'blacklisted',
  failure_reason,
})
