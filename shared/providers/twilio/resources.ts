import * as z from 'zod'
import type { CarrierCall } from '../../domain/calls/carrier-call.ts'
import type { CarrierMessage } from '../../domain/sms/carrier-message.ts'
import { type Micros, microsOf } from '../../words/money.ts'
import { readAnsweredBy, readCallStatus, readSmsStatus } from './words.ts'

export const TwilioCall = z.object({
  sid: z.string(),
  status: z.string(),
  date_created: z.string().nullish(),
  end_time: z.string().nullish(),
  duration: z.union([z.string(), z.number()]).nullish(),
  answered_by: z.string().nullish(),
  price: z.string().nullish(),
  price_unit: z.string().nullish(),
})
export const TwilioCalls = z.object({ calls: z.array(TwilioCall) })
const TwilioEnds = z.object({
  direction: z.string(),
  from: z.string().nullish(),
  to: z.string().nullish(),
  parent_call_sid: z.string().nullish(),
})
export const TwilioLegs = z.object({ calls: z.array(TwilioCall.extend({ to: z.string().nullish() })) })
const TwilioPage = z.object({ next_page_uri: z.string().nullish() })
const TwilioMessage = z.object({
  sid: z.string(),
  status: z.string(),
  body: z.string().nullish(),
  date_created: z.string().nullish(),
})
export const TwilioMessages = z.object({ messages: z.array(TwilioMessage) })
export const TwilioCallPage = TwilioPage.extend({ calls: z.array(TwilioCall.extend(TwilioEnds.shape)) })
export const TwilioMessagePage = TwilioPage.extend({ messages: z.array(TwilioMessage.extend(TwilioEnds.shape)) })
export const TwilioAccount = z.object({ status: z.string() })
export const TwilioUsageTriggers = z.object({ usage_triggers: z.array(z.unknown()) })
const TwilioCapabilities = z.object({ SMS: z.boolean().optional(), sms: z.boolean().optional() }).nullish()
export const TwilioNumber = z.object({
  sid: z.string(),
  friendly_name: z.string().nullish(),
  capabilities: TwilioCapabilities,
  phone_number: z.string(),
  voice_url: z.string().nullish(),
  voice_method: z.string().nullish(),
  voice_fallback_url: z.string().nullish(),
  voice_fallback_method: z.string().nullish(),
  voice_application_sid: z.string().nullish(),
  trunk_sid: z.string().nullish(),
  status_callback: z.string().nullish(),
  status_callback_method: z.string().nullish(),
  sms_url: z.string().nullish(),
  sms_method: z.string().nullish(),
  sms_fallback_url: z.string().nullish(),
  sms_fallback_method: z.string().nullish(),
  sms_application_sid: z.string().nullish(),
  bundle_sid: z.string().nullish(),
})
export const TwilioNumbers = z.object({ incoming_phone_numbers: z.array(TwilioNumber) })
export const TwilioApplication = z.object({
  voice_url: z.string().nullish(),
  voice_method: z.string().nullish(),
  status_callback: z.string().nullish(),
  status_callback_method: z.string().nullish(),
})
export const TwilioBought = z.object({ sid: z.string(), capabilities: TwilioCapabilities })
export const TwilioAvailable = z.object({
  available_phone_numbers: z.array(
    z.object({
      phone_number: z.string(),
      address_requirements: z.string().nullish(),
      capabilities: TwilioCapabilities,
    }),
  ),
})
export const TwilioCreated = z.object({ sid: z.string() })
export const TwilioRefusal = z.object({
  code: z.union([z.number(), z.string()]).optional(),
  message: z.string().optional(),
})

/**
 * True when the number can send SMS. The field is `SMS` for numbers on sale, `sms` for numbers of
 * the account.
 */
export const canSendSms = (capabilities: z.infer<typeof TwilioCapabilities>): boolean =>
  capabilities?.SMS ?? capabilities?.sms ?? false

export const nextOf = ({ next_page_uri }: z.infer<typeof TwilioPage>): string | undefined =>
  next_page_uri?.split('?')[1] || undefined

export const reportOf = (call: z.infer<typeof TwilioCall>) => {
  const over_at = Date.parse(call.end_time ?? '')
  return {
    ...readCallStatus(call.status, call.duration),
    carrier_sid: call.sid,
    ...(call.answered_by && readAnsweredBy(call.answered_by)),
    over_at: Number.isNaN(over_at) ? undefined : over_at,
    price: priceOf(call),
  }
}

export const listedSms = ({ sid, status, body, date_created }: z.infer<typeof TwilioMessage>) => ({
  sms_sid: sid,
  status: readSmsStatus(status),
  body: body ?? '',
  created_at: Date.parse(date_created ?? ''),
})

/** Reads a call of Twilio's list. Skips the second leg of a transfer. */
export const callOf = (call: z.infer<typeof TwilioCallPage>['calls'][number]): CarrierCall[] => {
  const direction = directionOf(call)
  if (!direction || call.parent_call_sid || call.from?.startsWith('client:')) return []
  const { sid, from, to, date_created } = call
  const created_at = Date.parse(date_created ?? '')
  return [{ carrier_sid: sid, direction, from: from ?? '', to: to ?? '', created_at, report: reportOf(call) }]
}

/** Reads a message of Twilio's list. Skips Twilio's own replies to STOP and HELP. */
export const messageOf = (message: z.infer<typeof TwilioMessagePage>['messages'][number]): CarrierMessage[] => {
  const direction = directionOf(message)
  return direction ? [{ ...listedSms(message), direction, from: message.from ?? '', to: message.to ?? '' }] : []
}

const directionOf = ({ direction }: z.infer<typeof TwilioEnds>): CarrierCall['direction'] | undefined => {
  if (direction === 'inbound') return 'inbound'
  return direction === 'outbound-api' ? 'outbound' : undefined
}

/** Reads a price such as `"-0.01400"`, which is absent until Twilio has computed it. */
const priceOf = ({ price, price_unit }: z.infer<typeof TwilioCall>): Micros | undefined => {
  const micros = price && price_unit === 'USD' ? microsOf(price) : undefined
  return micros === undefined ? undefined : Math.abs(micros)
}
