import { dayFields, dayOrder, idsOfDays } from '../../words/day-range.ts'
import { integer, oneOf, optional, text } from '../../words/fields.ts'
import { type FormValues, form } from '../../words/form.ts'
import { readPhoneFilter } from '../../words/phone.ts'
import { versionField, versionOfAssistant } from '../assistants/version-filter.ts'
import { callStatuses, callTypes, endedReasons } from './call.ts'

export const callFilters = form(
  {
    status: optional(oneOf(callStatuses)),
    type: optional(oneOf(callTypes)),
    phone_number: optional(text({ max: 64, exact: true })),
    assistant_id: optional(integer()),
    assistant_version: versionField,
    campaign_id: optional(integer()),
    ended_reason: optional(oneOf(endedReasons)),
    ...dayFields,
  },
  dayOrder,
  versionOfAssistant,
)
export type CallFilters = FormValues<typeof callFilters>

export const narrowedCalls = ({ phone_number, date_from, date_to, ...filters }: Partial<CallFilters>) => ({
  ...filters,
  client_phone_number: phone_number && readPhoneFilter(phone_number)?.number,
  ...idsOfDays({ date_from, date_to }),
})
