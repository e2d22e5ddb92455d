import type * as z from 'zod'
import type { AvailableNumber, NumberSearch, SearchedType } from '../../domain/account/number-sale.ts'
import type { Refusal } from '../../words/refusal.ts'
import type { Settings } from '../aws/settings.ts'
import type { Carrier, NumberRouting, Purchase, PurchaseRefusal } from '../carrier.ts'
import { publicUrl } from '../web/addresses.ts'
import { readJson } from './read-json.ts'
import {
  canSendSms,
  TwilioApplication,
  TwilioAvailable,
  TwilioBought,
  type TwilioNumber,
  TwilioNumbers,
} from './resources.ts'
import { type Rest, refusedOutcome, successful } from './rest-client.ts'

type CarrierNumbers = Pick<
  Carrier,
  'fetchApplication' | 'fetchNumber' | 'searchNumbers' | 'buyNumber' | 'pointNumber' | 'releaseNumber'
>

const resourceOf: Record<SearchedType, string> = { local: 'Local', mobile: 'Mobile', toll_free: 'TollFree' }

/** https://www.twilio.com/docs/phone-numbers/api/incomingphonenumber-resource */
export const carrierNumbers = (settings: Settings, rest: Rest): CarrierNumbers => ({
  fetchNumber: async (phone_number) => {
    const path = `/IncomingPhoneNumbers.json?${new URLSearchParams({ PhoneNumber: phone_number })}`
    const response = await rest.read(path, 'a question about a number')
    const { incoming_phone_numbers } = TwilioNumbers.parse(await response.json())
    // Twilio also matches parts of numbers.
    const found = incoming_phone_numbers.find((number) => number.phone_number === phone_number)
    return (
      found && {
        carrier_sid: found.sid,
        name: found.friendly_name ?? '',
        can_send_sms: canSendSms(found.capabilities),
        voice_url: found.voice_url || undefined,
        status_url: found.status_callback || undefined,
        message_url: found.sms_url || undefined,
        voice_override: overrideOf(found.trunk_sid, found.voice_application_sid),
        message_override: overrideOf(found.sms_application_sid),
        routing: routingOf(found),
        bundle_sid: found.bundle_sid || undefined,
        is_posted: [found.voice_method, found.status_callback_method, found.sms_method].every(isPost),
      }
    )
  },

  fetchApplication: async (application_sid) => {
    const path = `/Applications/${encodeURIComponent(application_sid)}.json`
    const response = await rest.find(path, 'a question about an application')
    if (!response) return undefined
    const found = TwilioApplication.parse(await response.json())
    return {
      voice_url: found.voice_url || undefined,
      status_url: found.status_callback || undefined,
      is_posted: [found.voice_method, found.status_callback_method].every(isPost),
    }
  },

  searchNumbers: async (search) => {
    const types: SearchedType[] = search.type ? [search.type] : ['local', 'mobile']
    const lists = await Promise.all(types.map((type) => searchOf(rest, search, type)))
    if (lists.includes('busy')) return { refused: 'busy' }
    const found = lists.filter((list) => typeof list === 'object')
    return found.length === 0 ? { refused: 'no numbers' } : { found: found.flat().slice(0, search.limit) }
  },

  buyNumber: async ({ phone_number, name }) => {
    const form = new URLSearchParams({ PhoneNumber: phone_number, FriendlyName: name, ...addressesOf(settings) })
    try {
      const response = await rest.ask('/IncomingPhoneNumbers.json', { form })
      return purchaseOf(response.status, await readJson(response))
    } catch (cause) {
      return { outcome: 'unknown', reason: cause instanceof Error ? cause.message : String(cause) }
    }
  },

  pointNumber: async (carrier_sid, before) => {
    const form = new URLSearchParams(before ?? { ...nowhere, ...addressesOf(settings) })
    return (await rest.find(pathOf(carrier_sid), 'the addresses of a number', { form })) !== undefined
  },

  releaseNumber: async (carrier_sid) => {
    await rest.find(pathOf(carrier_sid), 'the release of a number', { method: 'DELETE' })
  },
})

const pathOf = (carrier_sid: string): string => `/IncomingPhoneNumbers/${encodeURIComponent(carrier_sid)}.json`

const routingFields = {
  VoiceUrl: 'voice_url',
  VoiceMethod: 'voice_method',
  VoiceFallbackUrl: 'voice_fallback_url',
  VoiceFallbackMethod: 'voice_fallback_method',
  VoiceApplicationSid: 'voice_application_sid',
  TrunkSid: 'trunk_sid',
  StatusCallback: 'status_callback',
  StatusCallbackMethod: 'status_callback_method',
  SmsUrl: 'sms_url',
  SmsMethod: 'sms_method',
  SmsFallbackUrl: 'sms_fallback_url',
  SmsFallbackMethod: 'sms_fallback_method',
  SmsApplicationSid: 'sms_application_sid',
} as const satisfies Record<string, keyof z.infer<typeof TwilioNumber>>

/** Returns the number's routing. Omits empty HTTP methods, because Twilio refuses them. */
const routingOf = (number: z.infer<typeof TwilioNumber>): NumberRouting =>
  Object.fromEntries(
    Object.entries(routingFields).flatMap(([name, field]) => {
      const value = number[field] ?? ''
      return value === '' && name.endsWith('Method') ? [] : [[name, value]]
    }),
  )

/** Empty text clears fields that would take precedence over our URLs, such as a trunk. */
const nowhere = {
  VoiceFallbackUrl: '',
  VoiceApplicationSid: '',
  TrunkSid: '',
  SmsFallbackUrl: '',
  SmsApplicationSid: '',
}

const addressesOf = (settings: Settings) => ({
  VoiceUrl: publicUrl(settings, '/carrier/incoming-call'),
  VoiceMethod: 'POST',
  StatusCallback: publicUrl(settings, '/carrier/incoming-status'),
  StatusCallbackMethod: 'POST',
  SmsUrl: publicUrl(settings, '/carrier/incoming-message'),
  SmsMethod: 'POST',
})

const searchOf = async (
  rest: Rest,
  { country, contains, area_code, limit }: NumberSearch,
  type: SearchedType,
): Promise<AvailableNumber[] | 'busy' | undefined> => {
  const query = new URLSearchParams({
    VoiceEnabled: 'true',
    PageSize: String(limit),
    ...(contains && { Contains: contains }),
    ...(area_code && { AreaCode: area_code }),
  })
  const response = await rest.ask(`/AvailablePhoneNumbers/${country}/${resourceOf[type]}.json?${query}`)
  if (response.status === 404) return undefined
  if (response.status === 429) return 'busy'
  const { available_phone_numbers } = TwilioAvailable.parse(await successful(response, 'a search for numbers').json())
  return available_phone_numbers.map(({ phone_number, address_requirements, capabilities }) => ({
    phone_number,
    can_send_sms: canSendSms(capabilities),
    address: addresses.find((known) => known === address_requirements) ?? 'any',
  }))
}

const addresses = ['none', 'any', 'local', 'foreign'] as const

/** A status 4xx is a definite refusal; after any other failure, the number may have been bought. */
const purchaseOf = (status: number, body: unknown): Purchase => {
  const refused = refusedOutcome(status, body, whyOf)
  if (refused) return refused
  const bought = TwilioBought.safeParse(body).data
  if (status < 200 || status >= 300 || !bought) return { outcome: 'unknown', reason: `the carrier answered ${status}` }
  return { outcome: 'bought', carrier_sid: bought.sid, can_send_sms: canSendSms(bought.capabilities) }
}

/** Error codes of POST IncomingPhoneNumbers: https://www.twilio.com/docs/api/errors */
const notAvailable = [21421, 21422, 21451, 21452]
const lacksDocuments = [21613, 21628, 21629, 21631, 21649]

const whyOf = ({ sort, code = 0 }: Refusal): PurchaseRefusal => {
  if (notAvailable.includes(code)) return 'taken'
  if (lacksDocuments.includes(code)) return 'documents'
  return sort === 'rate' ? 'busy' : 'account'
}

const overrideOf = (...sids: (string | null | undefined)[]): string | undefined => sids.find((sid) => sid) ?? undefined

/** True for POST, which is Twilio's default. */
const isPost = (method: string | null | undefined): boolean => !method || method.toUpperCase() === 'POST'
