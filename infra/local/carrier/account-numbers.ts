import * as z from 'zod'
import { isPhoneNumber, problem } from './dialect.ts'
import { type DoubleNumber, type NumberShop, type NumberUrls, sidOfNumber, urlsOf } from './number-shop.ts'
import { parseJson } from './route.ts'

export interface NumberSettings extends NumberUrls {
  friendly_name?: string
}

const NumberChange = z.object({
  phone_number: z.string().refine(isPhoneNumber),
  voiceUrl: z.url().optional(),
  friendly_name: z.string().optional(),
  rest: z.record(z.string(), z.string()).optional(),
})

/**
 * Simulates the phone numbers of a Twilio account. The account owns each number that is neither for
 * sale nor lost.
 */
export const createAccountNumbers = (options: {
  shop: NumberShop
  hasLost: (number: string) => boolean
  settings: Record<string, NumberSettings>
  inbound: NumberUrls
}) => {
  const { shop, hasLost, settings, inbound } = options
  const knownSids = new Map<string, string>()

  const find = (phone_number: string): DoubleNumber | undefined => {
    const bought = shop.find(phone_number)
    if (bought) return bought
    if (shop.isForSale(phone_number) || hasLost(phone_number)) return undefined
    const sid = sidOfNumber(phone_number)
    knownSids.set(sid, phone_number)
    return { ...inbound, friendly_name: phone_number, ...settings[phone_number], sid, phone_number }
  }
  const owned = () => [...Object.keys(settings), ...shop.owned().map(({ phone_number }) => phone_number)]

  return {
    find,
    bySid: (sid: string): DoubleNumber | undefined => {
      const known = knownSids.get(sid)
      return shop.bySid(sid) ?? (known ? find(known) : undefined)
    },
    list: () => [...new Set(owned())],
    known: () => [...new Set([...owned(), ...knownSids.values()])],
    update: (number: DoubleNumber, form: URLSearchParams): DoubleNumber => {
      const bought = shop.find(number.phone_number)
      if (bought) return shop.update(bought, form)
      const urls = urlsOf(form, number)
      settings[number.phone_number] = { ...settings[number.phone_number], ...urls }
      return { ...number, ...urls }
    },
    change: (text: string) => {
      const wanted = NumberChange.safeParse(parseJson(text))
      if (!wanted.success) return problem(400, 21201, 'phone_number must be a phone number')
      const { phone_number, ...given } = wanted.data
      settings[phone_number] = given
      return Response.json(given)
    },
  }
}
