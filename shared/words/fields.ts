import * as z from 'zod'
import { endOfDay, startOfDay } from './time.ts'

/**
 * This file defines field types of request forms. Old clients send numbers as text and booleans as
 * 0/1.
 */

export const sentences = {
  required: 'The :attribute field is required.',
  text: 'The :attribute field must be a string.',
  storable: 'The :attribute field must not contain U+0000 or half of a surrogate pair.',
  integer: 'The :attribute field must be an integer.',
  number: 'The :attribute field must be a number.',
  flag: 'The :attribute field must be true or false.',
  object: 'The :attribute field must be an object.',
  list: 'The :attribute field must be an array.',
  selected: 'The selected :attribute is invalid.',
  url: 'The :attribute field must be a valid URL.',
  zone: 'The :attribute field must be a valid timezone.',
  date: 'The :attribute field must match the format Y-m-d.',
  time: 'The :attribute field must be a valid date.',
  timeOfDay: 'The :attribute field must match the format H:i:s.',
  phone: 'The :attribute field must be a valid phone number.',
  phonePrefix: 'The :attribute field must begin with + and the country code.',
  variables: 'Variables must be an array',
  storableVariables: 'Variables must not contain U+0000 or half of a surrogate pair',
}

export const documented = <T extends z.ZodType>(field: T, schema: Record<string, unknown>): T => {
  z.globalRegistry.add(field, { ...z.globalRegistry.get(field), ...schema })
  return field
}

/** Accepts text, trimmed unless `exact`; blank counts as missing. `max` counts code points. */
export const text = ({ max, exact = false, tooLong }: { max: number; exact?: boolean; tooLong?: string }) =>
  documented(
    z.preprocess(
      (value) => (typeof value === 'string' && !exact ? value.trim() : (value ?? undefined)),
      z
        .string({ error: requiredOr(sentences.text) })
        .refine((value) => value.trim() !== '', { error: sentences.required, abort: true })
        .refine(isStorable, { error: sentences.storable, abort: true })
        .refine((value) => value.length <= max || [...value].length <= max, {
          error: tooLong ?? `The :attribute field must not be greater than ${max} characters.`,
        }),
    ),
    { type: 'string', minLength: 1, maxLength: max },
  )

/** Also accepts the text `"12"`. Numbers above 2^53-1 become 2^53-1, an id that no record has. */
export const integer = ({ min, max }: { min?: number; max?: number } = {}) =>
  documented(
    z.preprocess(
      (value) => (typeof value === 'string' && /^[+-]?\d+$/.test(value.trim()) ? Number(value) : trimmed(value)),
      z
        .number({ error: requiredOr(sentences.integer) })
        .refine(Number.isInteger, { error: sentences.integer, abort: true })
        .refine(inside(min, max), { error: outside(min, max) })
        .transform((value) => Math.max(-Number.MAX_SAFE_INTEGER, Math.min(Number.MAX_SAFE_INTEGER, value))),
    ),
    { type: 'integer', minimum: min, maximum: max },
  )

/** Also accepts the text `"0.5"`; at most six decimal places. */
export const decimal = ({ min, max }: { min?: number; max?: number } = {}) =>
  documented(
    z.preprocess(
      (value) =>
        typeof value === 'string' && /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)$/.test(value.trim())
          ? Number(value)
          : trimmed(value),
      z
        .number({ error: requiredOr(sentences.number) })
        .refine(inside(min, max), { error: outside(min, max) })
        .transform((value) => Number(value.toFixed(6))),
    ),
    { type: 'number', minimum: min, maximum: max },
  )

const flags = new Map<unknown, boolean>([true, 1, '1'].map((value) => [value, true]))
for (const value of [false, 0, '0']) flags.set(value, false)

export const flag = () =>
  z.preprocess((value) => flags.get(value) ?? trimmed(value), z.boolean({ error: requiredOr(sentences.flag) }))

export const matching = (pattern: RegExp, sentence: string) =>
  documented(
    z.preprocess(trimmed, z.string({ error: requiredOr(sentences.text) }).regex(pattern, { error: sentence })),
    { type: 'string', pattern: pattern.source },
  )

export const oneOf = <const T extends readonly [string, ...string[]]>(words: T) =>
  z.preprocess(trimmed, z.enum(words, { error: requiredOr(sentences.selected) }))

export const chosen = <K, T>(by: z.ZodType<K>, find: (key: K) => T | undefined) =>
  by.transform((key, context) => {
    const thing = find(key)
    if (thing) return thing
    context.addIssue(sentences.selected)
    return z.NEVER
  })

export const zone = () =>
  documented(
    z.preprocess(trimmed, z.string({ error: requiredOr(sentences.text) }).refine(isZone, { error: sentences.zone })),
    { minLength: 1, description: 'An IANA time zone' },
  )

export const day = () =>
  documented(
    z.preprocess(trimmed, z.string({ error: requiredOr(sentences.text) }).refine(isDay, { error: sentences.date })),
    { format: 'date' },
  )

/** Accepts a day (UTC) or an ISO 8601 time (UTC by default). */
export const period = () =>
  documented(
    z.preprocess(
      trimmed,
      z
        .string({ error: requiredOr(sentences.text) })
        .refine((value) => readPeriod(value) !== undefined, { error: sentences.time, abort: true })
        .transform((value) => readPeriod(value) ?? { from: 0, until: 0 }),
    ),
    { type: 'string', pattern: periodPattern.source, description: 'A day, or a time; UTC unless it says otherwise' },
  )

const periodPattern = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d:\d\d(?:\.\d{1,6})?)(Z|[+-]\d\d:\d\d)?)?$/

const readPeriod = (value: string): { from: number; until: number } | undefined => {
  if (isDay(value)) return { from: startOfDay(value), until: endOfDay(value) }
  const [, day, time, zone = 'Z'] = periodPattern.exec(value) ?? []
  const at = day && isDay(day) ? Date.parse(`${day}T${time}${zone}`) : Number.NaN
  return Number.isNaN(at) ? undefined : { from: at, until: at + 1 }
}

/** Accepts `HH:MM:SS`; `HH:MM` means `HH:MM:00`. */
export const timeOfDay = () =>
  documented(
    z.preprocess(
      trimmed,
      z
        .string({ error: requiredOr(sentences.text) })
        .refine((value) => timeOfDayPattern.test(value), { error: sentences.timeOfDay, abort: true })
        .transform((value) => (value.length === 5 ? `${value}:00` : value)),
    ),
    { type: 'string', pattern: timeOfDayPattern.source },
  )

const timeOfDayPattern = /^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/

/**
 * Accepts a URL without user info, of at most 2,048 characters. webhook-url.ts decides which hosts
 * are allowed.
 */
export const webUrl = () =>
  documented(
    z.preprocess(
      trimmed,
      z.string({ error: requiredOr(sentences.text) }).refine(isWebUrl, { error: sentences.url, abort: true }),
    ),
    { format: 'uri', maxLength: urlLengthMax },
  )

export const list = <T extends z.ZodType>(item: T, { max }: { max: number }) =>
  z.preprocess(
    (value) => value ?? undefined,
    z
      .array(item, { error: requiredOr(sentences.list) })
      .max(max, { error: `The :attribute field must not have more than ${max} items.` }),
  )

/** Accepts any JSON, which is validated later. The API document describes `item`. */
export const readLater = (item: z.ZodType) => documented(z.unknown(), { describedBy: item })

export const object = <S extends z.ZodRawShape>(shape: S) => z.object(shape, { error: requiredOr(sentences.object) })

/** Makes a field optional; null and empty text count as omitted. */
export const optional = <T extends z.ZodType>(field: T) =>
  z.preprocess((value) => (value === null || isBlank(value) ? undefined : value), field.optional())

/** Makes a field optional; null and empty text clear it. */
export const clearable = <T extends z.ZodType>(field: T) =>
  z.preprocess((value) => (isBlank(value) ? null : value), field.nullable().optional())

export type Json = string | number | boolean | null | Json[] | { [key: string]: Json }
export type Variables = Record<string, Json>

const variableKeysMax = 100
const variableBytesMax = 16 * 1024
const variableDepthMax = 16

/** Accepts variables. Old clients send `[]` for no variables and a list of objects for several. */
export const variables = () =>
  documented(
    z.preprocess(
      (value) =>
        Array.isArray(value) && value.every(isPlainObject) ? Object.assign({}, ...value) : (value ?? undefined),
      z.custom<Variables>(isVariables, {
        error: ({ input }) =>
          hasUnstorableText(input) ? sentences.storableVariables : requiredOr(sentences.variables)({ input }),
      }),
    ),
    { type: 'object', additionalProperties: true, maxProperties: variableKeysMax },
  )

export const isVariables = (value: unknown): boolean =>
  isPlainObject(value) &&
  Object.keys(value).length <= variableKeysMax &&
  isKeepable(value) &&
  Buffer.byteLength(JSON.stringify(value)) <= variableBytesMax

const isKeepable = (value: unknown, depth = 0): boolean => {
  if (typeof value === 'string') return isStorable(value)
  if (typeof value === 'number') return Number.isFinite(value)
  if (typeof value !== 'object' || value === null) return true
  if (depth === variableDepthMax) return false
  return Object.entries(value).every(([name, inner]) => isStorable(name) && isKeepable(inner, depth + 1))
}

const hasUnstorableText = (value: unknown, depth = 0): boolean =>
  typeof value === 'object' &&
  value !== null &&
  depth < variableDepthMax &&
  Object.entries(value).some(
    ([name, inner]) =>
      !isStorable(name) || (typeof inner === 'string' && !isStorable(inner)) || hasUnstorableText(inner, depth + 1),
  )

const isPlainObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** False for text with NUL or half of a surrogate pair. */
const isStorable = (value: string) => value.isWellFormed() && !value.includes('\0')

export const isZone = (name: string): boolean => {
  if (!/^[A-Za-z]/.test(name)) return false
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}

const isDay = (value: string): boolean => {
  if (!/^\d{4}-\d\d-\d\d$/.test(value)) return false
  const time = Date.parse(`${value}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(value)
}

const urlLengthMax = 2048

const isWebUrl = (value: string): boolean => {
  if (value.length > urlLengthMax || !isStorable(value) || /[\s\p{Cc}]/u.test(value)) return false
  if (!/^https?:\/\/[^/\\?#@]+([/?#]|$)/i.test(value)) return false
  const { hostname = '' } = URL.parse(value) ?? {}
  return hostname !== '' && hostname.length <= hostLengthMax && !/^\.|\.\./.test(hostname)
}

/** Maximum characters of a DNS name (RFC 1035). */
const hostLengthMax = 253

const isBlank = (value: unknown) => typeof value === 'string' && value.trim() === ''
const trimmed = (value: unknown) => (typeof value === 'string' ? value.trim() || undefined : (value ?? undefined))
const requiredOr = (template: string) => (issue: { input?: unknown }) =>
  issue.input === undefined ? sentences.required : template
const inside =
  (min = -Infinity, max = Infinity) =>
  (value: number) =>
    value >= min && value <= max
const outside = (min?: number, max?: number) =>
  max === undefined
    ? `The :attribute field must be at least ${min}.`
    : `The :attribute field must be between ${min} and ${max}.`
