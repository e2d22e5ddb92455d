import list from '../../../prices.json' with { type: 'json' }
import { type Micros, microsPerUnit } from '../../words/money.ts'

/*
 * The price list of the deployer: prices.json next to cdk.json, in the account currency.
 * infra/stack/price-list.ts checks the file at synth and at `npm start`.
 */

/** Micro-units per SMS segment and per started minute. */
export interface CountryPrice {
  sms_segment: Micros
  call_minute: Micros
}

const microsOf = (amount: number): Micros => Math.round(amount * microsPerUnit)
const countryPrice = ({ sms_segment, call_minute }: CountryPrice): CountryPrice => ({
  sms_segment: microsOf(sms_segment),
  call_minute: microsOf(call_minute),
})

/** Micro-units that the platform adds to every started minute of a call. */
export const platformFeePerMinute: Micros = microsOf(list.platform_minute)

/** Micro-units for each message of a customer in a chat, unless the models cost more. */
export const chatMessageFee: Micros = microsOf(list.chat_message)

/** Micro-units that the carrier takes for a started minute of a web call. */
export const webMinute: Micros = microsOf(list.web_minute)

/** Micro-units that the carrier takes to transcribe a started minute of a multimodal call. */
export const transcriptionPerMinute: Micros = microsOf(list.transcription_minute)

/**
 * The price of a number without a country (+800, +870, +883, …) and of countries that the list
 * lacks.
 */
export const internationalPrice: CountryPrice = countryPrice(list.default)

const prices = new Map<string, CountryPrice>(Object.entries(list.countries))

const numberPrices = new Map<string, { number_month?: number; sms_segment: number }>(Object.entries(list.countries))

/**
 * Micro-units a month for a number of this country. Undefined where the list says none: such
 * numbers are not sold.
 */
export const numberPriceFor = (country: string | undefined): Micros | undefined => {
  const amount = numberPrices.get(country ?? '')?.number_month
  return amount === undefined ? undefined : microsOf(amount)
}

/**
 * Returns the price of a country (ISO 3166-1 alpha-2, upper case), else the international price.
 */
export const priceFor = (country: string | undefined): CountryPrice => {
  const price = prices.get(country ?? '')
  return price ? countryPrice(price) : internationalPrice
}
