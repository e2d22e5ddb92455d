import { type Variables, variables } from '../../words/fields.ts'
import { form, isObject, read } from '../../words/form.ts'
import { tryParseJson } from '../../words/json.ts'

/** The answer of a webhook's receiver. */
export interface WebhookAnswer {
  /** Null when no status arrived in time. */
  http_status: number | null
  /** The beginning of the body. */
  text: string
  /** There was more of it, or it broke off. */
  is_cut: boolean
  /** Bytes that are no UTF-8 were replaced. */
  is_binary: boolean
  /** Milliseconds that the receiver wants us to wait. */
  retry_after_ms?: number
  /** Why there is no status, in words for the user. */
  error?: string
  duration_ms: number
}

/**
 * The status decides: a receiver that has said yes is not told again, even when the rest of the
 * answer breaks off.
 */
export const isSuccess = ({ http_status }: Pick<WebhookAnswer, 'http_status'>): boolean =>
  http_status !== null && http_status >= 200 && http_status < 300

/** Code units of an answer that are kept, unless it is a JSON object. */
const textKept = 16 * 1024
/** Deeper JSON is kept as text: no receiver means it, and writers of JSON run out of stack. */
const depthMax = 32

/**
 * An answer as the call keeps it, `webhook_response`: `data` is the JSON object that came, or `{
 * body: text }` with marks.
 */
export const webhookResponse = (answer: WebhookAnswer) => ({
  status: isSuccess(answer) ? ('success' as const) : ('failed' as const),
  http_status: answer.http_status,
  data: jsonObjectIn(answer) ?? bodyOf(answer),
  ...(answer.error && { error: answer.error }),
})

const bodyOf = ({ text, is_cut, is_binary }: WebhookAnswer): Record<string, unknown> => ({
  ...(text && { body: beginning(text, textKept) }),
  ...((is_cut || text.length > textKept) && { truncated: true }),
  ...(is_binary && { invalid_utf8: true }),
})

/** The first characters of a text, without half a character at the end. */
export const beginning = (text: string, length: number): string => {
  const start = text.slice(0, length)
  return start.isWellFormed() ? start : start.slice(0, -1)
}

/**
 * The variables that a receiver answered with, flat or under `variables`. A list of such objects is
 * merged from left to right, as in requests. No variables when the answer is anything else.
 */
export const answeredVariables = (answer: WebhookAnswer): Variables => {
  const value = isSuccess(answer) ? jsonIn(answer) : undefined
  const given = Array.isArray(value) ? value.flatMap(givenIn) : givenIn(value)
  return read(form({ variables: variables() }), { variables: given }).values.variables ?? {}
}

const givenIn = (value: unknown): unknown => (isObject(value) ? (value.variables ?? value) : value)

const jsonObjectIn = (answer: WebhookAnswer): Record<string, unknown> | undefined => {
  const value = jsonIn(answer)
  return isObject(value) ? value : undefined
}

const jsonIn = ({ text, is_cut, is_binary }: WebhookAnswer): unknown => {
  const value = is_cut || is_binary ? undefined : tryParseJson(text)
  return isAtMost(depthMax, value) ? value : undefined
}

const isAtMost = (levels: number, value: unknown): boolean =>
  typeof value !== 'object' ||
  value === null ||
  (levels > 0 && Object.values(value).every((inner) => isAtMost(levels - 1, inner)))

/**
 * `Retry-After`, in seconds or as a date, as milliseconds from `now`; undefined when it says
 * neither.
 */
export const retryAfterMs = (header: string | undefined, now: number): number | undefined => {
  if (!header) return undefined
  if (/^\d{1,9}$/.test(header)) return Number(header) * 1000
  const ms = header.endsWith(' GMT') ? Date.parse(header) - now : Number.NaN
  return Number.isNaN(ms) ? undefined : Math.max(0, ms)
}
