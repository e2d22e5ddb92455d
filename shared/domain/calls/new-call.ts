import type { Micros } from '../../words/money.ts'
import type { Phone } from '../../words/phone.ts'
import type { OwnedNumber } from '../account/number.ts'
import type { Assistant } from '../assistants/assistant.ts'
import { platformFeePerMinute, priceFor, transcriptionPerMinute } from '../reference/prices.ts'
import type { Call } from './call.ts'
import { wishesOf } from './call-notices.ts'
import { newlyWaiting } from './placement.ts'

/** Settings of an assistant that a call needs. */
export type Caller = Pick<
  Assistant,
  | 'id'
  | 'user_id'
  | 'name'
  | 'mode'
  | 'max_duration'
  | 'end_call_on_voicemail'
  | 'voice_mail_message'
  | 'record'
  | 'disclosure'
  | 'recording_notice'
> & { version: number | undefined }

/** Price of a started minute; undefined for a call that talks through our own socket. */
export const transcriptionPrice = ({ mode }: Pick<Caller, 'mode'>): Micros | undefined =>
  mode === 'multimodal' ? transcriptionPerMinute : undefined

interface Outgoing {
  assistant: Caller
  from: OwnedNumber
  to: Phone
  /** The rollout in which the call counts. */
  rollout_id?: number | undefined
}

/** A call that shall be placed; the carrier was not asked yet. */
export const newCall = ({ assistant, from, to, rollout_id }: Outgoing, now: number): Omit<Call, 'id'> => ({
  user_id: assistant.user_id,
  type: 'outbound',
  status: 'initiated',
  assistant_id: assistant.id,
  assistant_name: assistant.name,
  assistant_version: assistant.version,
  ...(rollout_id !== undefined && { rollout_id }),
  assistant_phone_number: from.phone_number,
  client_phone_number: to.number,
  max_duration_seconds: assistant.max_duration,
  ends_on_voicemail: assistant.end_call_on_voicemail,
  ...(assistant.voice_mail_message && { leaves_message: true }),
  records: assistant.record,
  notice_wishes: wishesOf(assistant),
  placement: newlyWaiting(),
  answered_by: 'unknown',
  duration: 0,
  carrier_minute: priceFor(to.country).call_minute,
  platform_minute: platformFeePerMinute,
  transcription_minute: transcriptionPrice(assistant),
  carrier_cost: 0,
  total_cost: 0,
  updated_at: now,
  revision: 1,
})
