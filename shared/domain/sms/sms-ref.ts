import * as z from 'zod'
import { readIdPair } from '../../words/id.ts'

export const SmsRef = z.object({ user_id: z.int().positive(), sms_id: z.int().positive() })
export type SmsRef = z.infer<typeof SmsRef>

export const writeSmsRef = (ref: SmsRef): string => `${ref.user_id}-${ref.sms_id}`

export const readSmsRef = (text: string | undefined): SmsRef | undefined => {
  const pair = readIdPair(text)
  return pair && { user_id: pair[0], sms_id: pair[1] }
}
