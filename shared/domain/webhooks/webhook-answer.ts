import { type Variables, variables } from '../../words/fields.ts'
import { form, isObject, read } from '../../words/form.ts'
import { tryParseJson } from '../../words/json.ts'

export interface WebhookAnswer {
  /** Null if no status arrived in time. */
  http_status: number | null
  text: string
  is_cut: boolean
  is_binary: boolean
  retry_after_ms?: number
  error?: string
  duration_ms: number
}

export const isSuccess = ({ http_status }: Pick<WebhookAnswer, 'http_status'>): boolean =>
  http_status !== null && http_status >= 200 && http_status < 300

/** Code units that are kept of an answer that is not a JSON object. */
const textKept = 16 * 1024
/** Depth of JSON. Deeper JSON is kept as text, because writing it would overflow the stack. */
const depthMax = 32

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

export const beginning = (text: string, length: number): string => {
  const start = text.slice(0, length)
  return start.isWellFormed() ? start : start.slice(0, -1)
}

/**
 * Accepts variables at the top level or under `variables`. Lists of objects are merged in order.
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

export const retryAfterMs = (header: string | undefined, now: number): number | undefined => {
  if (!header) return undefined
  if (/^\d{1,9}$/.test(header)) return Number(header) * 1000
  const ms = header.endsWith(' GMT') ? Date.parse(header) - now : Number.NaN
  return Number.isNaN(ms) ? undefined : Math.max(0, ms)
}
