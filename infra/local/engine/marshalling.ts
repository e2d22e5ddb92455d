import { convertToAttr, convertToNative, type marshallOptions, type NativeAttributeValue } from '@aws-sdk/util-dynamodb'
import { type Attributes, knownValue, type Value } from './values.ts'

export type Native = Record<string, NativeAttributeValue>

/**
 * Converts plain values without the SDK, because its type checks would take half of a request's
 * time.
 */
export const openMarshalling = (options: marshallOptions) => {
  const isLeftOut = (native: NativeAttributeValue) =>
    typeof native === 'function' || (native === undefined && options.removeUndefinedValues === true)

  const toValue = (native: NativeAttributeValue): Value => {
    if (typeof native === 'string') return { S: native }
    if (typeof native === 'boolean') return { BOOL: native }
    if (Number.isSafeInteger(native)) return { N: String(native) }
    if (native === null) return { NULL: true }
    if (Array.isArray(native)) return { L: native.filter((each) => !isLeftOut(each)).map(toValue) }
    if (native?.constructor === Object) return { M: toFields(native) }
    return knownValue(convertToAttr(native, options))
  }
  const toFields = (native: Native): Attributes => {
    const fields: Attributes = {}
    for (const name in native) if (!isLeftOut(native[name])) fields[name] = toValue(native[name])
    return fields
  }
  return { toFields, fromFields: nativeFields }
}

/** Copies bytes, so that the caller cannot change stored bytes. */
const nativeOf = (value: Value): NativeAttributeValue => {
  if ('S' in value) return value.S
  if ('N' in value) {
    const number = Number(value.N)
    return Math.abs(number) <= Number.MAX_SAFE_INTEGER ? number : convertToNative(value)
  }
  if ('M' in value) return nativeFields(value.M)
  if ('BOOL' in value) return value.BOOL
  if ('L' in value) return value.L.map(nativeOf)
  return 'B' in value ? value.B.slice() : null
}

export const nativeFields = (fields: Attributes): Native => {
  const native: Native = {}
  for (const name in fields) native[name] = nativeOf(fields[name] as Value)
  return native
}
