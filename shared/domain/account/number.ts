import type { Micros } from '../../words/money.ts'

export const numberTypes = ['Normal', 'SIP', 'Caller ID'] as const
export type NumberType = (typeof numberTypes)[number]

/** Code points. */
export const nicknameMax = 50

export interface Subscription {
  /** Micro-units a month */
  price: Micros
  /** Epoch milliseconds */
  bought_at: number
  /** Paid months, the first included. */
  months: number
  /** Unpaid since, and the next attempt. */
  suspension?: { since: number; charge_at: number }
}

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
  /** Its part of the country, as registered by the operator. */
  region?: string
  /** End of the subscription, epoch milliseconds; absent: never. */
  expires_at?: number
  /** The carrier's id, of a bought or imported number. */
  carrier_sid?: string
  /** When a worker points an imported number here. Absent once done, and for others. */
  point_at?: number
  /** Only for bought numbers. */
  subscription?: Subscription
  /** Counts subscription changes, so that two workers do not make the same one. */
  tended?: number
  /** When the release takes effect. Until then the number is unused. */
  leaves_at?: number
  /** Pause in campaigns' pools after too few answers. Later days than `day` are judged next. */
  pause?: { until: number; day: string }
  /** The inbound assistant that answers it. */
  inbound_assistant_id?: number
}

export const isExpired = (number: OwnedNumber, now: number): boolean =>
  (number.expires_at !== undefined && number.expires_at <= now) ||
  number.leaves_at !== undefined ||
  number.subscription?.suspension !== undefined

/**
 * True when an inbound assistant may get it: a new one, or its present one. A caller ID cannot be
 * called.
 */
export const isAvailable = (number: OwnedNumber, now: number, assistant_id?: number): boolean =>
  number.type_label !== 'Caller ID' &&
  !isExpired(number, now) &&
  (number.inbound_assistant_id === undefined || number.inbound_assistant_id === assistant_id)

/** The assistant's own number, else the first usable: Normal, SIP, Caller ID, then lowest id. */
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
