import type { Client, How } from '../../client.ts'

export interface FieldSchema {
  type?: string | readonly string[]
  enum?: readonly (string | number | null)[]
  const?: string
  default?: unknown
  description?: string
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  maxItems?: number
  pattern?: string
  format?: string
  properties?: Readonly<Record<string, FieldSchema>>
  required?: readonly string[]
  items?: FieldSchema
  oneOf?: readonly FieldSchema[]
  anyOf?: readonly FieldSchema[]
}

export interface Field {
  name: string
  schema: FieldSchema
  isRequired?: boolean
  /** Another name of the field, which API errors can use. */
  also?: string
}

/** Form fields of each API operation. The build inserts this value. */
declare const FORMS: Readonly<Record<string, readonly Field[]>>

export type FormName = keyof Client

export const fieldsOf = (form: FormName): readonly Field[] => FORMS[form] ?? []

/**
 * Returns the fields of an update form. Fields that a new object requires are required here, too.
 * An emptied field gets its default again.
 */
export const fieldsOfUpdate = (form: FormName, ofNew: FormName): readonly Field[] =>
  fieldsOf(form).map((field) => {
    const { isRequired, schema } = fieldsOf(ofNew).find(({ name }) => name === field.name) ?? field
    const usual = schema.default === undefined ? {} : { default: schema.default }
    return { ...field, schema: { ...field.schema, ...usual }, ...(isRequired && { isRequired }) }
  })

type Ask = (input: Readonly<Record<string, unknown>>, how: How) => Promise<unknown>

/** The values have no types here, because the API checks them. */
export const sendingOf = (client: Client, form: string): Ask => Reflect.get(client, form)

export type InputKind =
  | 'flag'
  | 'word'
  | 'number'
  | 'text'
  | 'long'
  | 'object'
  | 'pairs'
  | 'lines'
  | 'words'
  | 'list'
  | 'json'

const longFrom = 300

export const kindOf = (schema: FieldSchema): InputKind => {
  const types = [schema.type ?? []].flat().filter((type) => type !== 'null')
  if (schema.enum) return 'word'
  if (types.includes('boolean')) return 'flag'
  if (types.includes('integer') || types.includes('number')) return 'number'
  if (types.includes('array')) return kindOfList(schema.items ?? {})
  if (types.includes('object')) return schema.properties ? 'object' : 'pairs'
  if (types.includes('string') || schema.format || schema.minLength !== undefined)
    return (schema.maxLength ?? 0) >= longFrom && schema.format !== 'uri' ? 'long' : 'text'
  return 'json'
}

const kindOfList = (items: FieldSchema): InputKind => {
  if (items.oneOf || items.properties) return 'list'
  if (items.enum) return 'words'
  return 'lines'
}

export const branchOf = (schema: FieldSchema, value: unknown): FieldSchema => {
  const type = memberOf(value, 'type')
  return schema.oneOf?.find(({ properties }) => properties?.type?.const === type) ?? schema.oneOf?.[0] ?? schema
}

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const memberOf = (value: unknown, name: string): unknown =>
  isRecord(value) && Object.hasOwn(value, name) ? value[name] : undefined

export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
