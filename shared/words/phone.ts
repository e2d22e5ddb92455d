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
  /** ISO 3166-1 alpha-2; undefined for numbers without a country (+800, +883, …). */
  country: CountryCode | undefined
}

/** `ambiguous`: the input can be read as different valid numbers. `invalid`: as no valid number. */
export type PhoneRefusal = 'text' | 'country' | 'extension' | 'several' | 'ambiguous' | 'invalid'

export type PhoneReading = { phone: Phone } | { refused: PhoneRefusal; candidates: Phone[] }

/** Reads a phone number. With `country`, also accepts national spellings. */
export const readNumber = (input: string, country?: CountryCode): PhoneReading => {
  const read = parse(input, country)
  if ('parsed' in read) return { phone: phoneOf(read.parsed) }
  return { refused: read.refused, candidates: (read.candidates ?? []).map(phoneOf) }
}

export const readPhone = (input: string, country?: CountryCode): Phone | undefined => {
  const read = parse(input, country)
  return 'parsed' in read ? phoneOf(read.parsed) : undefined
}

/** Kinds of numbers with high prices. Personal numbers (+44 70) are used for fraud. */
const costly = ['PREMIUM_RATE', 'SHARED_COST', 'PERSONAL_NUMBER']

/** Refuses premium numbers, and numbers without a country (except +800). */
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
  // In `+49 30/901820` the slash follows the area code; `+49 30 901820/21` is two numbers.
  if (afterSlash.length > 0 && candidatesOf(beforeSlash ?? '', country).length > 0) return { refused: 'several' }
  const candidates = candidatesOf(plain, country)
  const [parsed] = candidates
  if (parsed) return candidates.length === 1 ? { parsed } : { refused: 'ambiguous', candidates }
  return { refused: country === undefined && !isInternational(plain) ? 'country' : 'invalid' }
}

const isInternational = (plain: string): boolean => /^\(?(?:\+|00)/.test(plain)

/**
 * Returns possible numbers, with and without a zero in brackets. Most countries dial this zero only
 * within the country.
 */
const candidatesOf = (plain: string, country: CountryCode | undefined): PhoneNumber[] => {
  const trunkZero = /\( ?0 ?\)/
  const spellings = trunkZero.test(plain) ? [plain.replace(trunkZero, ''), plain.replace(trunkZero, '0')] : [plain]
  const found = spellings
    .map((spelling) => spelling.replace(/[^\d+]/g, ''))
    .flatMap((digits) => (digits.startsWith('+') ? validNumber(digits) : withoutPlus(digits, country)))
  return [...new Map(found.map((parsed) => [parsed.number, parsed])).values()]
}

const withoutPlus = (digits: string, country: CountryCode | undefined): PhoneNumber[] => {
  const afterZeros = digits.startsWith('00') ? validNumber(`+${digits.slice(2)}`) : []
  if (country === undefined) return afterZeros
  const national = parsePhoneNumberFromString(digits, { defaultCountry: country, extract: false })
  const ownCode = validNumber(`+${digits}`).filter(
    ({ countryCallingCode }) => countryCallingCode === callingCodeOfCountry(country),
  )
  return [...afterZeros, ...(national ? validNumber(national.number) : []), ...ownCode]
}

/** Needs libphonenumber's largest metadata, because the smaller metadata lacks number types. */
const validNumber = (international: string): PhoneNumber[] => {
  const parsed = parsePhoneNumberFromString(international, { extract: false })
  if (!parsed) return []
  const spelling = currentSpelling(parsed.number)
  const current = spelling === parsed.number ? parsed : parsePhoneNumberFromString(spelling)
  return current?.isValid() ? [current] : []
}

/** In query strings, an unescaped `+` is decoded as a blank. */
export const readPhoneFilter = (input: string): Phone | undefined => readPhone(input.replace(/^ (?=\d)/, '+'))

export const phoneFilterFinding = (path: string, input: string | undefined): FieldErrors =>
  input && !readPhoneFilter(input) ? phoneFinding(path, input) : {}

export const countryOf = (number: string): CountryCode | undefined => {
  const parsed = parsePhoneNumberFromString(number)
  if (!parsed || parsed.isValid()) return parsed?.country
  return parsed.country ?? parsed.getPossibleCountries()[0]
}

export const phoneSentence = (input: string): string =>
  isWithoutPrefix(input) ? sentences.phonePrefix : sentences.phone

export const phoneFinding = (path: string, input: string): FieldErrors => finding(path, phoneSentence(input))

const isWithoutPrefix = (input: string): boolean => {
  const text = input.trim()
  return /^[1-9]/.test(text) && readPhone(`+${text}`) !== undefined
}

const codeOf = { phone_number: 'invalid_phone_number', to: 'invalid_to_number' } as const

export const foundPhone = (phone: Phone | undefined, field: keyof typeof codeOf, input: string): Phone => {
  if (phone) return phone
  throw new Problem(codeOf[field], isWithoutPrefix(input) ? { errors: phoneFinding(field, input) } : {})
}

/** Returns `1` for +1 202 555 0100. */
export const callingCodeOf = (number: string): string | undefined =>
  parsePhoneNumberFromString(number)?.countryCallingCode

export const callingCodeOfCountry = (country: CountryCode): string => getCountryCallingCode(country)

/**
 * Mobile numbers have area codes in Mexico, Argentina, Brazil and China (libphonenumber,
 * `isNumberGeographical`).
 */
const areaCodesOfMobiles = ['52', '54', '55', '86']

export const isGeographic = (number: string): boolean => {
  const parsed = parsePhoneNumberFromString(number)
  const type = parsed?.getType()
  if (type === 'FIXED_LINE' || type === 'FIXED_LINE_OR_MOBILE') return true
  return type === 'MOBILE' && areaCodesOfMobiles.includes(parsed?.countryCallingCode ?? '')
}

export const isTollFree = (number: string): boolean => parsePhoneNumberFromString(number)?.getType() === 'TOLL_FREE'

export const formatInternational = (number: string): string =>
  parsePhoneNumberFromString(number)?.formatInternational() ?? number
