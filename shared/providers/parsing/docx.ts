import { unzipSync } from 'fflate'
import { Parser } from 'htmlparser2'
import type { Block } from '../../domain/knowledge/passages.ts'
import type { Parsed } from './parsed.ts'

const part = 'word/document.xml'
/** What is larger than that holds more than a base. */
const unpackedBytesMax = 100 * 1024 * 1024
/** The beginning of what Word wrote before 2007, and of what it has encrypted. */
const compoundFile = [0xd0, 0xcf, 0x11, 0xe0]

/** The text of a Word document under its headings; no part of it is unpacked but the one that has the text. */
export const parseDocx = (bytes: Uint8Array<ArrayBuffer>): Parsed => {
  if (compoundFile.every((byte, place) => bytes[place] === byte))
    return { reason: 'It is protected by a password, or of the old kind (.doc): save it as .docx, without one.' }
  let size = 0
  const isText = ({ name, originalSize }: { name: string; originalSize: number }) => {
    if (name === part) size = originalSize
    return name === part && originalSize <= unpackedBytesMax
  }
  try {
    const xml = unzipSync(bytes, { filter: isText })[part]
    if (size > unpackedBytesMax) return { reason: 'It is larger than 100 MB when it is unpacked.' }
    return xml ? { blocks: blocksOf(new TextDecoder().decode(xml)) } : unreadable
  } catch {
    return unreadable
  }
}

const unreadable: Parsed = { reason: 'It is no Word document that can be read.' }

/** Office Open XML, as far as text goes: paragraphs (`w:p`) of runs (`w:t`), headings by their style, cells of tables one after the other. */
const blocksOf = (xml: string): Block[] => {
  const blocks: Block[] = []
  let heading = ''
  let lines: string[] = []
  let line = ''
  let isHeading = false
  let isText = false
  const close = () => {
    if (lines.length > 0) blocks.push({ heading, text: lines.join('\n') })
    lines = []
  }
  const parser = new Parser(
    {
      onopentag: (name, attributes) => {
        if (name === 'w:p') line = ''
        if (name === 'w:t') isText = true
        if (name === 'w:tab' || name === 'w:br') line += ' '
        if (name === 'w:pStyle') isHeading = headingStyle.test(attributes['w:val'] ?? '')
      },
      ontext: (text) => {
        if (isText) line += text
      },
      onclosetag: (name) => {
        if (name === 'w:t') isText = false
        if (name !== 'w:p') return
        if (isHeading) {
          close()
          heading = line
        } else if (line.trim()) lines.push(line)
        isHeading = false
      },
    },
    { xmlMode: true },
  )
  parser.end(xml)
  close()
  return blocks
}

/** Word's own names of styles; the numbers are those of every language. */
const headingStyle = /^(heading|berschrift|titre|título|titolo|title|titel)\s?\d*$/i
