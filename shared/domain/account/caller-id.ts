import { createHash } from 'node:crypto'
import * as z from 'zod'
import { readIdPair } from '../../words/id.ts'
import type { OwnedNumber } from './number.ts'
import { carrierNameOf, type NumberRef } from './number-order.ts'

const callerIdStates = ['pending', 'verified', 'failed', 'expired'] as const

/** A number that the carrier verifies: it calls the number, and the person types a code. */
export interface CallerId {
  id: number
  user_id: number
  phone_number: string
  country_code: string
  state: (typeof callerIdStates)[number]
  asked_at: number
  /** Digits to type; absent before the carrier's answer and after the verification. */
  validation_code?: string
}

/** Milliseconds: longer than a verification call of the carrier takes. */
const verifiedMsMax = 10 * 60_000

export const callerIdDueAt = ({ asked_at }: CallerId): number => asked_at + verifiedMsMax

/** Verification calls are limited, because they may ring strangers. */
export const callerIdLimits = { perUserAndHour: 10, perUserAndDay: 30, perNumberAndDay: 3 } as const

export const callsKindOf = (phone_number: string): string =>
  createHash('sha256').update(`caller-id ${phone_number}`).digest('hex')

export const writeNumberRef = ({ user_id, id }: Pick<CallerId, 'user_id' | 'id'>): string => `${user_id}-${id}`
export const readNumberRef = (text: string | undefined): NumberRef | undefined => {
  const pair = readIdPair(text)
  return pair && { user_id: pair[0], number_id: pair[1] }
}

export const callerIdNameOf = carrierNameOf

export const callerIdNumber = (
  { id, user_id, phone_number, country_code }: CallerId,
  carrier_sid: string,
): OwnedNumber => ({
  ...{ id, user_id, phone_number, country_code, carrier_sid },
  type_label: 'Caller ID',
  can_send_sms: false,
})

export const CallerIdView = z.object({
  id: z.int(),
  phone_number: z.string(),
  validation_code: z.string().nullable(),
  status: z.enum(callerIdStates),
})

export const callerIdView = ({
  id,
  phone_number,
  validation_code = '',
  state,
}: CallerId): z.input<typeof CallerIdView> => ({
  id,
  phone_number,
  validation_code: validation_code || null,
  status: state,
})
