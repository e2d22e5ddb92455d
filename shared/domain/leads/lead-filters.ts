import { dayFields, dayOrder, idsOfDays } from '../../words/day-range.ts'
import { integer, oneOf, optional, text } from '../../words/fields.ts'
import { type FormValues, form } from '../../words/form.ts'
import { readPhoneFilter } from '../../words/phone.ts'
import { leadStatuses } from './lead.ts'

export const leadFilters = form(
  {
    status: optional(oneOf(leadStatuses)),
    campaign_id: optional(integer()),
    phone_number: optional(text({ max: 64, exact: true })),
    ...dayFields,
  },
  dayOrder,
)
export type LeadFilters = FormValues<typeof leadFilters>

export const narrowedLeads = ({ status, campaign_id, phone_number, date_from, date_to }: Partial<LeadFilters>) => ({
  status,
  campaign_id,
  phone_number: phone_number && readPhoneFilter(phone_number)?.number,
  ...idsOfDays({ date_from, date_to }),
})
