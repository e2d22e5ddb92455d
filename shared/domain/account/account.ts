import type { Micros } from '../../words/money.ts'

/**
 * A user's balance and the holds on it: the item of the balance. Items that are older than a member
 * lack it.
 */
export interface Account extends Held {
  micros: Micros
  /** The id of the last entry that moved the balance. */
  last_entry?: number
  /** The part of the balance that is held for calls: the sum of what is held for each. */
  reserved?: Micros
  /**
   * Number of calls that money is held for: running ones, and those that the carrier is about to be
   * asked for.
   */
  live_calls?: number
  /** Counts the holds that were ever made as items of their own. */
  held_apart?: number
  /** True when money was paid in once. Then the balance is a limit. */
  is_prepaid?: boolean
  /** Epoch milliseconds. */
  suspended_at?: number
  /** ISO 3166-1 alpha-2: only these may be called and texted. Comes before the stage's own list. */
  countries?: string[]
}

/**
 * Holds of live calls. `call_…` is stored in the item of the balance: so a call is found, added and
 * removed in one write. `apart_…` is an item of its own, and is here only for calls that were read
 * with the account.
 */
type Held = { [hold in HoldName]?: Micros }
export type HoldName = `call_${number}` | `apart_${number}`

/**
 * Holds that the item of the balance keeps, 27 bytes each. The limit bounds what a move costs,
 * however many calls are live.
 */
const heldTogetherMax = 200

export const heldName = (call_id: number): HoldName => `call_${call_id}`
const apartName = (call_id: number): HoldName => `apart_${call_id}`

/** Name of the hold of a call: the one that it has, or else the one that it would get. */
export const holdName = (account: Account, call_id: number): HoldName => {
  if (account[apartName(call_id)] !== undefined) return apartName(call_id)
  const isTogether = account[heldName(call_id)] !== undefined || heldTogether(account).length < heldTogetherMax
  return isTogether ? heldName(call_id) : apartName(call_id)
}

/** The id of the call if this is the name of a hold that is an item of its own. */
export const apartCall = (name: string): number | undefined =>
  name.startsWith('apart_') ? Number(name.slice('apart_'.length)) : undefined

/** The hold for this call; undefined when it is not live. */
export const heldFor = (account: Account, call_id: number): Micros | undefined => account[holdName(account, call_id)]

/** The account with holds that are items of their own. */
export const withApart = (account: Account, holds: readonly { call_id: number; micros: Micros }[]): Account => ({
  ...account,
  ...Object.fromEntries(holds.map(({ call_id, micros }) => [apartName(call_id), micros])),
})

/** True if some holds are items of their own. */
export const holdsApart = (account: Account): boolean => (account.live_calls ?? 0) > heldTogether(account).length

const heldTogether = (account: Account): number[] =>
  Object.keys(account).flatMap((name) => (name.startsWith('call_') ? [Number(name.slice('call_'.length))] : []))

/** Live calls that have a hold, as far as they were read. */
export const liveCallIds = (account: Account): number[] => [
  ...heldTogether(account),
  ...Object.keys(account).flatMap((name) => apartCall(name) ?? []),
]

/** Limits that a stage sets for each of its users. */
export interface SpendingLimits {
  /**
   * Overdraft that calls may use. Without a choice: none for users who prepay, any amount for
   * others.
   */
  overdraft?: Micros
  liveCallsMax: number
  /** ISO 3166-1 alpha-2; every country when nothing was chosen. */
  countries?: readonly string[]
}

export interface Means {
  account: Account
  limits: SpendingLimits
}

/** The means of a call that is live: what money and the cap say of it has been said. */
export const ofLiveCall = ({ account, limits }: Means): Means => ({
  account,
  limits: { ...limits, overdraft: Number.POSITIVE_INFINITY, liveCallsMax: Number.POSITIVE_INFINITY },
})

/** The same account, as if every country was allowed. */
export const anywhere = ({ account, limits }: Means): Means => ({
  account: { ...account, countries: undefined },
  limits: { ...limits, countries: undefined },
})

/** The countries that may be reached, in order; undefined for all. */
export const countriesOf = ({ account, limits }: Means): readonly string[] | undefined =>
  account.countries ?? limits.countries

/** A number of no country is in no list. */
export const mayReach = (means: Means, country: string | undefined): boolean =>
  countriesOf(means)?.includes(country ?? '') ?? true

/** The balance that calls may not push it below; undefined for none. */
export const floorOf = ({ account, limits }: Means): Micros | undefined => {
  if (limits.overdraft !== undefined) return -limits.overdraft
  return account.is_prepaid ? 0 : undefined
}

/** The amount that can still be held for calls. */
export const spendable = (means: Means): Micros => {
  const floor = floorOf(means)
  return floor === undefined ? Number.POSITIVE_INFINITY : means.account.micros - (means.account.reserved ?? 0) - floor
}

/**
 * Share of live calls for campaigns: of every ten they leave one to single calls, which else might
 * wait for ever.
 */
const campaignPart = 0.9

/** Number of calls that may be live when one more of this kind is begun. */
export const liveCallsFor = ({ liveCallsMax }: SpendingLimits, isCampaign: boolean): number =>
  isCampaign ? Math.max(1, Math.floor(liveCallsMax * campaignPart)) : liveCallsMax

/** Number of campaign calls that the account may begin now. */
export const roomFor = ({ account, limits }: Means): number => liveCallsFor(limits, true) - (account.live_calls ?? 0)

/**
 * Why an account makes no call now. `held`: its balance would do, were it not held for calls that
 * run.
 */
export type Obstacle = 'suspended' | 'country' | 'busy' | 'held' | 'balance'

/** Why, in words for people. */
export const obstacles: Record<Obstacle, string> = {
  suspended: 'The account is suspended.',
  country: 'Calls to this country are not allowed.',
  busy: 'The account makes as many calls at a time as it may.',
  held: 'The balance is held for calls that are running.',
  balance: 'The balance is used up.',
}

export interface CallTerms {
  /** ISO 3166-1 alpha-2; undefined for a number of no country. */
  country: string | undefined
  minutePrice: Micros
  isCampaign: boolean
}

/** Why a call may not begin now. */
export const obstacleTo = (means: Means, { country, minutePrice, isCampaign }: CallTerms): Obstacle | undefined => {
  const { account, limits } = means
  if (account.suspended_at !== undefined) return 'suspended'
  if (!mayReach(means, country)) return 'country'
  if ((account.live_calls ?? 0) >= liveCallsFor(limits, isCampaign)) return 'busy'
  return shortage(means, minutePrice)
}

/** Why the price of a minute cannot be held for a call that `own` is held for already. */
export const shortage = (means: Means, minutePrice: Micros, own: Micros = 0): Obstacle | undefined => {
  if (spendable(means) >= minutePrice) return undefined
  return spendable(means) + (means.account.reserved ?? 0) - own >= minutePrice ? 'held' : 'balance'
}
