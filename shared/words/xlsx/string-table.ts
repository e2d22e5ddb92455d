import type { XmlHandler } from './xml.ts'
import { unreadable } from './zip.ts'

/** Stores texts as bytes to save memory. */
export interface StringTable {
  add(text: string): void
  at(index: number): string | undefined
  bytes(): number
}

const textBytesMax = 64 * 1024 * 1024
const textsMax = 4 * 1024 * 1024
const beginBytes = 64 * 1024

export const stringTable = (bytesMax = textBytesMax): StringTable => {
  let text = new Uint8Array(beginBytes)
  let ends = new Uint32Array(beginBytes / 4)
  let [count, length] = [0, 0]
  const encoder = new TextEncoder()
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  const refuse = () =>
    unreadable(
      `The workbook has more than ${Math.round(bytesMax / 1024 ** 2)} MB of texts: save the sheet as "CSV UTF-8".`,
    )
  return {
    add: (one) => {
      while (text.length - length < one.length * 3) {
        if (length + one.length > bytesMax) return refuse()
        text = grown(text, new Uint8Array(text.length * 2))
      }
      if (count === ends.length) ends = grown(ends, new Uint32Array(ends.length * 2))
      length += encoder.encodeInto(one, text.subarray(length)).written
      ends[count] = length
      count += 1
      if (length > bytesMax || count > textsMax) refuse()
    },
    at: (index) =>
      index >= 0 && index < count ? decoder.decode(text.subarray(ends[index - 1] ?? 0, ends[index])) : undefined,
    bytes: () => text.byteLength + ends.byteLength,
  }
}

const grown = <T extends Uint8Array<ArrayBuffer> | Uint32Array<ArrayBuffer>>(from: T, to: T): T => {
  to.set(from)
  return to
}

/** Reads `xl/sharedStrings.xml`. Leaves out pronunciation (`rPh`). */
export const stringsHandler = (table: StringTable): XmlHandler => {
  let text = ''
  let [isText, isSpoken] = [false, false]
  return {
    open: (name) => {
      if (name === 'si') text = ''
      else if (name === 'rPh') isSpoken = true
      else if (name === 't') isText = !isSpoken
    },
    close: (name) => {
      if (name === 'si') table.add(unescapedText(text))
      else if (name === 'rPh') isSpoken = false
      else if (name === 't') isText = false
    },
    text: (more) => {
      if (isText) text += more
    },
  }
}

/** Decodes escapes such as `_x000D_`, a character that XML cannot hold (ECMA-376, 22.9.2.19). */
export const unescapedText = (text: string): string =>
  text.includes('_x')
    ? text.replace(/_x([\da-f]{4})_/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : text
