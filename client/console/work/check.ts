import { branchOf, type Field, type FieldSchema, kindOf, listOf, memberOf } from './catalogue.ts'

/** Error messages by field path, such as `tools.0.phone_number`. */
export type Errors = Readonly<Record<string, readonly string[]>>

export const isBlank = (value: unknown): boolean =>
  value === undefined || value === null || (typeof value === 'string' && value.trim() === '')

export const check = (fields: readonly Field[], values: Readonly<Record<string, unknown>>): Errors =>
  Object.fromEntries(
    fields.flatMap(({ name, schema, isRequired }) => found(schema, values[name], name, isRequired === true)),
  )

type Found = [path: string, sentences: string[]][]

const found = (schema: FieldSchema, value: unknown, path: string, isRequired: boolean): Found => {
  if (isBlank(value)) return isRequired ? [[path, ['This field is required.']]] : []
  switch (kindOf(schema)) {
    case 'number':
      return sentence(path, numberProblem(schema, value))
    case 'text':
    case 'long':
      return sentence(path, textProblem(schema, String(value)))
    case 'object':
      return members(schema, value, path)
    case 'lines':
    case 'list':
      return [
        ...sentence(path, countProblem(schema, listOf(value).length)),
        ...listOf(value).flatMap((item, index) => itemProblems(schema.items ?? {}, item, `${path}.${index}`)),
      ]
    default:
      return []
  }
}

const itemProblems = (items: FieldSchema, item: unknown, path: string): Found => {
  const schema = items.oneOf ? branchOf(items, item) : items
  return schema.properties ? members(schema, item, path) : found(schema, item, path, true)
}

const members = ({ properties = {}, required = [] }: FieldSchema, value: unknown, path: string): Found =>
  Object.entries(properties).flatMap(([name, schema]) =>
    found(schema, schema.const ?? memberOf(value, name), `${path}.${name}`, required.includes(name)),
  )

const sentence = (path: string, problem: string | undefined): Found => (problem ? [[path, [problem]]] : [])

const numberProblem = ({ type, minimum, maximum }: FieldSchema, value: unknown): string | undefined => {
  const number = Number(value)
  if (!Number.isFinite(number)) return 'Enter a number.'
  if ([type].flat().includes('integer') && !Number.isInteger(number)) return 'Enter a whole number.'
  const isOutside = number < (minimum ?? -Infinity) || number > (maximum ?? Infinity)
  return isOutside ? `Enter a number ${rangeOf({ minimum, maximum })}.` : undefined
}

export const rangeOf = ({ minimum, maximum }: Pick<FieldSchema, 'minimum' | 'maximum'>): string =>
  [minimum !== undefined && `from ${minimum}`, maximum !== undefined && `to ${maximum}`].filter(Boolean).join(' ')

const textProblem = ({ minLength = 0, maxLength = Infinity, pattern, format }: FieldSchema, value: string) => {
  const { length } = [...value]
  if (length > maxLength) return `Enter at most ${maxLength.toLocaleString('en-US')} characters; these are ${length}.`
  if (length < minLength) return `Enter at least ${minLength} characters.`
  if (pattern !== undefined && !new RegExp(pattern, 'i').test(value.trim())) return 'This format is not valid.'
  return format === 'uri' && !/^https?:\/\/[^/\s]+/i.test(value.trim()) ? 'Enter an address with https://.' : undefined
}

const countProblem = ({ maxItems = Infinity }: FieldSchema, count: number): string | undefined =>
  count > maxItems ? `Enter at most ${maxItems}; these are ${count}.` : undefined
