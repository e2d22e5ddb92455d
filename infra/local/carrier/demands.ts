import * as z from 'zod'
import { countryOf } from '../../../shared/words/phone.ts'
import { isPhoneNumber, notFound, problem } from './dialect.ts'

const PhoneNumbers = z.array(z.string().refine(isPhoneNumber)).max(1000)
const CountryCodes = z.array(z.string().length(2))
const products = ['accounts', 'messaging', 'numbers', 'voice'] as const

export const Demands = z.strictObject({
  barred_from_calls: CountryCodes,
  barred_from_texts: CountryCodes,
  bundles: z.array(
    z.strictObject({
      sid: z.string(),
      status: z.string(),
      valid_until: z.iso.datetime().nullable(),
      phone_numbers: PhoneNumbers,
    }),
  ),
  /** State of the account's A2P 10DLC brand. */
  brand: z.string().nullable(),
  /** State of the account's A2P 10DLC campaign. */
  campaign: z.string().nullable(),
  /** Numbers of the account that its messaging service lacks. */
  outside_service: PhoneNumbers,
  toll_free: z.record(z.string().refine(isPhoneNumber), z.string()),
  denied: z.array(z.enum(products)),
  busy: z.array(z.enum(products)),
})
type Demands = z.infer<typeof Demands>

const usual: Demands = {
  barred_from_calls: [],
  barred_from_texts: [],
  bundles: [],
  brand: 'APPROVED',
  campaign: 'VERIFIED',
  outside_service: [],
  toll_free: {},
  denied: [],
  busy: [],
}

const serviceSid = `MG${'0'.repeat(32)}`
const brandSid = `BN${'0'.repeat(32)}`
const pageSizeDefault = 50
const pageSizeMax = 1000

interface Surroundings {
  numbers: () => string[]
  isTrial: () => boolean
  sidOf: (phone_number: string) => string
}

/** Simulates Twilio's APIs that tell what an account may do. */
export const createDemands = (surroundings: Surroundings) => {
  let demands = usual

  const answers = answersOf(surroundings, () => demands)

  return {
    answer: (url: URL): Response => {
      const [product, , answer] = answers.find(([, path]) => path.test(url.pathname)) ?? []
      if (!product || !answer) return notFound(url.pathname)
      if (demands.denied.includes(product)) return problem(403, 20003, 'Permission Denied')
      if (demands.busy.includes(product)) return problem(429, 20429, 'Too Many Requests')
      return answer(url)
    },
    set: (given: Partial<Demands>) => {
      demands = { ...usual, ...given }
      return demands
    },
    bundleOf: (phone_number: string): string | null =>
      demands.bundles.find(({ phone_numbers }) => phone_numbers.includes(phone_number))?.sid ?? null,
    barring: (kind: 'calls' | 'texts', to: string): { code: number; message: string } | undefined => {
      const barred = kind === 'calls' ? demands.barred_from_calls : demands.barred_from_texts
      if (!barred.includes(countryOf(to) ?? '')) return undefined
      return kind === 'calls'
        ? { code: 21215, message: `Account not authorized to call ${to}` }
        : { code: 21408, message: 'Permission to send an SMS has not been enabled for the region' }
    },
  }
}

type Route = [product: (typeof products)[number], path: RegExp, answer: (url: URL) => Response]

const answersOf = ({ numbers, isTrial, sidOf }: Surroundings, now: () => Demands): Route[] => [
  ['voice', /^\/v1\/DialingPermissions\/Countries$/, (url) => pageOf('content', countries(now(), url), url)],
  [
    'accounts',
    /^\/v1\/Messaging\/GeoPermissions$/,
    () =>
      Response.json({
        permissions: knownCountries(now()).map((country_code) => ({
          country_code,
          type: 'country',
          enabled: !now().barred_from_texts.includes(country_code),
        })),
      }),
  ],
  [
    'numbers',
    /^\/v2\/RegulatoryCompliance\/Bundles$/,
    (url) =>
      pageOf(
        'results',
        now().bundles.map(({ sid, status, valid_until }) => ({ sid, friendly_name: sid, status, valid_until })),
        url,
      ),
  ],
  [
    'messaging',
    /^\/v1\/a2p\/BrandRegistrations$/,
    // A trial account cannot register a brand.
    (url) => pageOf('data', now().brand && !isTrial() ? [{ sid: brandSid, status: now().brand }] : [], url),
  ],
  [
    'messaging',
    /^\/v1\/Services$/,
    (url) => pageOf('services', [{ sid: serviceSid, friendly_name: 'Texts', usecase: 'undeclared' }], url),
  ],
  [
    'messaging',
    /^\/v1\/Services\/MG0{32}\/PhoneNumbers$/,
    (url) =>
      pageOf(
        'phone_numbers',
        numbers()
          .filter((phone_number) => !now().outside_service.includes(phone_number))
          .map((phone_number) => ({ sid: sidOf(phone_number), phone_number })),
        url,
      ),
  ],
  [
    'messaging',
    /^\/v1\/Services\/MG0{32}\/Compliance\/Usa2p$/,
    (url) => pageOf('compliance', now().campaign && !isTrial() ? [{ campaign_status: now().campaign }] : [], url),
  ],
  [
    'messaging',
    /^\/v1\/Tollfree\/Verifications$/,
    (url) =>
      pageOf(
        'verifications',
        Object.entries(now().toll_free).map(([phone_number, status]) => ({
          tollfree_phone_number_sid: sidOf(phone_number),
          status,
          rejection_reason: status === 'TWILIO_REJECTED' ? 'Invalid information' : null,
        })),
        url,
      ),
  ],
]

const knownCountries = ({ barred_from_calls, barred_from_texts }: Demands) => [
  ...new Set(['AU', 'CA', 'DE', 'GB', 'US', ...barred_from_calls, ...barred_from_texts]),
]

const countries = (demands: Demands, { searchParams }: URL) => {
  const wanted = searchParams.get('LowRiskNumbersEnabled')
  return knownCountries(demands)
    .map((iso_code) => ({
      iso_code,
      name: iso_code,
      low_risk_numbers_enabled: !demands.barred_from_calls.includes(iso_code),
      high_risk_special_numbers_enabled: false,
      high_risk_tollfraud_numbers_enabled: false,
    }))
    .filter(({ low_risk_numbers_enabled }) => wanted === null || String(low_risk_numbers_enabled) === wanted)
}

const pageOf = (key: string, items: object[], url: URL): Response => {
  const page_size = Math.min(Number(url.searchParams.get('PageSize')) || pageSizeDefault, pageSizeMax)
  const page = Number(url.searchParams.get('Page')) || 0
  const urlOf = (number: number) => {
    const other = new URL(url)
    other.searchParams.set('PageSize', String(page_size))
    other.searchParams.set('Page', String(number))
    return other.href
  }
  const shown = items.slice(page * page_size, (page + 1) * page_size)
  const next_page_url = (page + 1) * page_size < items.length ? urlOf(page + 1) : null
  const previous_page_url = page > 0 ? urlOf(page - 1) : null
  const meta = { key, page, page_size, url: url.href, first_page_url: urlOf(0), next_page_url, previous_page_url }
  return Response.json({ meta, [key]: shown })
}
