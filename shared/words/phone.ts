import {
  type CountryCode,
  getCountryCallingCode,
  type PhoneNumber,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/max'
import { sentences } from './fields.ts'
import { finding } from './form.ts'
import { currentSpelling } from './phone-spellings.ts'
import { plainPhoneText } from './phone-text.ts'
import { type FieldErrors, Problem } from './problem.ts'

export interface Phone {
  /** E.164 */
  number: string
  /** ISO 3166-1 alpha-2; undefined for numbers that belong to no country (+800, +883, …). */
  country: CountryCode | undefined
}

/**
 * `text`: the text is not written as a phone number. `country`: it lacks a country. `extension`: it
 * has one. `several`: it holds more than one number. `ambiguous`: it can be read as two numbers.
 * `invalid`: no country has such a number.
 */
export type PhoneRefusal = 'text' | 'country' | 'extension' | 'several' | 'ambiguous' | 'invalid'

/** `candidates`: the numbers that an ambiguous text can mean. */
export type PhoneReading = { phone: Phone } | { refused: PhoneRefusal; candidates: Phone[] }

/**
 * Reads a phone number from any text: the one reader of the product. Returns the current spelling
 * of the number, or the reason why the text names no one phone. Without `country`, only
 * international spellings are read. With it, national ones and the country's own international
 * prefix are, too.
 */
export const readNumber = (input: string, country?: CountryCode): PhoneReading => {
  const read = parse(input, country)
  if ('parsed' in read) return { phone: phoneOf(read.parsed) }
  return { refused: read.refused, candidates: (read.candidates ?? []).map(phoneOf) }
}

/** Returns the number, or undefined when `readNumber` refuses the text. */
export const readPhone = (input: string, country?: CountryCode): Phone | undefined => {
  const read = parse(input, country)
  return 'parsed' in read ? phoneOf(read.parsed) : undefined
}

/**
 * Kinds of numbers that charge their callers, personal numbers (+44 70) too: a favourite of fraud.
 */
const costly = ['PREMIUM_RATE', 'SHARED_COST', 'PERSONAL_NUMBER']

/**
 * As `readPhone`, for numbers to call or text. Refused are those that earn from being reached, and
 * those of no country, which belong to satellites and private networks (+870, +881, +882, +883,
 * +979, …). A free number (+800) is allowed.
 */
export const readReachablePhone = (input: string, country?: CountryCode): Phone | undefined => {
  const read = parse(input, country)
  if (!('parsed' in read)) return undefined
  const type = read.parsed.getType() ?? ''
  const isTrap = costly.includes(type) || (read.parsed.country === undefined && type !== 'TOLL_FREE')
  return isTrap ? undefined : phoneOf(read.parsed)
}

type Parsed = { parsed: PhoneNumber } | { refused: PhoneRefusal; candidates?: PhoneNumber[] }

const phoneOf = ({ number, country }: PhoneNumber): Phone => ({ number, country })

const parse = (input: string, country: CountryCode | undefined): Parsed => {
  const text = plainPhoneText(input)
  if ('refused' in text) return text
  const { plain } = text
  const [beforeSlash, ...afterSlash] = plain.split('/')
  // `+49 30/901820` has its area before the slash; `+49 30 901820/21` are two numbers.
  if (afterSlash.length > 0 && candidatesOf(beforeSlash ?? '', country).length > 0) return { refused: 'several' }
  const candidates = candidatesOf(plain, country)
  const [parsed] = candidates
  if (parsed) return candidates.length === 1 ? { parsed } : { refused: 'ambiguous', candidates }
  return { refused: country === undefined && !isInternational(plain) ? 'country' : 'invalid' }
}

const isInternational = (plain: string): boolean => /^\(?(?:\+|00)/.test(plain)

/**
 * All valid numbers that the text can mean. A zero in brackets is dialled within the country, and
 * in a few from abroad.
 */
const candidatesOf = (plain: string, country: CountryCode | undefined): PhoneNumber[] => {
  const trunkZero = /\( ?0 ?\)/
  const spellings = trunkZero.test(plain) ? [plain.replace(trunkZero, ''), plain.replace(trunkZero, '0')] : [plain]
  const found = spellings
    .map((spelling) => spelling.replace(/[^\d+]/g, ''))
    .flatMap((digits) => (digits.startsWith('+') ? validNumber(digits) : withoutPlus(digits, country)))
  return [...new Map(found.map((parsed) => [parsed.number, parsed])).values()]
}

/**
 * Digits of a known country are national ones, or begin with its calling code or its international
 * prefix.
 */
const withoutPlus = (digits: string, country: CountryCode | undefined): PhoneNumber[] => {
  const afterZeros = digits.startsWith('00') ? validNumber(`+${digits.slice(2)}`) : []
  if (country === undefined) return afterZeros
  const national = parsePhoneNumberFromString(digits, { defaultCountry: country, extract: false })
  const ownCode = validNumber(`+${digits}`).filter(
    ({ countryCallingCode }) => countryCallingCode === callingCodeOfCountry(country),
  )
  return [...afterZeros, ...(national ? validNumber(national.number) : []), ...ownCode]
}

/** One size of metadata for all: only the largest tells the kind of a number in every country. */
const validNumber = (international: string): PhoneNumber[] => {
  const parsed = parsePhoneNumberFromString(international, { extract: false })
  if (!parsed) return []
  const spelling = currentSpelling(parsed.number)
  const current = spelling === parsed.number ? parsed : parsePhoneNumberFromString(spelling)
  return current?.isValid() ? [current] : []
}

/** The same for a query parameter, in which a `+` that was not escaped has become a blank. */
export const readPhoneFilter = (input: string): Phone | undefined => readPhone(input.replace(/^ (?=\d)/, '+'))

/** The error of a filter by number; none without a filter. */
export const phoneFilterFinding = (path: string, input: string | undefined): FieldErrors =>
  input && !readPhoneFilter(input) ? phoneFinding(path, input) : {}

/**
 * The country of a number that was read before, also when it is not taken for valid any more: the
 * list of valid numbers changes, and a number is then priced by the first country that has its
 * code. Undefined for numbers of no country.
 */
export const countryOf = (number: string): CountryCode | undefined => {
  const parsed = parsePhoneNumberFromString(number)
  if (!parsed || parsed.isValid()) return parsed?.country
  return parsed.country ?? parsed.getPossibleCountries()[0]
}

/** The error of a text that `readNumber` refuses. */
export const phoneSentence = (input: string): string =>
  isWithoutPrefix(input) ? sentences.phonePrefix : sentences.phone

export const phoneFinding = (path: string, input: string): FieldErrors => finding(path, phoneSentence(input))

/** True when only the + is missing. */
const isWithoutPrefix = (input: string): boolean => {
  const text = input.trim()
  return /^[1-9]/.test(text) && readPhone(`+${text}`) !== undefined
}

const codeOf = { phone_number: 'invalid_phone_number', to: 'invalid_to_number' } as const

/**
 * The phone that was read from a field, or the problem that it holds none; it says more when only
 * the + is missing.
 */
export const foundPhone = (phone: Phone | undefined, field: keyof typeof codeOf, input: string): Phone => {
  if (phone) return phone
  throw new Problem(codeOf[field], isWithoutPrefix(input) ? { errors: phoneFinding(field, input) } : {})
}

/** `1` of +1 202 555 0100. */
export const callingCodeOf = (number: string): string | undefined =>
  parsePhoneNumberFromString(number)?.countryCallingCode

/** `1` of the US. */
export const callingCodeOfCountry = (country: CountryCode): string => getCountryCallingCode(country)

/**
 * Where mobiles have the codes of areas as well: Mexico, Argentina, Brazil, China
 * (`isNumberGeographical` of libphonenumber).
 */
const areaCodesOfMobiles = ['52', '54', '55', '86']

/** True when its prefix tells an area of its country. */
export const isGeographic = (number: string): boolean => {
  const parsed = parsePhoneNumberFromString(number)
  const type = parsed?.getType()
  if (type === 'FIXED_LINE' || type === 'FIXED_LINE_OR_MOBILE') return true
  return type === 'MOBILE' && areaCodesOfMobiles.includes(parsed?.countryCallingCode ?? '')
}

/** `+49 30 901820`; what cannot be read stays as it is. */
export const formatInternational = (number: string): string =>
  parsePhoneNumberFromString(number)?.formatInternational() ?? number
