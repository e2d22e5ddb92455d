import { isSupportedCountry } from 'libphonenumber-js/max'
import * as z from 'zod'
import list from '../../prices.json' with { type: 'json' }
import { models } from '../../shared/domain/reference/models.ts'
import { microsPerUnit } from '../../shared/words/money.ts'

const amountMax = 1000
const Amount = z
  .number('must be a number')
  .min(0, 'cannot be negative')
  .max(amountMax, `cannot be more than ${amountMax}`)
  .refine((amount) => Math.abs(amount * microsPerUnit - Math.round(amount * microsPerUnit)) < 1e-6, {
    error: 'can have six decimal places at most',
  })
const CountryPrice = z.strictObject({ sms_segment: Amount, call_minute: Amount }, 'must be an object')
/** Prices of a country. Numbers are sold only in countries with the price `number_month`. */
const CountryPrices = CountryPrice.extend({ number_month: Amount.optional() })
const TokenPrice = z.strictObject({ input: Amount, output: Amount }, 'must be an object')
const namesOfModels = new Set(models.map(({ name }) => name))

const PriceList = z.strictObject({
  is_example: z.boolean('must be true or false').optional(),
  platform_minute: Amount,
  transcription_minute: Amount,
  web_minute: Amount,
  chat_message: Amount,
  default: CountryPrice,
  countries: z.record(
    z.string().refine(isSupportedCountry, 'is no country: write an ISO 3166-1 code such as DE'),
    CountryPrices,
  ),
  model_default: TokenPrice,
  models: z.record(
    z.string().refine((name) => namesOfModels.has(name), 'is no model: GET /user/assistants/models lists the names'),
    TokenPrice,
  ),
})

export type PriceOwner = 'example' | 'own'

export const readPriceOwner = (prices: unknown = list): PriceOwner => {
  const read = PriceList.safeParse(prices)
  if (read.success) return read.data.is_example ? 'example' : 'own'
  throw new Error(`prices.json: ${read.error.issues.map((issue) => sentenceOf(issue, prices)).join('; ')}.`)
}

const sentenceOf = (issue: z.core.$ZodIssue, prices: unknown): string => {
  const place = issue.path.join('.')
  if (issue.code === 'invalid_key') return `${place} ${issue.issues[0]?.message}`
  if (issue.code === 'unrecognized_keys') return `${[...issue.path, issue.keys[0]].join('.')} is unknown`
  return `${place} ${isAt(prices, issue.path) ? issue.message : 'is missing'}`
}

const isAt = (value: unknown, [name, ...rest]: PropertyKey[]): boolean => {
  if (name === undefined) return value !== undefined
  return typeof value === 'object' && value !== null && isAt(Reflect.get(value, name), rest)
}
