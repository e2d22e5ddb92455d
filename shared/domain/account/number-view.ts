import * as z from 'zod'
import { timeOfId } from '../../words/id.ts'
import { isoTime } from '../../words/time.ts'
import { isExpired, type NumberType, numberTypes, type OwnedNumber } from './number.ts'

export const NumberItem = z.object({
  id: z.int(),
  phone_number: z.string(),
  nickname: z.string().nullable(),
  country_code: z.string(),
  type: z.enum(['normal', 'sip', 'caller_id']),
  type_label: z.enum(numberTypes),
  sms_capable: z.boolean(),
  region: z.string().nullable(),
  has_active_subscription: z.boolean(),
  created_at: z.string(),
})

export const RenamedNumber = NumberItem.pick({
  id: true,
  phone_number: true,
  nickname: true,
  country_code: true,
  type: true,
})

export const BoughtNumber = NumberItem.pick({
  id: true,
  phone_number: true,
  country_code: true,
  type: true,
  sms_capable: true,
})

export const boughtView = (number: OwnedNumber): z.input<typeof BoughtNumber> => ({
  ...number,
  type: typeOf[number.type_label],
  sms_capable: number.can_send_sms,
})

export const numberView = (number: OwnedNumber, now: number): z.input<typeof NumberItem> => ({
  ...number,
  nickname: number.nickname ?? null,
  type: typeOf[number.type_label],
  sms_capable: number.can_send_sms,
  region: number.region ?? null,
  has_active_subscription: !isExpired(number, now),
  created_at: isoTime(timeOfId(number.id)),
})

const typeOf = { Normal: 'normal', SIP: 'sip', 'Caller ID': 'caller_id' } as const satisfies Record<NumberType, string>
