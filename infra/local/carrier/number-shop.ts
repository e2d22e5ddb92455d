import { createHash } from 'node:crypto'
import type { CarrierRefusal, CreateOutcome } from './behaviours.ts'
import { isPhoneNumber, type Sids } from './dialect.ts'

/**
 * Prefixes of numbers for sale, each with a hundred numbers. A number's last two digits choose the
 * result of its purchase.
 */
const prefixes: Record<string, Partial<Record<NumberKind, readonly string[]>>> = {
  US: { Local: ['+14157000', '+12127000', '+13127000'].map(withZeros), TollFree: [withZeros('+18007000')] },
  CA: { Local: [withZeros('+14167000')] },
  DE: { Local: ['+4930700000'], Mobile: ['+49151123456'] },
  GB: { Local: ['+4420794600'] },
  AU: { Local: ['+612800000'] },
  IT: { Local: ['+3906700000'] },
  NL: { Local: ['+312070000'] },
  PL: { Local: ['+482270000'] },
  FI: { Local: ['+3589700000'] },
  IL: { Local: ['+9723700000'] },
}

const kinds = ['Local', 'Mobile', 'TollFree'] as const
type NumberKind = (typeof kinds)[number]

interface Goods {
  phone_number: string
  country: string
  kind: NumberKind
}

interface PurchaseBehaviour {
  create: CreateOutcome
  address_requirements: 'none' | 'any' | 'local' | 'foreign'
}

const refused = (code: number, message: string, status = 400): CarrierRefusal => ({ status, code, message })
const usual: PurchaseBehaviour = { create: 'accepted', address_requirements: 'none' }

const behaviours: Record<string, Partial<PurchaseBehaviour>> = {
  '91': { create: refused(21422, 'The phone number is not available') },
  '92': { create: refused(21631, 'Phone Number Requires an Address'), address_requirements: 'local' },
  '93': { create: refused(21649, 'Bundle required'), address_requirements: 'any' },
  '94': { create: refused(20003, 'Permission denied', 403) },
  '95': { create: { ...refused(20429, 'Too Many Requests', 429), times: 2 } },
  '96': { create: 'unanswered' },
  '97': { create: 'lost' },
}

export const purchaseBehaviourOf = (phone_number: string): PurchaseBehaviour => ({
  ...usual,
  ...behaviours[phone_number.slice(-2)],
})

function withZeros(prefix: string): string {
  return `${prefix}0`
}

const goods: Goods[] = Object.entries(prefixes).flatMap(([country, byKind]) =>
  kinds.flatMap((kind) =>
    (byKind[kind] ?? []).flatMap((prefix) =>
      Array.from({ length: 100 }, (_, last) => ({
        phone_number: prefix + String(last).padStart(2, '0'),
        country,
        kind,
      })),
    ),
  ),
)
const goodsByNumber = new Map(goods.map((one) => [one.phone_number, one]))

export interface NumberUrls {
  voiceUrl?: string
  messageUrl?: string
  statusUrl?: string
  rest?: Record<string, string>
}

export interface DoubleNumber extends NumberUrls {
  sid: string
  phone_number: string
  friendly_name: string
}

export interface NumberCreate {
  phone_number: string
  friendly_name: string
  outcome: 'bought' | 'refused' | 'lost'
}

export const sidOfNumber = (phone_number: string): string =>
  `PN${createHash('sha256').update(phone_number).digest('hex').slice(0, 32)}`

export const createNumberShop = (sids: Sids) => {
  const bought = new Map<string, DoubleNumber>()
  const creates: NumberCreate[] = []
  const released: string[] = []

  return {
    creates,
    released,
    isForSale: (phone_number: string): boolean => goodsByNumber.has(phone_number),
    find: (phone_number: string): DoubleNumber | undefined => bought.get(phone_number),
    bySid: (sid: string): DoubleNumber | undefined => [...bought.values()].find((one) => one.sid === sid),
    owned: (): DoubleNumber[] => [...bought.values()],

    search: (country: string, kind: string, query: URLSearchParams) => {
      const sold = goods.filter((one) => one.country === country && one.kind === kind)
      if (sold.length === 0) return undefined
      const contains = query.get('Contains') ?? ''
      const area = query.get('AreaCode')
      return sold
        .filter(({ phone_number }) => !bought.has(phone_number) && phone_number.slice(1).includes(contains))
        .filter(({ phone_number }) => !area || phone_number.startsWith(`+1${area}`))
        .slice(0, Number(query.get('PageSize')) || 50)
    },

    buy: (form: URLSearchParams): DoubleNumber => {
      const phone_number = form.get('PhoneNumber') ?? ''
      const number = { sid: sids('PN'), phone_number, friendly_name: form.get('FriendlyName') ?? phone_number }
      bought.set(phone_number, { ...number, ...urlsOf(form) })
      return { ...number, ...urlsOf(form) }
    },

    update: (number: DoubleNumber, form: URLSearchParams): DoubleNumber => {
      const after = {
        ...number,
        ...urlsOf(form, number),
        friendly_name: form.get('FriendlyName') ?? number.friendly_name,
      }
      bought.set(number.phone_number, after)
      return after
    },

    release: (number: DoubleNumber): void => {
      bought.delete(number.phone_number)
      released.push(number.phone_number)
    },

    isSane: (form: URLSearchParams): boolean => isPhoneNumber(form.get('PhoneNumber') ?? ''),
  }
}

export type NumberShop = ReturnType<typeof createNumberShop>

const restFields: Record<string, string> = {
  VoiceMethod: 'voice_method',
  VoiceFallbackUrl: 'voice_fallback_url',
  VoiceFallbackMethod: 'voice_fallback_method',
  StatusCallbackMethod: 'status_callback_method',
  SmsMethod: 'sms_method',
  SmsFallbackUrl: 'sms_fallback_url',
  SmsFallbackMethod: 'sms_fallback_method',
  VoiceApplicationSid: 'voice_application_sid',
  TrunkSid: 'trunk_sid',
  SmsApplicationSid: 'sms_application_sid',
}

/** Reads a number's URLs. An empty value clears a field; a missing value keeps it. */
export const urlsOf = (form: URLSearchParams, before: NumberUrls = {}): NumberUrls => {
  const given = (name: string, old: string | undefined) => form.get(name) ?? old
  const voiceUrl = given('VoiceUrl', before.voiceUrl)
  const messageUrl = given('SmsUrl', before.messageUrl)
  const statusUrl = given('StatusCallback', before.statusUrl)
  const changed = Object.entries(restFields).flatMap(([name, field]) => {
    const value = form.get(name)
    return value === null ? [] : [[field, value]]
  })
  const rest: Record<string, string> = { ...before.rest, ...Object.fromEntries(changed) }
  // A number has either a trunk or an application: setting each clears the other.
  if (form.get('TrunkSid')) rest.voice_application_sid = ''
  else if (form.get('VoiceApplicationSid')) rest.trunk_sid = ''
  return {
    rest,
    ...(voiceUrl !== undefined && { voiceUrl }),
    ...(messageUrl !== undefined && { messageUrl }),
    ...(statusUrl !== undefined && { statusUrl }),
  }
}

export const voiceOf = ({ voiceUrl, rest }: NumberUrls): string | undefined =>
  rest?.trunk_sid || rest?.voice_application_sid ? undefined : voiceUrl
export const messagesOf = ({ messageUrl, rest }: NumberUrls): string | undefined =>
  rest?.sms_application_sid ? undefined : messageUrl

export const availableResource = ({ phone_number, country, kind }: Goods) => ({
  friendly_name: phone_number,
  phone_number,
  lata: null,
  locality: null,
  rate_center: null,
  latitude: null,
  longitude: null,
  region: null,
  postal_code: null,
  iso_country: country,
  address_requirements: purchaseBehaviourOf(phone_number).address_requirements,
  beta: false,
  capabilities: capabilitiesOf(country, kind),
})

export const capabilitiesOfNumber = (phone_number: string) => {
  const sold = goodsByNumber.get(phone_number)
  return sold
    ? capabilitiesOf(sold.country, sold.kind)
    : { voice: true, SMS: true, sms: true, MMS: false, mms: false, fax: false }
}

const capabilitiesOf = (country: string, kind: NumberKind) => {
  const texts = kind !== 'Local' || !['DE', 'IT'].includes(country)
  return { voice: true, SMS: texts, sms: texts, MMS: false, mms: false, fax: false }
}
