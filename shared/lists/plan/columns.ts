import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { must } from '../../words/must.ts'

/** Values of a row by which lists are filtered. */
export type Kind = readonly (string | number | undefined)[]

export const packIds = (ids: readonly number[]): Uint8Array =>
  packNumbers(
    ids.map((id, index) => {
      const more = id - (ids[index - 1] ?? 0)
      if (more < 0) throw new Error('Ids ascend')
      return more
    }),
  )

export const unpackIds = (bytes: Uint8Array): number[] => {
  let id = 0
  return unpackNumbers(bytes).map((more) => {
    id += more
    return id
  })
}

export const packAmounts = (amounts: readonly number[]): Uint8Array =>
  packNumbers(amounts.map((amount) => (amount < 0 ? -2 * amount - 1 : 2 * amount)))

export const unpackAmounts = (bytes: Uint8Array): number[] =>
  unpackNumbers(bytes).map((packed) => (packed % 2 === 1 ? -(packed + 1) / 2 : packed / 2))

const packNumbers = (numbers: readonly number[]): Uint8Array => {
  const bytes: number[] = []
  for (const number of numbers) {
    let rest = number
    for (; rest >= 128; rest = Math.floor(rest / 128)) bytes.push(128 + (rest % 128))
    bytes.push(rest)
  }
  return Uint8Array.from(bytes)
}

const unpackNumbers = (bytes: Uint8Array): number[] => {
  const numbers: number[] = []
  let number = 0
  let weight = 1
  for (const byte of bytes) {
    number += (byte & 127) * weight
    weight *= 128
    if (byte >= 128) continue
    numbers.push(number)
    number = 0
    weight = 1
  }
  return numbers
}

/** Code of deleted rows: they keep their positions but are not counted. */
export const goneCode = 0

/** `codes`: one index into `kinds` per row; index 0 marks deleted rows. */
export interface KindColumn {
  kinds: readonly Kind[]
  codes: Uint16Array
}

export const kindColumn = (rows: readonly (Kind | undefined)[]): KindColumn => {
  const kinds: Kind[] = [[]]
  const byName = new Map<string, number>()
  const byKind = new Map<Kind, number>()
  const codeOf = (kind: Kind): number => {
    const known = byKind.get(kind)
    if (known !== undefined) return known
    const name = JSON.stringify(kind)
    const code = byName.get(name) ?? kinds.push(kind) - 1
    byName.set(name, code)
    byKind.set(kind, code)
    return code
  }
  const codes = Uint16Array.from(rows, (kind) => (kind ? codeOf(kind) : goneCode))
  return { kinds, codes }
}

export const kindAt = ({ kinds, codes }: KindColumn, place: number): Kind | undefined => {
  const code = must(codes[place], 'row at this place')
  return code === goneCode ? undefined : kinds[code]
}

/** Stores low bytes and high bytes separately, because they compress better. */
export const packKinds = ({ kinds, codes }: KindColumn): Uint8Array => {
  const names = Buffer.from(JSON.stringify(kinds.slice(1)))
  const low = Uint8Array.from(codes, (code) => code & 255)
  const high = kinds.length > 256 ? Uint8Array.from(codes, (code) => code >> 8) : new Uint8Array()
  const sizes = Buffer.alloc(8)
  sizes.writeUInt32LE(names.length, 0)
  sizes.writeUInt32LE(codes.length, 4)
  return deflateRawSync(Buffer.concat([sizes, names, low, high]))
}

export const unpackKinds = (packed: Uint8Array): KindColumn => {
  const bytes = inflateRawSync(packed)
  const [namesLength, length] = [bytes.readUInt32LE(0), bytes.readUInt32LE(4)]
  const names: (string | number | null)[][] = JSON.parse(bytes.toString('utf8', 8, 8 + namesLength))
  const low = bytes.subarray(8 + namesLength, 8 + namesLength + length)
  const high = bytes.subarray(8 + namesLength + length)
  const codes = Uint16Array.from(low, (byte, index) => byte + 256 * (high[index] ?? 0))
  return { kinds: [[], ...names.map(readKindMembers)], codes }
}

export const writeKind = (kind: Kind): string => JSON.stringify(kind)
export const readKind = (text: string): Kind => readKindMembers(JSON.parse(text))

const readKindMembers = (members: (string | number | null)[]): Kind => members.map((member) => member ?? undefined)

export const packJson = (value: unknown): Uint8Array => deflateRawSync(JSON.stringify(value))
export const unpackJson = <T>(packed: Uint8Array): T => JSON.parse(inflateRawSync(packed).toString())
