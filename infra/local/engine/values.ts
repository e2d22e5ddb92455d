import type { AttributeValue } from '@aws-sdk/client-dynamodb'
import { unknown } from './refusals.ts'

export type Value =
  | { S: string }
  | { N: string }
  | { B: Uint8Array }
  | { BOOL: boolean }
  | { NULL: true }
  | { L: Value[] }
  | Nested
interface Nested {
  M: Attributes
}
export type Attributes = Record<string, Value>
export type AttributeKind = 'S' | 'N' | 'B' | 'BOOL' | 'NULL' | 'L' | 'M'

export const knownValue = (value: AttributeValue): Value => {
  if (value.S !== undefined) return { S: value.S }
  if (value.N !== undefined) return { N: knownNumber(value.N) }
  if (value.B !== undefined) return { B: new Uint8Array(value.B) }
  if (value.BOOL !== undefined) return { BOOL: value.BOOL }
  if (value.NULL !== undefined) return { NULL: true }
  if (value.L !== undefined) return { L: value.L.map(knownValue) }
  if (value.M !== undefined) return { M: knownFields(value.M) }
  throw unknown(`a value of type ${Object.keys(value)}`)
}

export const knownFields = (fields: Record<string, AttributeValue>): Attributes => {
  const known: Attributes = {}
  for (const name in fields) known[name] = knownValue(fields[name] as AttributeValue)
  return known
}

const knownNumber = (text: string): string => {
  if (!/^-?(0|[1-9]\d{0,15})(\.\d{1,17})?$/.test(text) || String(Number(text)) !== text)
    throw unknown(`the number ${text}`)
  return text
}

export const kindOf = (value: Value): AttributeKind => Object.keys(value)[0] as AttributeKind

/** Counts bytes like DynamoDB: texts and names in UTF-8, numbers with two digits per byte. */
const sizeOf = (value: Value): number => {
  if ('S' in value) return bytesOf(value.S)
  if ('N' in value) return sizeOfNumber(value.N)
  if ('B' in value) return value.B.length
  if ('L' in value) return value.L.reduce((sum, each) => sum + 1 + sizeOf(each), 3)
  if ('M' in value) return sizeOfFields(value.M) + 3 + Object.keys(value.M).length
  return 1
}

export const sizeOfFields = (fields: Attributes, names = Object.keys(fields)): number => {
  let sum = 0
  for (const name of names) {
    const value = fields[name]
    if (value !== undefined) sum += bytesOf(name) + sizeOf(value)
  }
  return sum
}

const bytesOf = (text: string) => Buffer.byteLength(text)

/** Removes trailing zeros, for which DynamoDB counts no bytes. */
const withoutZeros = (digits: string): string => {
  let end = digits.length
  while (digits[end - 1] === '0') end--
  return digits.slice(0, end)
}

const sizeOfNumber = (text: string): number => {
  const [whole = '', fraction = ''] = text.replace('-', '').split('.')
  const digits = fraction ? whole.replace(/^0$/, '') : withoutZeros(whole)
  const decimals = digits ? fraction : fraction.replace(/^0+/, '')
  return 1 + Math.ceil(digits.length / 2) + Math.ceil(decimals.length / 2) + (text.startsWith('-') ? 1 : 0)
}

export const areEqual = (one: Value, other: Value): boolean => {
  if ('S' in one) return 'S' in other && one.S === other.S
  if ('N' in one) return 'N' in other && one.N === other.N
  if ('B' in one) return 'B' in other && Buffer.compare(one.B, other.B) === 0
  if ('BOOL' in one) return 'BOOL' in other && one.BOOL === other.BOOL
  if ('NULL' in one) return 'NULL' in other
  if ('L' in one)
    return (
      'L' in other && one.L.length === other.L.length && one.L.every((each, index) => isEqualTo(each, other.L[index]))
    )
  return 'M' in other && areEqualFields(one.M, other.M)
}

const areEqualFields = (one: Attributes, other: Attributes): boolean => {
  const names = Object.keys(one)
  return names.length === Object.keys(other).length && names.every((name) => isEqualTo(one[name] as Value, other[name]))
}

const isEqualTo = (value: Value, other: Value | undefined) => other !== undefined && areEqual(value, other)

/** Compares two texts or two numbers; undefined for other values. */
export const compare = (one: Value, other: Value): number | undefined => {
  if ('S' in one && 'S' in other) return compareTexts(one.S, other.S)
  return 'N' in one && 'N' in other ? Number(one.N) - Number(other.N) : undefined
}

/** Compares UTF-8 bytes, whose order differs from JavaScript's for surrogate pairs. */
export const compareTexts = (one: string, other: string): number => {
  if (one === other) return 0
  if (inHalves.test(one) || inHalves.test(other)) return Buffer.compare(Buffer.from(one), Buffer.from(other))
  return one < other ? -1 : 1
}

const inHalves = /[\ud800-\udfff]/
