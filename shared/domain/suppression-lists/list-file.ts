import { createHash } from 'node:crypto'
import { type CountryCode, parsePhoneNumberFromString } from 'libphonenumber-js/max'

/** A row that was not taken in. */
export interface RefusedRow {
  /** From 1 on, as editors count. */
  line: number
  reason: string
}

/** What a line of a file says. */
export type ReadRow = { number: string } | { refused: string } | undefined

const international = /^\+[1-9]\d{6,14}$/
/** As the FTC hands its file out: an area code and seven digits. */
const federal = /^(\d{3}),(\d{7})$/

export const refusals = {
  number: 'It is not a phone number.',
  country: 'The number names no country: say the country of the list.',
  tooLong: 'The line is too long.',
} as const

/**
 * The number of a line, its first cell unless it is `area,number`. Numbers without a country are those of the list's; undefined for a line
 * that is empty, or the heading.
 */
export const readRow = (line: string, lineNumber: number, country: string | undefined): ReadRow => {
  const row = lineNumber === 1 ? line.replace(/^\uFEFF/, '').trim() : line.trim()
  if (row === '') return undefined
  const [, area, rest] = federal.exec(row) ?? []
  if (area !== undefined) return { number: `+1${area}${rest}` }
  const cell = /^\s*"?([^",;\t|]*)/.exec(row)?.[1] ?? ''
  const bare = cell.replace(/[\s().\-/]/g, '')
  const number = bare.startsWith('00') ? `+${bare.slice(2)}` : bare
  if (international.test(number)) return { number }
  if (!/^\d{4,15}$/.test(number)) return lineNumber === 1 && !/\d/.test(row) ? undefined : { refused: refusals.number }
  if (country === undefined) return { refused: refusals.country }
  const read = parsePhoneNumberFromString(number, { defaultCountry: country as CountryCode, extract: false })
  return read && international.test(read.number) ? { number: read.number } : { refused: refusals.number }
}

/** Characters that a line may have. */
const lineMax = 1_000

export interface ListLine {
  line: string
  number: number
  isCut: boolean
}

/** Reads a file that comes in pieces. */
export interface ListReader {
  /** The lines that end in this piece, with their numbers; one that is too long is cut, and marked. */
  take(piece: Uint8Array): ListLine[]
  /** The last line, and the SHA-256 of the file, in hexadecimal. */
  end(): { lines: ListLine[]; hash: string }
}

export const listReader = (): ListReader => {
  const decoder = new TextDecoder()
  const hash = createHash('sha256')
  let rest = ''
  let isCut = false
  let number = 0
  const read = (text: string, isLast: boolean): ListLine[] => {
    const parts = (rest + text).split(/\r\n|\n|\r(?!$)/)
    rest = isLast ? '' : (parts.pop() ?? '')
    const lines = parts.map((part, place) => {
      number += 1
      const cut = (place === 0 && isCut) || part.length > lineMax
      return { line: part.slice(0, lineMax), number, isCut: cut }
    })
    if (parts.length > 0) isCut = false
    if (rest.length > lineMax) {
      rest = rest.slice(0, lineMax)
      isCut = true
    }
    return lines
  }
  return {
    take: (piece) => {
      hash.update(piece)
      return read(decoder.decode(piece, { stream: true }), false)
    },
    end: () => ({ lines: read(decoder.decode(), true), hash: hash.digest('hex') }),
  }
}
