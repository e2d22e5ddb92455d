import { parsePhoneNumberFromString } from 'libphonenumber-js/max'
import { type Phone, readPhoneWith } from './phone.ts'

/** Numbers that charge whoever reaches them: nobody's phone, and a favourite of fraud. */
const refused = ['PREMIUM_RATE', 'SHARED_COST']

/** As `readPhone`, for numbers to text. Only the large metadata knows the kind of a number everywhere. */
export const readSmsPhone = (input: string): Phone | undefined =>
  readPhoneWith(parsePhoneNumberFromString, input, (kind) => !refused.includes(kind ?? ''))
