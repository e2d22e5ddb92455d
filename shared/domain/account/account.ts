import type { Micros } from '../../words/money.ts'

/** The item of a user's balance and holds. Older items may lack a member. */
export interface Account extends Held {
  micros: Micros
  /** Last entry that moved the balance. */
  last_entry?: number
  /** Sum of the holds for calls. */
  reserved?: Micros
  /** Calls with a hold: running ones, and those about to be placed. */
  live_calls?: number
  /** Counts holds ever made as items of their own. */
  held_apart?: number
  /** True after the first payment; then the balance is a limit. */
  is_prepaid?: boolean
  /** Epoch milliseconds. */
  suspended_at?: number
  /** ISO 3166-1 alpha-2: allowed countries; overrides the stage's list. */
  countries?: string[]
}

/**
 * Holds of live calls. `call_…` is in the balance item, so one write changes it. `apart_…` is an
 * item of its own, present only if read with the account.
 */
type Held = { [hold in HoldName]?: Micros }
export type HoldName = `call_${number}` | `apart_${number}`

/** Holds in the balance item, 27 bytes each; bounds the cost of a move. */
const heldTogetherMax = 200

export const heldName = (call_id: number): HoldName => `call_${call_id}`
const apartName = (call_id: number): HoldName => `apart_${call_id}`

/** Name of a call's hold, existing or next. */
export const holdName = (account: Account, call_id: number): HoldName => {
  if (account[apartName(call_id)] !== undefined) return apartName(call_id)
  const isTogether = account[heldName(call_id)] !== undefined || heldTogether(account).length < heldTogetherMax
  return isTogether ? heldName(call_id) : apartName(call_id)
}

/** The call's id if this names a hold that is an item. */
export const apartCall = (name: string): number | undefined =>
  name.startsWith('apart_') ? Number(name.slice('apart_'.length)) : undefined

/** Undefined for a call that is not live. */
export const heldFor = (account: Account, call_id: number): Micros | undefined => account[holdName(account, call_id)]

/** Adds holds that are items. */
export const withApart = (account: Account, holds: readonly { call_id: number; micros: Micros }[]): Account => ({
  ...account,
  ...Object.fromEntries(holds.map(({ call_id, micros }) => [apartName(call_id), micros])),
})

export const holdsApart = (account: Account): boolean => (account.live_calls ?? 0) > heldTogether(account).length

const heldTogether = (account: Account): number[] =>
  Object.keys(account).flatMap((name) => (name.startsWith('call_') ? [Number(name.slice('call_'.length))] : []))

/** Live calls with a hold, as far as read. */
export const liveCallIds = (account: Account): number[] => [
  ...heldTogether(account),
  ...Object.keys(account).flatMap((name) => apartCall(name) ?? []),
]

/** Limits of a stage for each user. */
export interface SpendingLimits {
  /** Overdraft for calls. By default none for prepaying users, unlimited for others. */
  overdraft?: Micros
  liveCallsMax: number
  /** ISO 3166-1 alpha-2; every country by default. */
  countries?: readonly string[]
}

export interface Means {
  account: Account
  limits: SpendingLimits
}

/** Means of a live call, whose money and cap are checked. */
export const ofLiveCall = ({ account, limits }: Means): Means => ({
  account,
  limits: { ...limits, overdraft: Number.POSITIVE_INFINITY, liveCallsMax: Number.POSITIVE_INFINITY },
})

/** The same account without country limits. */
export const anywhere = ({ account, limits }: Means): Means => ({
  account: { ...account, countries: undefined },
  limits: { ...limits, countries: undefined },
})

/** Allowed countries; undefined for all. */
export const countriesOf = ({ account, limits }: Means): readonly string[] | undefined =>
  account.countries ?? limits.countries

/** A number without a country is on no list. */
export const mayReach = (means: Means, country: string | undefined): boolean =>
  countriesOf(means)?.includes(country ?? '') ?? true

/** Lowest balance that calls may cause; undefined for none. */
export const floorOf = ({ account, limits }: Means): Micros | undefined => {
  if (limits.overdraft !== undefined) return -limits.overdraft
  return account.is_prepaid ? 0 : undefined
}

/** Amount that calls can still hold. */
export const spendable = (means: Means): Micros => {
  const floor = floorOf(means)
  return floor === undefined ? Number.POSITIVE_INFINITY : means.account.micros - (means.account.reserved ?? 0) - floor
}

/** Share of live calls for campaigns, so that single calls do not wait for ever. */
const campaignPart = 0.9

/** Live calls allowed with one more of this kind. */
export const liveCallsFor = ({ liveCallsMax }: SpendingLimits, isCampaign: boolean): number =>
  isCampaign ? Math.max(1, Math.floor(liveCallsMax * campaignPart)) : liveCallsMax

/** Campaign calls that the account may begin now. */
export const roomFor = ({ account, limits }: Means): number => liveCallsFor(limits, true) - (account.live_calls ?? 0)

/** Why an account makes no call now. `held`: the balance would suffice without holds. */
export type Obstacle = 'suspended' | 'country' | 'busy' | 'held' | 'balance'

export const obstacles: Record<Obstacle, string> = {
  suspended: 'The account is suspended.',
  country: 'Calls to this country are not allowed.',
  busy: 'The account makes as many calls at a time as it may.',
  held: 'The balance is held for calls that are running.',
  balance: 'The balance is used up.',
}

export interface CallTerms {
  /** ISO 3166-1 alpha-2; undefined without a country. */
  country: string | undefined
  minutePrice: Micros
  isCampaign: boolean
}

export const obstacleTo = (means: Means, { country, minutePrice, isCampaign }: CallTerms): Obstacle | undefined => {
  const { account, limits } = means
  if (account.suspended_at !== undefined) return 'suspended'
  if (!mayReach(means, country)) return 'country'
  if ((account.live_calls ?? 0) >= liveCallsFor(limits, isCampaign)) return 'busy'
  return shortage(means, minutePrice)
}

/** Why a further minute cannot be held for a call with the hold `own`. */
export const shortage = (means: Means, minutePrice: Micros, own: Micros = 0): Obstacle | undefined => {
  if (spendable(means) >= minutePrice) return undefined
  return spendable(means) + (means.account.reserved ?? 0) - own >= minutePrice ? 'held' : 'balance'
}
