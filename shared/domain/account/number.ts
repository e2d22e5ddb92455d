import type { Micros } from '../../words/money.ts'

export const numberTypes = ['Normal', 'SIP', 'Caller ID'] as const
export type NumberType = (typeof numberTypes)[number]

/** Code points. */
export const nicknameMax = 50

export interface Subscription {
  price: Micros
  bought_at: number
  months: number
  /** Time since which the number is unpaid, and time of the next attempt to charge. */
  suspension?: { since: number; charge_at: number }
}

export interface OwnedNumber {
  id: number
  user_id: number
  phone_number: string
  country_code: string
  type_label: NumberType
  can_send_sms: boolean
  nickname?: string
  /** Name of the number's area, from the operator's command `number add`. */
  region?: string
  expires_at?: number
  carrier_sid?: string
  /**
   * Time at which a worker points an imported number's webhooks to this deployment; absent
   * afterwards.
   */
  point_at?: number
  subscription?: Subscription
  /** Version number for conditional writes of the subscription. */
  tended?: number
  /** Time at which the release takes effect. Until then the number is unused. */
  leaves_at?: number
  /**
   * Pause of the number in campaigns: few of its calls were answered, or the carrier refused it.
   * Only calls after `day` count for the next pause.
   */
  pause?: { until: number; day: string; refusal?: string }
  inbound_assistant_id?: number
}

export const isExpired = (number: OwnedNumber, now: number): boolean =>
  (number.expires_at !== undefined && number.expires_at <= now) ||
  number.leaves_at !== undefined ||
  number.subscription?.suspension !== undefined

export const isAvailable = (number: OwnedNumber, now: number, assistant_id?: number): boolean =>
  number.type_label !== 'Caller ID' &&
  !isExpired(number, now) &&
  (number.inbound_assistant_id === undefined || number.inbound_assistant_id === assistant_id)

/**
 * Returns the assistant's number, or else the first by type (Normal, SIP, Caller ID), then by id.
 */
export const callingNumber = (
  numbers: readonly OwnedNumber[],
  preferred: number | null | undefined,
  now: number,
): OwnedNumber | undefined => {
  const usable = numbers.filter((number) => !isExpired(number, now))
  const own = usable.find(({ id }) => id === preferred)
  if (own) return own
  return usable.toSorted(
    (a, b) => numberTypes.indexOf(a.type_label) - numberTypes.indexOf(b.type_label) || a.id - b.id,
  )[0]
}
