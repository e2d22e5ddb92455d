import { type CountryCode, type PhoneNumber, parsePhoneNumberFromString } from 'libphonenumber-js/max'
import { sentences } from './fields.ts'
import { finding } from './form.ts'
import { type FieldErrors, Problem } from './problem.ts'

export interface Phone {
  /** E.164 */
  number: string
  /** ISO 3166-1 alpha-2; undefined for numbers that belong to no country (+800, +883, …). */
  country: CountryCode | undefined
}

/**
 * Any international spelling → the number, or undefined when it is not valid. National formats and extensions are
 * refused: they name no one phone.
 */
export const readPhone = (input: string): Phone | undefined => phoneOf(parse(input))

/** Kinds of numbers that charge their callers, personal numbers (+44 70) too: a favourite of fraud. */
const costly = ['PREMIUM_RATE', 'SHARED_COST', 'PERSONAL_NUMBER']

/**
 * As `readPhone`, for numbers to call or text. Refused are those that earn from being reached, and those of no country, behind
 * which stand satellites and private networks (+870, +881, +882, +883, +979, …); a free one (+800) is no trap.
 */
export const readReachablePhone = (input: string): Phone | undefined => {
  const parsed = parse(input)
  const type = parsed?.getType() ?? ''
  const isTrap = costly.includes(type) || (parsed?.country === undefined && type !== 'TOLL_FREE')
  return isTrap ? undefined : phoneOf(parsed)
}

/** One size of metadata for all: only the largest tells the kind of a number in every country. */
const parse = (input: string): PhoneNumber | undefined => {
  const written = input.trim()
  const international = written.startsWith('00') ? `+${written.slice(2)}` : written
  if (!international.startsWith('+') || international.length > 40) return undefined
  return parsePhoneNumberFromString(international, { extract: false })
}

const phoneOf = (parsed: PhoneNumber | undefined): Phone | undefined =>
  parsed?.isValid() && !parsed.ext ? { number: parsed.number, country: parsed.country } : undefined

/** The same for a query parameter, in which a `+` that was not escaped has become a blank. */
export const readPhoneFilter = (input: string): Phone | undefined => readPhone(input.replace(/^ (?=\d)/, '+'))

/**
 * The country of a number that was read before, also when it is not taken for valid any more: the list of valid numbers changes,
 * and a number is then priced by the first country that has its code. Undefined for numbers of no country.
 */
export const countryOf = (number: string): CountryCode | undefined => {
  const parsed = parsePhoneNumberFromString(number)
  if (!parsed || parsed.isValid()) return parsed?.country
  return parsed.country ?? parsed.getPossibleCountries()[0]
}

/** What is wrong with a text that is no number: often nothing but the + is missing. */
export const phoneSentence = (input: string): string =>
  isWithoutPrefix(input) ? sentences.phonePrefix : sentences.phone

export const phoneFinding = (path: string, input: string): FieldErrors => finding(path, phoneSentence(input))

const isWithoutPrefix = (input: string) => /^[1-9][\d\s()./-]*$/.test(input.trim()) && !!readPhone(`+${input.trim()}`)

const codeOf = { phone_number: 'invalid_phone_number', to: 'invalid_to_number' } as const

/** The phone that was read from a field, or the problem that it is none; it says more when only the + is missing. */
export const foundPhone = (phone: Phone | undefined, field: keyof typeof codeOf, input: string): Phone => {
  if (phone) return phone
  throw new Problem(codeOf[field], isWithoutPrefix(input) ? { errors: phoneFinding(field, input) } : {})
}

/** `1` of +1 202 555 0100. */
export const callingCodeOf = (number: string): string | undefined =>
  parsePhoneNumberFromString(number)?.countryCallingCode

/** Where mobiles have the codes of areas as well: Mexico, Argentina, Brazil, China (`isNumberGeographical` of libphonenumber). */
const areaCodesOfMobiles = ['52', '54', '55', '86']

/** Whether its prefix tells an area of its country. */
export const isGeographic = (number: string): boolean => {
  const parsed = parsePhoneNumberFromString(number)
  const type = parsed?.getType()
  if (type === 'FIXED_LINE' || type === 'FIXED_LINE_OR_MOBILE') return true
  return type === 'MOBILE' && areaCodesOfMobiles.includes(parsed?.countryCallingCode ?? '')
}
