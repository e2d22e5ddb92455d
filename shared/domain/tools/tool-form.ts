import { documented, flag, integer, list, object, oneOf, optional, sentences, text } from '../../words/fields.ts'
import { type FormValues, finding, form, partial } from '../../words/form.ts'
import type { FieldErrors } from '../../words/problem.ts'
import type { Stage } from '../../words/stage.ts'
import { isCallable } from '../../words/webhook-url.ts'
import { builtInTypes } from './built-in-tools.ts'
import {
  isMask,
  maskOf,
  parameterTypes,
  type Tool,
  timeoutSecondsMax,
  timeoutSecondsUsual,
  toolHeadersMax,
  toolMethods,
  toolParametersMax,
} from './tool.ts'
import { endpointParameters, originOf, plainEndpoint } from './tool-request.ts'

const namePattern = /^[a-z][a-z_]*$/
const nameSentence = 'Tool name must contain only lowercase letters and underscores, and start with a letter.'
const takenNames: readonly string[] = builtInTypes

const toolName = () =>
  documented(
    text({ max: 64 })
      .refine((name) => namePattern.test(name), { error: nameSentence })
      .refine((name) => !takenNames.includes(name), { error: sentences.selected }),
    { pattern: namePattern.source },
  )

const parameterPattern = /^[A-Za-z][A-Za-z_]*$/
const least = (min: number) => ({ error: `The :attribute field must be at least ${min} characters.` })

const parameter = object({
  name: documented(
    text({ max: 32 })
      .refine((name) => name.length >= 2, least(2))
      .refine((name) => parameterPattern.test(name), { error: 'The :attribute field format is invalid.' }),
    { minLength: 2, pattern: parameterPattern.source },
  ),
  type: oneOf(parameterTypes),
  description: documented(
    text({ max: 255 }).refine((words) => words.length >= 3, least(3)),
    { minLength: 3 },
  ),
  required: optional(flag()),
})

/** Header names (RFC 9110), except headers that this product or the connection sets. */
const headerPattern = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/
const takenHeaders = /^(content-(?!type$|length$).*|trailer|upgrade|proxy-.*|idempotency-key|webhook-.*|parlance-.*)$/i
const takenSentence = 'The :attribute field names a header that is set for every request.'
const valuePattern = /^[\x20-\x7e]+$/

const header = object({
  name: documented(
    text({ max: 100 })
      .refine((name) => headerPattern.test(name), { error: 'The :attribute field format is invalid.' })
      .refine((name) => !takenHeaders.test(name), { error: takenSentence }),
    { pattern: headerPattern.source },
  ),
  value: text({ max: 4096 }).refine((value) => isMask(value) || valuePattern.test(value), {
    error: 'The :attribute field format is invalid.',
  }),
})

const endpoint = () =>
  documented(
    text({ max: 2048 }).refine((url) => plainEndpoint(url) !== undefined, { error: sentences.url }),
    { description: '`{parameter}` is replaced by what the model says, `{{variable}}` by a variable of the call.' },
  )

const core = {
  name: toolName(),
  description: text({ max: 255 }),
  endpoint: endpoint(),
  method: oneOf(toolMethods),
}

const settings = {
  timeout: optional(integer({ min: 1, max: timeoutSecondsMax })),
  headers: optional(list(header, { max: toolHeadersMax })),
  schema: optional(list(parameter, { max: toolParametersMax })),
}

export const ToolDraft = form({ ...core, ...settings })
export const ToolChanges = form({ ...partial(core), ...settings })
export type ToolChanges = FormValues<typeof ToolChanges>

export const toolMisfits = (
  asked: Partial<ToolChanges>,
  { stored, stage }: { stored?: Tool; stage: Stage },
): FieldErrors => {
  const url = asked.endpoint === undefined ? undefined : plainEndpoint(asked.endpoint)
  if (url && !isCallable(url, stage)) return finding('endpoint', sentences.url)
  return {
    ...duplicates('schema', asked.schema ?? []),
    ...duplicates('headers', asked.headers ?? []),
    ...unknownParameters(asked, stored),
    ...strayMasks(asked, stored),
    ...foreignValues(asked, stored),
    ...secretsForAnother(asked, stored),
  }
}

/** Every request has these headers, so they are accepted in tools and dropped. */
const impliedHeaders =
  /^(host|connection|content-type|content-length|transfer-encoding|te|keep-alive|expect|accept-encoding)$/i

const ownHeaders = (headers: ToolChanges['headers'] = []) => headers.filter(({ name }) => !impliedHeaders.test(name))

const foreignValues = ({ headers = [], endpoint }: Partial<ToolChanges>, stored: Tool | undefined): FieldErrors => {
  const host = originOf(endpoint ?? stored?.endpoint ?? '')?.replace(/^https?:\/\//, '')
  return Object.assign(
    {},
    ...headers.map(({ name, value }, index) => {
      const path = `headers.${index}.value`
      if (/^content-type$/i.test(name) && !/^application\/json\s*(;|$)/i.test(value))
        return finding(path, 'The :attribute field must be application/json: no other body is sent.')
      return /^host$/i.test(name) && host !== undefined && value.toLowerCase() !== host
        ? finding(path, "The :attribute field must be the endpoint's host.")
        : {}
    }),
  )
}

/**
 * Reports header values that were not sent again when the endpoint's origin changes. A stored
 * secret is never sent to another origin.
 */
const secretsForAnother = ({ headers, endpoint }: Partial<ToolChanges>, stored: Tool | undefined): FieldErrors => {
  const isMoved = stored && endpoint !== undefined && originOf(endpoint) !== originOf(stored.endpoint)
  if (!isMoved || stored.headers.length === 0) return {}
  if (!headers) return finding('headers', `The :attribute field is required ${whenMoved}.`)
  return Object.assign(
    {},
    ...headers.map(({ value }, index) =>
      isMask(value) ? finding(`headers.${index}.value`, `The :attribute field is required ${whenMoved}.`) : {},
    ),
  )
}
const whenMoved = "when the endpoint's host, port or scheme changes"

const duplicates = (field: string, named: readonly { name: string }[]): FieldErrors =>
  Object.assign(
    {},
    ...named.map(({ name }, index) =>
      named.findIndex((other) => sameName(other, name)) < index
        ? finding(`${field}.${index}.name`, 'The :attribute field has a duplicate value.')
        : {},
    ),
  )

const unknownParameters = ({ endpoint, schema }: Partial<ToolChanges>, stored: Tool | undefined): FieldErrors => {
  const known = (schema ?? stored?.parameters ?? []).map(({ name }) => name)
  const unknown = endpointParameters(endpoint ?? stored?.endpoint ?? '').filter((name) => !known.includes(name))
  return unknown.length && (endpoint !== undefined || schema !== undefined)
    ? finding('endpoint', `The :attribute field names parameters that the schema does not have: ${unknown.join(', ')}.`)
    : {}
}

/** Reports masks that do not belong to a stored value of the same header. */
const strayMasks = ({ headers = [] }: Partial<ToolChanges>, stored: Tool | undefined): FieldErrors =>
  Object.assign(
    {},
    ...headers.map((header, index) =>
      isMask(header.value) &&
      !stored?.headers.some((known) => sameName(known, header.name) && known.mask === header.value)
        ? finding(`headers.${index}.value`, 'The :attribute field format is invalid.')
        : {},
    ),
  )

const sameName = (one: { name: string }, name: string) => one.name.toLowerCase() === name.toLowerCase()

export const reviseTool = (stored: Tool, changes: Partial<ToolChanges>, now: number): Tool => ({
  ...stored,
  name: changes.name ?? stored.name,
  description: changes.description ?? stored.description,
  endpoint: changes.endpoint ?? stored.endpoint,
  method: changes.method ?? stored.method,
  timeout_seconds: changes.timeout ?? stored.timeout_seconds,
  headers:
    (changes.headers &&
      ownHeaders(changes.headers).map(({ name, value }) => ({ name, mask: isMask(value) ? value : maskOf(value) }))) ??
    stored.headers,
  parameters: changes.schema?.map(({ required = true, ...rest }) => ({ ...rest, required })) ?? stored.parameters,
  updated_at: now,
  revision: stored.revision + 1,
})

export const newTool = (
  draft: FormValues<typeof ToolDraft>,
  { id, user_id }: Pick<Tool, 'id' | 'user_id'>,
  now: number,
): Tool => {
  const { name, description, endpoint, method } = draft
  const blank = {
    name,
    description,
    endpoint,
    method,
    timeout_seconds: timeoutSecondsUsual,
    headers: [],
    parameters: [],
  }
  return reviseTool({ id, user_id, ...blank, updated_at: now, revision: 0 }, draft, now)
}

export const headerValues = (
  stored: Tool | undefined,
  values: readonly string[],
  { headers }: Partial<ToolChanges>,
): string[] =>
  ownHeaders(headers).map(({ name, value }) => {
    const place = stored?.headers.findIndex((known) => sameName(known, name)) ?? -1
    return isMask(value) ? (values[place] ?? '') : value
  })
