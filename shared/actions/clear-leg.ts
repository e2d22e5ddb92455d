import { mayReach } from '../domain/account/account.ts'
import type { Call } from '../domain/calls/call.ts'
import { payableLeg } from '../domain/calls/call-cover.ts'
import { type Leg, type LegReport, secondsLeft } from '../domain/calls/leg.ts'
import type { LegRef } from '../domain/calls/leg-ref.ts'
import type { WhyNoLeg } from '../domain/calls/leg-refusals.ts'
import type { Log } from '../domain/log.ts'
import { countryOf } from '../domain/phone.ts'
import type { Supplied } from '../services.ts'

/** What clearing a leg touches. */
export type ClearingParts = Supplied<
  | 'accounts.cover'
  | 'accounts.means'
  | 'blacklist.has'
  | 'calls.reportLeg'
  | 'clock'
  | 'dialRate.takeAhead'
  | 'dialling.read'
>

/**
 * Decides whether the phone of a leg that was asked for may be dialled: what a dial must pass, it must pass, too, and the price of all its
 * minutes is held, as far as the money goes. The leg as it is then. Done twice, it holds nothing twice; what is held is given back when
 * the leg is charged, whatever dies here.
 */
export const clearLeg = async (
  parts: ClearingParts,
  { call, leg, ref }: { call: Call; leg: Leg; ref: LegRef },
  log: Log,
): Promise<Leg> => {
  const { calls, dialRate, clock } = parts
  const report = await judge(parts, call, leg, ref.place)
  const told = await calls.reportLeg(ref, report, clock.now())
  log.info('another phone was asked for', { ...ref, by: leg.by, refusal: report.refusal })
  if (!report.refusal && told?.before.ready_at === undefined) await dialRate.takeAhead()
  return told?.leg ?? leg
}

const judge = async (
  { accounts, blacklist, dialling, clock }: ClearingParts,
  call: Call,
  leg: Leg,
  place: number,
): Promise<LegReport> => {
  const [means, button, isBlacklisted] = await Promise.all([
    accounts.means(call.user_id),
    dialling.read(),
    blacklist.has(call.user_id, leg.to),
  ])
  if (means.account.suspended_at !== undefined) return refuse('suspended')
  if (button.isStopped) return refuse('paused')
  if (!mayReach(means, countryOf(leg.to))) return refuse('country')
  if (isBlacklisted) return refuse('blacklisted')
  const seconds = secondsLeft(call, clock.now())
  if (seconds === 0) return refuse('too late')
  const covered = await accounts.cover(payableLeg(call, leg, place, seconds))
  if (covered.minutes === undefined) return refuse(covered.obstacle)
  return { limit_seconds: Math.min(seconds, covered.minutes * 60) }
}

const refuse = (refusal: WhyNoLeg): LegReport => ({ outcome: 'refused', refusal })
