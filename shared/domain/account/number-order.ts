import * as z from 'zod'
import type { Micros } from '../../words/money.ts'
import type { OwnedNumber } from './number.ts'

export const NumberRef = z.object({ user_id: z.int().positive(), number_id: z.int().positive() })
export type NumberRef = z.infer<typeof NumberRef>

/** A purchase of a number, recorded before the carrier is asked. */
export interface NumberOrder {
  id: number
  user_id: number
  phone_number: string
  country_code: string
  price: Micros
  asked_at: number
}

export const recheckMs = 20_000
/**
 * Milliseconds after which a number that the carrier does not list counts as not bought. No
 * purchase request runs this long.
 */
export const notBoughtMs = 10 * 60_000

export const orderDueAt = ({ asked_at }: NumberOrder): number => asked_at + recheckMs

export const carrierNameOf = ({ user_id, id }: Pick<NumberOrder, 'id' | 'user_id'>): string =>
  `Parlance ${user_id}-${id}`

/** True for names that this product gives to bought numbers, in any stage. */
export const isBoughtName = (name: string): boolean => /^Parlance \d+-\d+$/.test(name)

export const pointAgainMs = 60_000

export interface Handover {
  carrier_sid: string
  can_send_sms: boolean
}

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
