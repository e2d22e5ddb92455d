import type { Micros } from '../../words/money.ts'
import type { Phone } from '../../words/phone.ts'
import type { OwnedNumber } from '../account/number.ts'
import type { Assistant } from '../assistants/assistant.ts'
import { platformFeePerMinute, priceFor, transcriptionPerMinute } from '../reference/prices.ts'
import type { Call, OnMachine, OpenCall } from './call.ts'
import { noticeFlagsOf, requestedNotices } from './call-notices.ts'
import { newlyWaiting } from './placement.ts'

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

/** Returns the price per started minute. Only `multimodal` calls pay for transcription. */
export const transcriptionPrice = ({ mode }: Pick<Caller, 'mode'>): Micros =>
  mode === 'multimodal' ? transcriptionPerMinute : 0

interface Begun {
  assistant: Caller
  rollout?: Call['rollout'] | undefined
  carrier_minute: Micros
}

export const begunCall = ({ assistant, rollout, carrier_minute }: Begun, now: number) => ({
  user_id: assistant.user_id,
  assistant_id: assistant.id,
  assistant_name: assistant.name,
  assistant_version: assistant.version,
  ...(rollout && { rollout }),
  is_visit: false,
  is_attested: false,
  max_duration_seconds: assistant.max_duration,
  on_machine: 'talk' as OnMachine,
  detects_machine: false,
  records: assistant.record,
  notice_wishes: noticeFlagsOf(assistant),
  announces: requestedNotices(noticeFlagsOf(assistant)),
  answered_by: 'unknown' as const,
  duration: 0,
  legs: [],
  legs_charged: 0,
  carrier_minute,
  platform_minute: platformFeePerMinute,
  transcription_minute: transcriptionPrice(assistant),
  carrier_cost: 0,
  total_cost: 0,
  opted_out: false,
  covered_seconds: 0,
  is_short: false,
  updated_at: now,
  revision: 1,
})

interface Outgoing {
  assistant: Caller
  from: OwnedNumber
  to: Phone
  rollout?: Call['rollout'] | undefined
  detects_machine?: boolean
}

export const newCall = (
  { assistant, from, to, rollout, detects_machine = false }: Outgoing,
  now: number,
): Omit<OpenCall, 'id'> => {
  const on_machine = onMachineOf(assistant)
  return {
    ...begunCall({ assistant, rollout, carrier_minute: priceFor(to.country).call_minute }, now),
    type: 'outbound',
    status: 'initiated',
    assistant_phone_number: from.phone_number,
    client_phone_number: to.number,
    on_machine,
    detects_machine: detects_machine || on_machine !== 'talk',
    announces: [],
    placement: newlyWaiting(),
  }
}

const onMachineOf = ({ voice_mail_message, end_call_on_voicemail }: Caller): OnMachine => {
  if (voice_mail_message) return 'leave message'
  return end_call_on_voicemail ? 'hang up' : 'talk'
}
