import { parsePhoneNumberFromString } from 'libphonenumber-js/max'
import { type Phone, readPhoneWith } from '../phone.ts'

/** Numbers that charge their callers: no person's phone, and a favourite of fraud. */
const costly = ['PREMIUM_RATE', 'SHARED_COST']

/** As `readPhone`, for numbers to text. Only the large metadata tells the kind of a number in every country. */
export const readSmsPhone = (input: string): Phone | undefined => readPhoneWith(parseTextable, input)

const parseTextable: typeof parsePhoneNumberFromString = (...written) => {
  const parsed = parsePhoneNumberFromString(...written)
  return costly.includes(parsed?.getType() ?? '') ? undefined : parsed
}
