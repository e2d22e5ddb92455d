import type { OwnedNumber, Subscription } from './number.ts'

/**
 * The life of a number that is paid by the month: paid, suspended for want of money, then given
 * back.
 */

const hourMs = 60 * 60_000
const dayMs = 24 * hourMs
/** A suspended number stays the user's for this long. */
const suspendedMsMax = 7 * dayMs
/** Pause between attempts to charge a suspended number. */
const chargeAgainMs = 6 * hourMs
/**
 * A released number stays at the carrier for at least this long: longer than any call from it
 * lasts.
 */
const leavesAfterMsMin = hourMs

/**
 * The same day of the month and time of day, this many months later; the last day of a shorter
 * month. UTC.
 */
const monthsAfter = (start: number, months: number): number => {
  const from = new Date(start)
  const [year, month] = [from.getUTCFullYear(), from.getUTCMonth() + months]
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  return Date.UTC(year, month, Math.min(from.getUTCDate(), lastDay)) + (start % dayMs)
}

export const paidUntil = ({ bought_at, months }: Subscription): number => monthsAfter(bought_at, months)

/** When a worker must look after a number; never for one that costs nothing and stays. */
export const numberDueAt = ({ leaves_at, point_at, subscription }: OwnedNumber): number | undefined =>
  leaves_at ?? point_at ?? (subscription && (subscription.suspension?.charge_at ?? paidUntil(subscription)))

/** A month more is paid. */
export const renewed = ({ price, bought_at, months }: Subscription): Subscription => ({
  price,
  bought_at,
  months: months + 1,
})

/** The money does not suffice. */
export const suspended = (subscription: Subscription, now: number): Subscription => {
  const since = subscription.suspension?.since ?? now
  return { ...subscription, suspension: { since, charge_at: Math.min(now + chargeAgainMs, since + suspendedMsMax) } }
}

/** True when a number was suspended for so long that it is given back. */
export const isForfeit = ({ suspension }: Subscription, now: number): boolean =>
  suspension !== undefined && now >= suspension.since + suspendedMsMax

/**
 * When a number that its user releases is given back: at the end of what is paid. One that costs
 * nothing goes at once.
 */
export const leavesAt = ({ subscription }: OwnedNumber, now: number): number =>
  subscription ? Math.max(paidUntil(subscription), now + leavesAfterMsMin) : now
