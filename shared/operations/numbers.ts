import * as z from 'zod'
import { numberTypes } from '../domain/account/number.ts'
import { NumberItem } from '../domain/account/number-view.ts'
import { assistantTypes } from '../domain/assistants/assistant-settings.ts'
import { oneOf, optional } from '../words/fields.ts'
import { form } from '../words/form.ts'
import { http } from './define.ts'

const area = 'numbers'

export const listPhoneNumbers = http({
  id: 'list-phone-numbers',
  area,
  method: 'GET',
  path: '/user/assistants/phone-numbers',
  summary: 'List the phone numbers that an assistant can use',
  description: 'With `type`, only those that an assistant of this type could be given now.',
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

export const listSmsNumbers = http({
  id: 'list-sms-numbers',
  area,
  method: 'GET',
  path: '/user/phone-numbers',
  summary: 'List the phone numbers that can send SMS now',
  description: 'What `from` of `POST /user/sms` takes: their subscription is active.',
  returns: z.array(NumberItem),
  uses: ['clock', 'numbers.list'],
})

export const listAllNumbers = http({
  id: 'list-all-numbers',
  area,
  method: 'GET',
  path: '/user/phone-numbers/all',
  summary: 'List all phone numbers, expired ones too',
  description: 'Says of each what it can do, and whether its subscription is active.',
  returns: z.object({ data: z.array(NumberItem) }),
  uses: ['clock', 'numbers.list'],
})
