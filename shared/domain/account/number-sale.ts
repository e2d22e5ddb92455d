import * as z from 'zod'
import { decimalOf, type Micros } from '../../words/money.ts'
import { formatInternational } from '../../words/phone.ts'

export const searchedTypes = ['local', 'mobile', 'toll_free'] as const
export type SearchedType = (typeof searchedTypes)[number]

export const searchedMax = 50
export const searchedUsual = 30
export const searchedCountry = 'DE'

export interface NumberSearch {
  country: string
  /** Absent: local and mobile numbers. */
  type?: SearchedType
  contains?: string
  /** Only in the United States and Canada. */
  area_code?: string
  limit: number
}

export interface AvailableNumber {
  phone_number: string
  can_send_sms: boolean
  /** Address that the buyer needs: none, anywhere, in the number's country, or abroad. */
  address: 'none' | 'any' | 'local' | 'foreign'
}

export const NumberOnSale = z.object({
  phone_number: z.string(),
  phone_number_formatted: z.string(),
  country_code: z.string(),
  price: z.number(),
  stripe_price_id: z.string(),
  address_requirements: z.enum(['none', 'local', 'foreign', 'inventory']),
  sms_capable: z.boolean(),
})

export const onSaleView = (
  { phone_number, can_send_sms, address }: AvailableNumber,
  country_code: string,
  price: Micros,
): z.input<typeof NumberOnSale> => ({
  phone_number,
  phone_number_formatted: formatInternational(phone_number),
  country_code,
  price: decimalOf(price),
  stripe_price_id: '',
  address_requirements: address === 'any' ? 'local' : address,
  sms_capable: can_send_sms,
})
