import type { OwnedNumber, Subscription } from './number.ts'

const hourMs = 60 * 60_000
const dayMs = 24 * hourMs
const suspendedMsMax = 7 * dayMs
const chargeAgainMs = 6 * hourMs
/** Minimum milliseconds before a release takes effect: longer than any call. */
const leavesAfterMsMin = hourMs

/** Returns the same day and time `months` later (UTC), or the last day of a shorter month. */
const monthsAfter = (start: number, months: number): number => {
  const from = new Date(start)
  const [year, month] = [from.getUTCFullYear(), from.getUTCMonth() + months]
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  return Date.UTC(year, month, Math.min(from.getUTCDate(), lastDay)) + (start % dayMs)
}

export const paidUntil = ({ bought_at, months }: Subscription): number => monthsAfter(bought_at, months)

export const numberDueAt = ({ leaves_at, point_at, subscription }: OwnedNumber): number | undefined =>
  leaves_at ?? point_at ?? (subscription && (subscription.suspension?.charge_at ?? paidUntil(subscription)))

export const renewed = ({ price, bought_at, months }: Subscription): Subscription => ({
  price,
  bought_at,
  months: months + 1,
})

export const suspended = (subscription: Subscription, now: number): Subscription => {
  const since = subscription.suspension?.since ?? now
  return { ...subscription, suspension: { since, charge_at: Math.min(now + chargeAgainMs, since + suspendedMsMax) } }
}

export const isForfeit = ({ suspension }: Subscription, now: number): boolean =>
  suspension !== undefined && now >= suspension.since + suspendedMsMax

export const leavesAt = ({ subscription }: OwnedNumber, now: number): number =>
  subscription ? Math.max(paidUntil(subscription), now + leavesAfterMsMin) : now
