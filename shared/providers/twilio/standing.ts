import * as z from 'zod'
import type { AccountAnswer, CarrierStanding, TextService } from '../carrier.ts'
import { isDenied, type RestParts, restClient } from './rest-client.ts'

const Meta = z.object({ meta: z.object({ next_page_url: z.string().nullish() }) })
/** https://www.twilio.com/docs/voice/api/dialingpermissions-country-resource */
const Countries = Meta.extend({ content: z.array(z.object({ iso_code: z.string() })) })
/** https://www.twilio.com/docs/messaging/guides/sms-geo-permissions */
const GeoPermissions = z.object({
  permissions: z.array(z.object({ country_code: z.string(), enabled: z.boolean() })),
})
/** https://www.twilio.com/docs/phone-numbers/regulatory/api/bundles */
const Bundles = Meta.extend({
  results: z.array(
    z.object({
      sid: z.string(),
      friendly_name: z.string().nullish(),
      status: z.string(),
      valid_until: z.string().nullish(),
    }),
  ),
})
/** https://www.twilio.com/docs/messaging/api/brand-registration-resource */
const Brands = Meta.extend({ data: z.array(z.object({ status: z.string() })) })
/** https://www.twilio.com/docs/messaging/api/service-resource */
const Services = Meta.extend({ services: z.array(z.object({ sid: z.string(), friendly_name: z.string().nullish() })) })
/** https://www.twilio.com/docs/messaging/api/phonenumber-resource */
const ServiceNumbers = Meta.extend({ phone_numbers: z.array(z.object({ phone_number: z.string() })) })
/** https://www.twilio.com/docs/messaging/api/usapptoperson-resource */
const Campaigns = Meta.extend({ compliance: z.array(z.object({ campaign_status: z.string() })) })
/** https://www.twilio.com/docs/messaging/api/tollfree-verification-resource */
const TollFree = Meta.extend({
  verifications: z.array(
    z.object({ tollfree_phone_number_sid: z.string(), status: z.string(), rejection_reason: z.string().nullish() }),
  ),
})
const Account = z.object({ type: z.string().optional() })

const pageSizeMax = 1000
const pagesMax = 20

/** Thrown when our credentials lack the permission. */
const denied = new Error('The carrier denies this question')
const busy = new Error('The carrier takes no more questions at the moment')

export const carrierStanding = (parts: RestParts): CarrierStanding => {
  const { read, list, ask } = openQuestions(parts)

  return {
    isTrial: () => asked(async () => (await read(await ask('.json'), Account)).type === 'Trial'),

    barredFromCalls: () =>
      asked(async () => {
        const pages = await list('voice', '/v1/DialingPermissions/Countries?LowRiskNumbersEnabled=false', Countries)
        return pages.flatMap(({ content }) => content.map(({ iso_code }) => iso_code))
      }),

    barredFromTexts: () =>
      asked(async () => {
        const { permissions } = await read(
          await ask('/v1/Messaging/GeoPermissions', { product: 'accounts' }),
          GeoPermissions,
        )
        return permissions.filter(({ enabled }) => !enabled).map(({ country_code }) => country_code)
      }),

    bundles: () =>
      asked(async () => {
        const pages = await list('numbers', '/v2/RegulatoryCompliance/Bundles', Bundles)
        return pages.flatMap(({ results }) =>
          results.map(({ sid, friendly_name, status, valid_until }) => ({
            sid,
            name: friendly_name || sid,
            status,
            is_approved: ['twilio-approved', 'provisionally-approved'].includes(status),
            valid_until: valid_until ? Date.parse(valid_until) : undefined,
          })),
        )
      }),

    brands: () =>
      asked(async () => {
        const pages = await list('messaging', '/v1/a2p/BrandRegistrations', Brands)
        return pages.flatMap(({ data }) => data.map(({ status }) => ({ status, is_approved: status === 'APPROVED' })))
      }),

    textServices: () =>
      asked(async () => {
        const found = (await list('messaging', '/v1/Services', Services)).flatMap(({ services }) => services)
        const services: TextService[] = []
        // Reads one service after another, because Twilio limits concurrent requests.
        for (const service of found) services.push(await textServiceOf(service, list))
        return services
      }),

    tollFree: () =>
      asked(async () => {
        const pages = await list('messaging', '/v1/Tollfree/Verifications', TollFree)
        return pages.flatMap(({ verifications }) =>
          verifications.map(({ tollfree_phone_number_sid: carrier_sid, status, rejection_reason }) => ({
            carrier_sid,
            status,
            is_approved: status === 'TWILIO_APPROVED',
            ...(rejection_reason && { reason: rejection_reason }),
          })),
        )
      }),
  }
}

const openQuestions = (parts: RestParts) => {
  const { ask } = restClient(parts)

  const read = async <Body extends z.ZodType>(response: Response, body: Body): Promise<z.output<Body>> => {
    if (response.status === 429) throw busy
    if (isDenied(response.status)) throw denied
    if (!response.ok) throw new Error(`The carrier answered ${response.status} to a question about the account`)
    return body.parse(await response.json())
  }

  const list = async <Page extends z.ZodType>(product: string, path: string, page: Page): Promise<z.output<Page>[]> => {
    const pages: z.output<Page>[] = []
    let next: string | undefined = `${path}${path.includes('?') ? '&' : '?'}PageSize=${pageSizeMax}`
    while (next && pages.length < pagesMax) {
      const body: unknown = await read(await ask(next, { product }), z.unknown())
      pages.push(page.parse(body))
      next = nextOf(body)
    }
    return pages
  }

  return { read, list, ask }
}
type List = ReturnType<typeof openQuestions>['list']

const textServiceOf = async (
  { sid, friendly_name }: z.infer<typeof Services>['services'][number],
  list: List,
): Promise<TextService> => {
  const path = `/v1/Services/${encodeURIComponent(sid)}`
  const numbers = await list('messaging', `${path}/PhoneNumbers`, ServiceNumbers)
  const campaigns = await list('messaging', `${path}/Compliance/Usa2p`, Campaigns)
  const status = campaigns.flatMap(({ compliance }) => compliance)[0]?.campaign_status
  return {
    name: friendly_name || sid,
    numbers: numbers.flatMap((page) => page.phone_numbers.map(({ phone_number }) => phone_number)),
    ...(status !== undefined && { campaign: { status, is_approved: status === 'VERIFIED' } }),
  }
}

const nextOf = (body: unknown): string | undefined => {
  const { next_page_url } = Meta.parse(body).meta
  if (!next_page_url) return undefined
  const { pathname, search } = new URL(next_page_url)
  return pathname + search
}

const asked = async <Value>(question: () => Promise<Value>): Promise<AccountAnswer<Value>> => {
  try {
    return { known: await question() }
  } catch (cause) {
    if (cause === denied) return { unknown: 'denied' }
    if (cause === busy) return { unknown: 'busy' }
    throw cause
  }
}
