import type { AttributeValue } from '@aws-sdk/client-dynamodb'
import type { Codec } from './commands.ts'
import type { Native } from './marshalling.ts'
import { type Attributes, knownFields, type Value } from './values.ts'

/** DynamoDB's JSON format, in which bytes are base64. */
type Json = Record<string, unknown>

const valueFrom = (json: Json): AttributeValue => {
  const [kind = '', content] = Object.entries(json)[0] ?? []
  if (kind === 'B') return { B: Buffer.from(String(content), 'base64') }
  if (kind === 'L') return { L: (content as Json[]).map(valueFrom) }
  if (kind === 'M') return { M: membersOf(content as Record<string, Json>, valueFrom) }
  return json as unknown as AttributeValue
}

const jsonFrom = (value: Value): Json => {
  if ('B' in value) return { B: Buffer.from(value.B).toString('base64') }
  if ('L' in value) return { L: value.L.map(jsonFrom) }
  if ('M' in value) return { M: membersOf(value.M, jsonFrom) }
  return value
}

const membersOf = <From, To>(members: Record<string, From>, change: (member: From) => To): Record<string, To> =>
  Object.fromEntries(Object.entries(members).map(([name, member]) => [name, change(member)]))

const fieldsFrom = (json: Record<string, Json>): Attributes => knownFields(membersOf(json, valueFrom))
export const jsonOf = (fields: Attributes): Record<string, Json> => membersOf(fields, jsonFrom)

export const wireCodec: Codec = {
  toFields: (native) => fieldsFrom(native as Record<string, Json>),
  fromFields: (fields) => jsonOf(fields) as Native,
}
