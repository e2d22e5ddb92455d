import { isObject } from '../../words/form.ts'
import { tryParseJson } from '../../words/json.ts'

type Schema = Record<string, unknown>

/** Parses objects and lists that a client sends as JSON text, such as `"{\"name\":\"Ada\"}"`. */
export const plainArguments = (schema: Schema, given: unknown): unknown => {
  const value = typeof given === 'string' && !takes(schema, 'string') ? (structureIn(schema, given) ?? given) : given
  if (Array.isArray(value)) {
    const { items } = schema
    return isObject(items) ? value.map((item) => plainArguments(items, item)) : value
  }
  if (!isObject(value)) return value
  const members = membersOf(schema)
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, plainArguments(members[name] ?? {}, member)]),
  )
}

const structureIn = (schema: Schema, text: string): unknown => {
  const value = tryParseJson(text)
  if (Array.isArray(value)) return takes(schema, 'array') || takes(schema, 'object') ? value : undefined
  return isObject(value) && takes(schema, 'object') ? value : undefined
}

const takes = (schema: Schema, type: string): boolean =>
  [schema.type].flat().includes(type) || alternativesOf(schema).some((alternative) => takes(alternative, type))

const membersOf = (schema: Schema): Record<string, Schema> => {
  const own = isObject(schema.properties) ? schema.properties : {}
  const sources = [own, ...alternativesOf(schema).map(membersOf)]
  return Object.fromEntries(sources.flatMap((source) => Object.entries(source).filter(isMember)))
}

const isMember = (entry: [string, unknown]): entry is [string, Schema] => isObject(entry[1])

const alternativesOf = ({ anyOf, oneOf }: Schema): Schema[] =>
  [anyOf, oneOf].flatMap((alternatives) => (Array.isArray(alternatives) ? alternatives.filter(isObject) : []))
