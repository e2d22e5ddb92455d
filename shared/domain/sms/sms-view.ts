import * as z from 'zod'
import { timeOfId } from '../../words/id.ts'
import { decimalOf } from '../../words/money.ts'
import { inWords } from '../../words/refusal.ts'
import { plainTime } from '../../words/time.ts'
import { type Sms, smsStatuses } from './sms.ts'

export const SmsRecord = z.object({
  id: z.int(),
  phone_number_id: z.int(),
  to: z.string(),
  body: z.string(),
  user_id: z.int(),
  segments: z.int(),
  segment_price: z.number(),
  total_cost: z.number(),
  status: z.enum(smsStatuses),
  sms_sid: z.string().nullable(),
  carrier_code: z.int().nullable(),
  failure_reason: z.string().nullable(),
  created_at: z.string(),
  updated_at: z.string(),
})

/** `sms_sid` is null until the carrier has accepted the text. */
export const smsView = (sms: Sms): z.input<typeof SmsRecord> => ({
  id: sms.id,
  phone_number_id: sms.phone_number_id,
  to: sms.to,
  body: sms.body,
  user_id: sms.user_id,
  segments: sms.segments,
  segment_price: decimalOf(sms.segment_price),
  total_cost: decimalOf(sms.total_cost),
  status: sms.status,
  sms_sid: sms.sms_sid ?? null,
  ...failureOf(sms),
  created_at: plainTime(timeOfId(sms.id)),
  updated_at: plainTime(sms.updated_at),
})

/** A text that was delivered has no failure, whatever was reported before. */
const failureOf = ({ status, refusal }: Sms) =>
  refusal && (status === 'failed' || status === 'undelivered')
    ? { carrier_code: refusal.code ?? null, failure_reason: inWords(refusal) }
    : { carrier_code: null, failure_reason: null }
