import type { Problem } from '../../client.ts'
import type { Field } from './catalogue.ts'
import type { Errors } from './check.ts'

/** Returns an answer's errors, under the names of the form's fields. */
export const errorsOf = (
  { errors, message }: Pick<Problem, 'errors' | 'message'>,
  fields: readonly Field[],
): Errors => {
  const renamed = Object.entries(errors).map(([path, sentences]) => {
    const [first = '', ...rest] = path.split('.')
    const field = fields.find(({ name, also }) => name === first || also === path || also === first)
    return [[field?.name ?? first, ...rest].join('.'), sentences]
  })
  const named = fields.find(({ name }) => problemsOfFields[message] === name)
  return named
    ? { ...Object.fromEntries(renamed), [named.name]: [message.replace(/\.?$/, '.')] }
    : Object.fromEntries(renamed)
}

/** Field that causes an error, by message. The API does not name the field in these errors. */
const problemsOfFields: Readonly<Record<string, string>> = {
  'Assistant not found': 'assistant_id',
  'Campaign not found': 'campaign_id',
  'Version not found': 'version',
  'Invalid phone number': 'phone_number',
  'Phone number is blacklisted': 'phone_number',
  'Invalid to phone number': 'to',
  'Destination not allowed': 'to',
  'Recipient has opted out': 'to',
  'From number not found': 'from',
  'From number subscription is not active': 'from',
  'From number is not SMS capable': 'from',
  'Phone number not found.': 'phone_number',
  'This phone number is already in use.': 'phone_number',
  'Unable to parse phone number. Please provide a valid E.164 format number.': 'phone_number',
  'This phone number cannot be verified, because the provider or another verification has it already.': 'phone_number',
  'The provider does not call this phone number.': 'phone_number',
}
