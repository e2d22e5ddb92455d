import * as z from 'zod'

/**
 * The building blocks of forms. Each says its own sentence; `:attribute` becomes the field's path with blanks.
 * Old clients send numbers as text and booleans as 0/1; text is never accepted for an enumeration of another type.
 */

export const sentences = {
  required: 'The :attribute field is required.',
  text: 'The :attribute field must be a string.',
  integer: 'The :attribute field must be an integer.',
  number: 'The :attribute field must be a number.',
  flag: 'The :attribute field must be true or false.',
  object: 'The :attribute field must be an object.',
  list: 'The :attribute field must be an array.',
  selected: 'The selected :attribute is invalid.',
  url: 'The :attribute field must be a valid URL.',
  zone: 'The :attribute field must be a valid timezone.',
  date: 'The :attribute field must match the format Y-m-d.',
  timeOfDay: 'The :attribute field must match the format H:i:s.',
  phone: 'The :attribute field must be a valid phone number.',
}

/** Required text. Trimmed unless `exact`; empty, or only white space, counts as missing. Lengths are code points. */
export const text = ({ max, exact = false }: { max: number; exact?: boolean }) =>
  z.preprocess(
    (value) => (typeof value === 'string' && !exact ? value.trim() : (value ?? undefined)),
    z
      .string({ error: requiredOr(sentences.text) })
      .refine((value) => value.trim() !== '', { error: sentences.required, abort: true })
      .refine(isStorable, { error: sentences.text, abort: true })
      .refine((value) => value.length <= max || [...value].length <= max, {
        error: `The :attribute field must not be greater than ${max} characters.`,
      }),
  )

/** A whole number, also as text (`"12"`). What no integer can hold exactly counts as 2^53-1, an id that nothing has. */
export const integer = ({ min, max }: { min?: number; max?: number } = {}) =>
  z.preprocess(
    (value) => (typeof value === 'string' && /^[+-]?\d+$/.test(value.trim()) ? Number(value) : trimmed(value)),
    z
      .number({ error: requiredOr(sentences.integer) })
      .refine(Number.isInteger, { error: sentences.integer, abort: true })
      .refine(inside(min, max), { error: outside(min, max) })
      .transform((value) => Math.max(-Number.MAX_SAFE_INTEGER, Math.min(Number.MAX_SAFE_INTEGER, value))),
  )

/** A decimal number, also as text (`"0.5"`). Six places are kept: the store has no room for 1e-200. */
export const decimal = ({ min, max }: { min?: number; max?: number } = {}) =>
  z.preprocess(
    (value) =>
      typeof value === 'string' && /^[+-]?(\d+\.?\d*|\.\d+)$/.test(value.trim()) ? Number(value) : trimmed(value),
    z
      .number({ error: requiredOr(sentences.number) })
      .refine(inside(min, max), { error: outside(min, max) })
      .transform((value) => Number(value.toFixed(6))),
  )

const flags = new Map<unknown, boolean>([true, 1, '1'].map((value) => [value, true]))
for (const value of [false, 0, '0']) flags.set(value, false)

/** true/false, also as 1/0 or "1"/"0". */
export const flag = () =>
  z.preprocess((value) => flags.get(value) ?? trimmed(value), z.boolean({ error: requiredOr(sentences.flag) }))

/** One of a few words. */
export const oneOf = <const T extends readonly [string, ...string[]]>(words: T) =>
  z.preprocess(trimmed, z.enum(words, { error: requiredOr(sentences.selected) }))

/** An IANA time zone that this runtime knows, kept as written. */
export const zone = () =>
  z.preprocess(trimmed, z.string({ error: requiredOr(sentences.text) }).refine(isZone, { error: sentences.zone }))

/** A day of the calendar, `YYYY-MM-DD`. */
export const day = () =>
  z.preprocess(trimmed, z.string({ error: requiredOr(sentences.text) }).refine(isDay, { error: sentences.date }))

/**
 * A web address, http or https, without user info, of at most 2,048 characters. Whether we may be told to call it,
 * webhook-url.ts says.
 */
export const webUrl = () =>
  z.preprocess(
    trimmed,
    z.string({ error: requiredOr(sentences.text) }).refine(isWebUrl, { error: sentences.url, abort: true }),
  )

export const list = <T extends z.ZodType>(item: T, { max }: { max: number }) =>
  z.preprocess(
    (value) => value ?? undefined,
    z
      .array(item, { error: requiredOr(sentences.list) })
      .max(max, { error: `The :attribute field must not have more than ${max} items.` }),
  )

/** An object inside a body, read with sentences of its own fields. */
export const object = <S extends z.ZodRawShape>(shape: S) => z.object(shape, { error: requiredOr(sentences.object) })

/** A field that may be left out; null and an empty string count as left out. */
export const optional = <T extends z.ZodType>(field: T) =>
  z.preprocess((value) => (value === null || isBlank(value) ? undefined : value), field.optional())

/** A field of an update that null (or an empty string) clears. */
export const clearable = <T extends z.ZodType>(field: T) =>
  z.preprocess((value) => (isBlank(value) ? null : value), field.nullable().optional())

export type Json = string | number | boolean | null | Json[] | { [key: string]: Json }
export type Variables = Record<string, Json>

const variableKeysMax = 100
const variableBytesMax = 16 * 1024
const variableDepthMax = 16

/** Free key/value pairs. Old clients send `[]` for none and a list of objects for several; both become one object. */
export const variables = () =>
  z.preprocess(
    (value) =>
      Array.isArray(value) && value.every(isPlainObject) ? Object.assign({}, ...value) : (value ?? undefined),
    z.custom<Variables>(isVariables, { error: (issue) => requiredOr('Variables must be an array')(issue) }),
  )

const isVariables = (value: unknown): boolean => {
  if (!isPlainObject(value) || Object.keys(value).length > variableKeysMax) return false
  if (!isShallow(value)) return false
  const written = JSON.stringify(value)
  return Buffer.byteLength(written) <= variableBytesMax && isStorable(written) && !/\\u(d[89a-f]..|0000)/i.test(written)
}

const isShallow = (value: unknown, depth = 0): boolean => {
  if (typeof value === 'number') return Number.isFinite(value)
  if (typeof value !== 'object' || value === null) return true
  if (depth === variableDepthMax) return false
  return Object.values(value).every((inner) => isShallow(inner, depth + 1))
}

const isPlainObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Text that every store and carrier takes: no half characters, no NUL. */
export const isStorable = (value: string) => value.isWellFormed() && !value.includes('\0')

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

const isWebUrl = (value: string): boolean => {
  if (value.length > 2048 || !isStorable(value) || /\s/.test(value)) return false
  if (!/^https?:\/\/[^/]/i.test(value)) return false
  const url = URL.parse(value)
  return url !== null && url.username === '' && url.password === ''
}

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
