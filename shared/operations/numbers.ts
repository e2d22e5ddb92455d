import * as z from 'zod'
import { numberTypes } from '../domain/account/number.ts'
import { assistantTypes } from '../domain/assistants/assistant.ts'
import { oneOf, optional } from '../domain/fields.ts'
import { form } from '../domain/form.ts'
import { http } from './define.ts'

export const listPhoneNumbers = http({
  id: 'list-phone-numbers',
  area: 'numbers',
  method: 'GET',
  path: '/user/assistants/phone-numbers',
  summary: 'List the phone numbers that an assistant can use',
  query: form({ type: optional(oneOf(assistantTypes)) }),
  returns: z.array(
    z.object({
      id: z.int(),
      phone_number: z.string(),
      country_code: z.string(),
      type_label: z.enum(numberTypes),
      is_available: z.boolean(),
    }),
  ),
  uses: ['clock', 'numbers.list'],
})
