import type { Micros } from '../../words/money.ts'

export const numberTypes = ['Normal', 'SIP', 'Caller ID'] as const
export type NumberType = (typeof numberTypes)[number]

/** Longest nickname, in code points. */
export const nicknameMax = 50

/** The price of a bought number, and the end of the paid time. */
export interface Subscription {
  /** Micro-units a month */
  price: Micros
  /** Epoch milliseconds */
  bought_at: number
  /** Months that are paid, the first one included. */
  months: number
  /** Since when the money has not sufficed, and when it is tried again. */
  suspension?: { since: number; charge_at: number }
}

/** A phone number that a user owns. */
export interface OwnedNumber {
  id: number
  user_id: number
  /** E.164 */
  phone_number: string
  /** ISO 3166-1 alpha-2 */
  country_code: string
  type_label: NumberType
  can_send_sms: boolean
  /** The owner's name for it. */
  nickname?: string
  /** The part of the country that it belongs to, in the words of the operator who registered it. */
  region?: string
  /** End of the subscription, epoch milliseconds; never when absent. */
  expires_at?: number
  /** The carrier's id of a number that was bought or imported here. */
  carrier_sid?: string
  /**
   * Time at which a worker sends the carrier our addresses for an imported number. Absent once it
   * has them, and for numbers that were not imported.
   */
  point_at?: number
  /** Exists for a number that was bought here. */
  subscription?: Subscription
  /** Counts changes of the subscription, so that two workers do not make the same one. */
  tended?: number
  /** When the user's release takes effect. Until then the number is not used any more. */
  leaves_at?: number
  /**
   * Campaigns with a pool do not call from it until then, because few of its calls were answered.
   * Calls of later days than `day` are judged next.
   */
  pause?: { until: number; day: string }
  /** The inbound assistant that answers it. */
  inbound_assistant_id?: number
}

export const isExpired = (number: OwnedNumber, now: number): boolean =>
  (number.expires_at !== undefined && number.expires_at <= now) ||
  number.leaves_at !== undefined ||
  number.subscription?.suspension !== undefined

/**
 * Could it be given to an inbound assistant now: a new one, or the one that has it already? A
 * caller ID cannot be called.
 */
export const isAvailable = (number: OwnedNumber, now: number, assistant_id?: number): boolean =>
  number.type_label !== 'Caller ID' &&
  !isExpired(number, now) &&
  (number.inbound_assistant_id === undefined || number.inbound_assistant_id === assistant_id)

/**
 * The number to call from: the assistant's own, else the first usable one; Normal before SIP before
 * Caller ID, then lowest id.
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
