import { optional, text } from '../../words/fields.ts'
import { type FormValues, form } from '../../words/form.ts'
import { readPhoneFilter } from '../../words/phone.ts'

export const consentFilters = form({ phone_number: optional(text({ max: 64, exact: true })) })
export type ConsentFilters = FormValues<typeof consentFilters>

export const narrowedConsents = ({ phone_number }: Partial<ConsentFilters>) => ({
  phone_number: (phone_number && readPhoneFilter(phone_number)?.number) || undefined,
})
