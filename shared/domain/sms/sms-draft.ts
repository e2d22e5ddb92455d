import type { Phone } from '../../words/phone.ts'
import type { OwnedNumber } from '../account/number.ts'
import { priceFor } from '../reference/prices.ts'
import { countSegments } from './segments.ts'
import type { Sms } from './sms.ts'

export const newSms = (sender: OwnedNumber, recipient: Phone, body: string, now: number): Omit<Sms, 'id'> => {
  const segments = countSegments(body)
  const segment_price = priceFor(recipient.country).sms_segment
  return {
    user_id: sender.user_id,
    phone_number_id: sender.id,
    from: sender.phone_number,
    to: recipient.number,
    body,
    segments,
    segment_price,
    total_cost: segments * segment_price,
    status: 'sending',
    money: 'held',
    asked_at: now,
    updated_at: now,
    revision: 1,
  }
}
