import type { Micros } from '../../words/money.ts'

export interface Account extends Held {
  micros: Micros
  last_entry?: number
  reserved?: Micros
  /** Number of calls with money on hold: running or about to be placed. */
  live_calls?: number
  held_apart?: number
  /** True after the first payment; then the balance limits calls. */
  is_prepaid?: boolean
  suspended_at?: number
  /** ISO 3166-1 alpha-2; replaces the stage's list of allowed countries. */
  countries?: string[]
}

/**
 * Amounts on hold, by hold name. `call_…` is stored in the account item. `apart_…` is stored in a
 * separate item, so it may be absent here.
 */
type Held = { [hold in HoldName]?: Micros }
export type HoldName = `call_${number}` | `apart_${number}`

/**
 * Maximum number of holds in the account item, at 27 bytes each. Further holds are separate items.
 */
const heldTogetherMax = 200

export const heldName = (call_id: number): HoldName => `call_${call_id}`
const apartName = (call_id: number): HoldName => `apart_${call_id}`

export const holdName = (account: Account, call_id: number): HoldName => {
  if (account[apartName(call_id)] !== undefined) return apartName(call_id)
  const isTogether = account[heldName(call_id)] !== undefined || heldTogether(account).length < heldTogetherMax
  return isTogether ? heldName(call_id) : apartName(call_id)
}

export const apartCall = (name: string): number | undefined =>
  name.startsWith('apart_') ? Number(name.slice('apart_'.length)) : undefined

export const heldFor = (account: Account, call_id: number): Micros | undefined => account[holdName(account, call_id)]

export const withApart = (account: Account, holds: readonly { call_id: number; micros: Micros }[]): Account => ({
  ...account,
  ...Object.fromEntries(holds.map(({ call_id, micros }) => [apartName(call_id), micros])),
})

export const holdsApart = (account: Account): boolean => (account.live_calls ?? 0) > heldTogether(account).length

const heldTogether = (account: Account): number[] =>
  Object.keys(account).flatMap((name) => (name.startsWith('call_') ? [Number(name.slice('call_'.length))] : []))

export const liveCallIds = (account: Account): number[] => [
  ...heldTogether(account),
  ...Object.keys(account).flatMap((name) => apartCall(name) ?? []),
]

export interface SpendingLimits {
  /** Default: none for prepaying users, unlimited for others. */
  overdraft?: Micros
  liveCallsMax: number
  /** ISO 3166-1 alpha-2; default: all. */
  countries?: readonly string[]
}

export interface Means {
  account: Account
  limits: SpendingLimits
}

export const ofLiveCall = ({ account, limits }: Means): Means => ({
  account,
  limits: { ...limits, overdraft: Number.POSITIVE_INFINITY, liveCallsMax: Number.POSITIVE_INFINITY },
})

export const anywhere = ({ account, limits }: Means): Means => ({
  account: { ...account, countries: undefined },
  limits: { ...limits, countries: undefined },
})

export const countriesOf = ({ account, limits }: Means): readonly string[] | undefined =>
  account.countries ?? limits.countries

/** A number without a country is allowed only if all countries are allowed. */
export const mayReach = (means: Means, country: string | undefined): boolean =>
  countriesOf(means)?.includes(country ?? '') ?? true

/** Returns the balance down to which calls are allowed; undefined: unlimited. */
export const floorOf = ({ account, limits }: Means): Micros | undefined => {
  if (limits.overdraft !== undefined) return -limits.overdraft
  return account.is_prepaid ? 0 : undefined
}

export const spendable = (means: Means): Micros => {
  const floor = floorOf(means)
  return floor === undefined ? Number.POSITIVE_INFINITY : means.account.micros - (means.account.reserved ?? 0) - floor
}

/** Share of `liveCallsMax` that campaigns may use. The rest is kept for calls outside campaigns. */
const campaignPart = 0.9

export const liveCallsFor = ({ liveCallsMax }: SpendingLimits, isCampaign: boolean): number =>
  isCampaign ? Math.max(1, Math.floor(liveCallsMax * campaignPart)) : liveCallsMax

export const roomFor = ({ account, limits }: Means): number => liveCallsFor(limits, true) - (account.live_calls ?? 0)

/** `held`: the balance would suffice if no amounts were held. */
export type Obstacle = 'suspended' | 'country' | 'busy' | 'held' | 'balance'

export const obstacles: Record<Obstacle, string> = {
  suspended: 'The account is suspended.',
  country: 'Calls to this country are not allowed.',
  busy: 'The account makes as many calls at a time as it may.',
  held: 'The balance is held for calls that are running.',
  balance: 'The balance is used up.',
}

export interface CallTerms {
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

export const shortage = (means: Means, minutePrice: Micros, own: Micros = 0): Obstacle | undefined => {
  if (spendable(means) >= minutePrice) return undefined
  return spendable(means) + (means.account.reserved ?? 0) - own >= minutePrice ? 'held' : 'balance'
}
