import type { Micros } from '../../words/money.ts'
import { countryOf } from '../../words/phone.ts'
import {
  heldFor,
  liveCallsFor,
  type Means,
  type Obstacle,
  obstacleTo,
  ofLiveCall,
  shortage,
  spendable,
} from '../account/account.ts'
import type { Call } from './call.ts'
import { minutePriceOf } from './call-cost.ts'
import type { Leg } from './leg.ts'
import { answeredAt, newlyWaiting } from './placement.ts'

/** Minutes of a running call whose price is held in advance. */
const minutesAhead = 3
/**
 * Milliseconds before the held money runs out at which we hold more, because the check every minute
 * may be late.
 */
const extendAheadMs = 75_000
/** Milliseconds that the carrier needs to end a call. */
const endAheadMs = 3_000

const scheduleMs = 60_000

const minutesMax = ({ max_duration_seconds }: Call): number => Math.max(1, Math.ceil(max_duration_seconds / 60))

/**
 * A call, or a transfer leg in the form of a call, so that the same code charges both. The whole
 * price of a leg is held before the dial.
 */
export type Payable = Call & { leg_of?: { call_id: number; place: number; minute: Micros } }

export const payableLeg = (call: Call, leg: Leg, place: number, seconds: number): Payable => ({
  ...call,
  id: leg.id,
  type: 'outbound',
  client_phone_number: leg.to,
  campaign: undefined,
  placement: newlyWaiting(),
  covered_seconds: 0,
  hang_up: undefined,
  max_duration_seconds: seconds,
  carrier_minute: leg.carrier_minute,
  platform_minute: 0,
  transcription_minute: 0,
  leg_of: { call_id: call.id, place, minute: minutePriceOf(call) },
})

export const obstacleOf = (call: Call, means: Means): Obstacle | undefined => {
  if (call.hang_up) return 'suspended'
  const country = countryOf(call.client_phone_number)
  const isLive = heldFor(means.account, call.id) !== undefined
  const terms = { country, minutePrice: minutePriceOf(call), isCampaign: isOfCampaign(call) }
  return obstacleTo(isLive ? ofLiveCall(means) : means, terms)
}

const isOfCampaign = ({ campaign }: Call): boolean => campaign !== undefined

interface Hold {
  minutes: number
  held: Micros
  more: Micros
}

export const holdNeeded = (call: Payable, means: Means): Hold | { obstacle: Obstacle } => {
  const { account, limits } = means
  if (account.suspended_at !== undefined) return { obstacle: 'suspended' }
  const minutePrice = minutePriceOf(call)
  const isLive = heldFor(account, call.id) !== undefined
  const held = heldFor(account, call.id) ?? 0
  const paid = minutePrice > 0 ? Math.round(held / minutePrice) : minutesMax(call)
  const isAhead = answeredAt(call) === undefined || paid * 60 > call.covered_seconds
  if (isLive && isAhead) return { minutes: paid, held, more: 0 }

  const isRinging = call.type === 'inbound' && !isLive
  const isBusy = (account.live_calls ?? 0) >= liveCallsFor(limits, isOfCampaign(call))
  if (!isLive && !isRinging && isBusy) return { obstacle: 'busy' }
  const lacking = shortage(means, minutePrice, held)
  if (lacking && !isRinging) return { obstacle: lacking }
  const ahead = call.leg_of ? Number.POSITIVE_INFINITY : minutesAhead
  const wanted = Math.max(1, Math.min(ahead, minutesMax(call) - paid))
  const minuteOfAll = minutePrice + (call.leg_of?.minute ?? 0)
  const affordable = minuteOfAll > 0 ? Math.floor(spendable(means) / minuteOfAll) : wanted
  const minutes = Math.max(1, Math.min(wanted, affordable))
  return { minutes: paid + minutes, held, more: minutes * minutePrice }
}

const heldUntil = (call: Call): number => {
  const answered_at = answeredAt(call)
  if (call.covered_seconds === 0 || answered_at === undefined) return Number.POSITIVE_INFINITY
  if (call.covered_seconds >= call.max_duration_seconds) return Number.POSITIVE_INFINITY
  return answered_at + call.covered_seconds * 1000
}

/**
 * Returns the time at which more money must be held. After a failed attempt, returns the time at
 * which the call must end.
 */
export const holdDueAt = (call: Call): number => heldUntil(call) - (call.is_short ? endAheadMs : extendAheadMs)

/** True when the check that runs every minute may be too late to hold more money. */
export const isHoldShort = (call: Call): boolean =>
  heldUntil(call) - extendAheadMs < (answeredAt(call) ?? 0) + scheduleMs

export const isHoldSpent = (call: Call, now: number): boolean => now >= heldUntil(call) - endAheadMs
