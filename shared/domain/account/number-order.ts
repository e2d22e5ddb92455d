import * as z from 'zod'
import type { Micros } from '../../words/money.ts'
import type { OwnedNumber } from './number.ts'

/** Identifies a number or its order. */
export const NumberRef = z.object({ user_id: z.int().positive(), number_id: z.int().positive() })
export type NumberRef = z.infer<typeof NumberRef>

/** A purchase, recorded before the carrier is asked. */
export interface NumberOrder {
  /** Id of the future number. */
  id: number
  user_id: number
  /** E.164 */
  phone_number: string
  country_code: string
  /** Micro-units a month. The first month is held. */
  price: Micros
  /** When the carrier was asked, epoch milliseconds. */
  asked_at: number
}

/** Pause before each check of the carrier's list. */
export const lookAgainMs = 20_000
/** After this, a missing number counts as not bought. No request lives as long. */
export const notBoughtMs = 10 * 60_000

export const orderDueAt = ({ asked_at }: NumberOrder): number => asked_at + lookAgainMs

/** A bought number's name at the carrier, which identifies its order. */
export const carrierNameOf = ({ user_id, id }: Pick<NumberOrder, 'id' | 'user_id'>): string =>
  `Parlance ${user_id}-${id}`

/** True for numbers bought here or by another stage. */
export const isBoughtName = (name: string): boolean => /^Parlance \d+-\d+$/.test(name)

/** Time before a worker points an imported number here. */
export const pointAgainMs = 60_000

/** The carrier's facts about a sold number. */
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
