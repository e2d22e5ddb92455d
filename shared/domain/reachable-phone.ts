import { parsePhoneNumberFromString } from 'libphonenumber-js/max'
import { type Phone, readPhoneWith } from './phone.ts'

/** Numbers that charge whoever reaches them: nobody's phone, and a favourite of fraud. */
const costly = ['PREMIUM_RATE', 'SHARED_COST']

/**
 * As `readPhone`, for numbers to call or text. Refused are those that earn from being reached, and those of no country, behind
 * which stand satellites and networks of anybody's (+870, +881, +882, +883, +979, …); a free one (+800) is nobody's trap.
 * Only the large metadata tells the kind of a number in every country.
 */
export const readReachablePhone = (input: string): Phone | undefined => readPhoneWith(parseReachable, input)

const parseReachable: typeof parsePhoneNumberFromString = (...written) => {
  const parsed = parsePhoneNumberFromString(...written)
  const type = parsed?.getType() ?? ''
  const isTrap = costly.includes(type) || (parsed?.country === undefined && type !== 'TOLL_FREE')
  return isTrap ? undefined : parsed
}
