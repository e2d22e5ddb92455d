import * as z from 'zod'
import type { Micros } from '../../words/money.ts'
import type { OwnedNumber } from './number.ts'

/** Names one number of one user, or the order of one. */
export const NumberRef = z.object({ user_id: z.int().positive(), number_id: z.int().positive() })
export type NumberRef = z.infer<typeof NumberRef>

/**
 * A number that is being bought. It is recorded before the carrier is asked, and ends as a number
 * or as nothing.
 */
export interface NumberOrder {
  /** The id that the number will have. */
  id: number
  user_id: number
  /** E.164 */
  phone_number: string
  country_code: string
  /** Micro-units a month. The first month is held until the number is bought. */
  price: Micros
  /** When the carrier was asked, epoch milliseconds. */
  asked_at: number
}

/**
 * First look into the carrier's list after a request without an answer, and the pause between
 * looks.
 */
export const lookAgainMs = 20_000
/**
 * After this long without the number among those of the account, it counts as not bought. No
 * request lives as long.
 */
export const notBoughtMs = 10 * 60_000

export const orderDueAt = ({ asked_at }: NumberOrder): number => asked_at + lookAgainMs

/**
 * The name that a bought number has at the carrier: it tells, when an answer was lost, that this
 * order bought it.
 */
export const carrierNameOf = ({ user_id, id }: Pick<NumberOrder, 'id' | 'user_id'>): string =>
  `Parlance ${user_id}-${id}`

/** True for the name of a number that was bought for some user, here or by another stage. */
export const isBoughtName = (name: string): boolean => /^Parlance \d+-\d+$/.test(name)

/**
 * Time that a request has to send the carrier the addresses of an imported number before a worker
 * does it.
 */
export const pointAgainMs = 60_000

/** The carrier's facts about a number that it sold. */
export interface Handover {
  carrier_sid: string
  can_send_sms: boolean
}

/** The number that an order becomes. */
export const numberOf = (
  { asked_at, price, ...order }: NumberOrder,
  { carrier_sid, can_send_sms }: Handover,
): OwnedNumber => ({
  ...order,
  type_label: 'Normal',
  can_send_sms,
  carrier_sid,
  subscription: { price, bought_at: asked_at, months: 1 },
  tended: 1,
})
