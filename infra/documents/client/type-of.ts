type Json = Record<string, unknown>

export const typeOf = (schema: Json, indent = ''): string => {
  const { type, enum: words, const: word, anyOf, oneOf, not } = schema
  if (not !== undefined) return 'never'
  if (word !== undefined) return JSON.stringify(word)
  if (Array.isArray(words)) return union(words.map((each) => JSON.stringify(each)))
  const either = anyOf ?? oneOf
  if (Array.isArray(either)) return union(either.map((each: Json) => typeOf(each, indent)))
  if (Array.isArray(type)) return union(type.map((each) => typeOf({ ...schema, type: each }, indent)))
  switch (type) {
    case 'integer':
    case 'number':
      return 'number'
    case 'array':
      return arrayOf(asObject(schema.items), indent)
    case 'object':
      return objectOf(schema, indent)
    case 'string':
    case 'boolean':
    case 'null':
      return type
    default:
      return 'unknown'
  }
}

export const membersOf = (members: readonly Member[], indent = ''): string =>
  members.length === 0
    ? 'Record<never, never>'
    : `{\n${members.map((member) => `${memberLine(member, `${indent}  `)}\n`).join('')}${indent}}`

export interface Member {
  name: string
  isRequired: boolean
  schema: Json
}

const memberLine = ({ name, isRequired, schema }: Member, indent: string): string => {
  const about = typeof schema.description === 'string' ? `${indent}/** ${schema.description} */\n` : ''
  const key = /^[A-Za-z_]\w*$/.test(name) ? name : `'${name}'`
  return `${about}${indent}${key}${isRequired ? '' : '?'}: ${typeOf(schema, indent)}`
}

const objectOf = (schema: Json, indent: string): string => {
  const required = Array.isArray(schema.required) ? schema.required : []
  const properties = Object.entries(asObject(schema.properties))
  if (properties.length === 0) return `Record<string, ${typeOf(asObject(schema.additionalProperties), indent)}>`
  return membersOf(
    properties.map(([name, property]) => ({ name, isRequired: required.includes(name), schema: asObject(property) })),
    indent,
  )
}

const union = (types: string[]): string => [...new Set(types)].join(' | ').replaceAll('"', "'")
const arrayOf = (items: Json, indent: string): string => {
  const type = typeOf(items, indent)
  return items.type !== 'object' && type.includes(' | ') ? `(${type})[]` : `${type}[]`
}

const asObject = (value: unknown): Json => (typeof value === 'object' && value !== null ? (value as Json) : {})
