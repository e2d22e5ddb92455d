import { mayReach } from '../../domain/account/account.ts'
import type { Call } from '../../domain/calls/call.ts'
import { payableLeg } from '../../domain/calls/call-hold.ts'
import { isReady, type Leg, type LegReport, secondsLeft } from '../../domain/calls/leg.ts'
import type { LegRef } from '../../domain/calls/leg-ref.ts'
import type { WhyNoLeg } from '../../domain/calls/leg-refusals.ts'
import type { Dependencies } from '../../services.ts'
import type { Log } from '../../words/log.ts'
import { countryOf } from '../../words/phone.ts'

export type ClearingParts = Dependencies<
  | 'accounts.hold'
  | 'accounts.means'
  | 'blacklist.has'
  | 'calls.reportLeg'
  | 'clock'
  | 'dialSlots.takeAhead'
  | 'dialling.read'
>

type LegContext = Awaited<ReturnType<typeof readLegContext>>

export const readLegContext = async (
  { accounts, blacklist, dialling }: Pick<ClearingParts, 'accounts' | 'blacklist' | 'dialling'>,
  user_id: number,
  to: string,
) => {
  const [means, button, isBlacklisted] = await Promise.all([
    accounts.means(user_id),
    dialling.read(),
    blacklist.has(user_id, to),
  ])
  return { means, button, isBlacklisted }
}

interface Clearing {
  call: Call
  leg: Leg
  ref: LegRef
}

/**
 * Allows or refuses a transfer, and holds the price of its minutes. `takesAhead`: the transfer
 * still needs a dial slot. Idempotent.
 */
export const decideLeg = async (
  parts: ClearingParts,
  { call, leg, ref }: Clearing,
  log: Log,
  context?: LegContext,
): Promise<{ leg: Leg; takesAhead: boolean }> => {
  const { calls, clock } = parts
  const report = await judge(parts, { call, leg, ref }, context ?? (await readLegContext(parts, call.user_id, leg.to)))
  const reported = await calls.reportLeg(ref, report, clock.now(), call)
  log.info('a transfer was requested', { ...ref, by: leg.by, refusal: report.refusal })
  return { leg: reported?.leg ?? leg, takesAhead: !report.refusal && !(reported && isReady(reported.before)) }
}

export const clearLeg = async (parts: ClearingParts, clearing: Clearing, log: Log): Promise<Leg> => {
  const { leg, takesAhead } = await decideLeg(parts, clearing, log)
  if (takesAhead) await parts.dialSlots.takeAhead()
  return leg
}

const judge = async (
  { accounts, clock }: ClearingParts,
  { call, leg, ref: { place } }: Clearing,
  { means, button, isBlacklisted }: LegContext,
): Promise<LegReport> => {
  if (means.account.suspended_at !== undefined) return refuse('suspended')
  if (button.isStopped) return refuse('paused')
  if (!mayReach(means, countryOf(leg.to))) return refuse('country')
  if (isBlacklisted) return refuse('blacklisted')
  const seconds = secondsLeft(call, clock.now())
  if (seconds === 0) return refuse('too late')
  const hold = await accounts.hold(payableLeg(call, leg, place, seconds), means.account)
  if (hold.minutes === undefined) return refuse(hold.obstacle)
  return { limit_seconds: Math.min(seconds, hold.minutes * 60) }
}

const refuse = (refusal: WhyNoLeg): LegReport => ({ outcome: 'refused', refusal })
