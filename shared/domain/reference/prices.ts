import list from '../../../prices.json' with { type: 'json' }
import { type Micros, microsPerUnit } from '../../words/money.ts'

/*
 * The deployer's prices.json, in the account currency. infra/stack/price-list.ts checks it at synth
 * and at `npm start`.
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

export const platformFeePerMinute: Micros = microsOf(list.platform_minute)

/** Micro-units per message of a customer. If the models cost more, their cost is charged. */
export const chatMessageFee: Micros = microsOf(list.chat_message)

export const webMinute: Micros = microsOf(list.web_minute)

/** Micro-units per started minute for transcribing a multimodal call. */
export const transcriptionPerMinute: Micros = microsOf(list.transcription_minute)

/**
 * Price for countries that the list lacks, and for numbers without a country (+800, +870, +883).
 */
export const internationalPrice: CountryPrice = countryPrice(list.default)

const prices = new Map<string, CountryPrice>(Object.entries(list.countries))

const numberPrices = new Map<string, { number_month?: number; sms_segment: number }>(Object.entries(list.countries))

/** Micro-units per month; undefined where numbers are not sold. */
export const numberPriceFor = (country: string | undefined): Micros | undefined => {
  const amount = numberPrices.get(country ?? '')?.number_month
  return amount === undefined ? undefined : microsOf(amount)
}

export const priceFor = (country: string | undefined): CountryPrice => {
  const price = prices.get(country ?? '')
  return price ? countryPrice(price) : internationalPrice
}
