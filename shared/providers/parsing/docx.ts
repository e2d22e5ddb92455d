import { unzipSync } from 'fflate'
import { Parser } from 'htmlparser2'
import type { Block } from '../../domain/knowledge/passages.ts'
import { addLine } from './html.ts'
import type { Parsed } from './parsed.ts'

/** Main file of a .docx archive. Some programs add a number to its name. */
const part = /^word\/document\d{0,3}\.xml$/
const unpackedBytesMax = 100 * 1024 * 1024
/** First bytes of encrypted Word files, and of Word files before 2007. */
const compoundFile = [0xd0, 0xcf, 0x11, 0xe0]

export const parseDocx = (bytes: Uint8Array<ArrayBuffer>): Parsed => {
  if (compoundFile.every((byte, index) => bytes[index] === byte))
    return { reason: 'It is protected by a password, or of the old kind (.doc): save it as .docx, without one.' }
  let size = 0
  const isText = ({ name, originalSize }: { name: string; originalSize: number }) => {
    if (!part.test(name)) return false
    size = Math.max(size, originalSize)
    return originalSize <= unpackedBytesMax
  }
  try {
    const [xml] = Object.values(unzipSync(bytes, { filter: isText }))
    if (size > unpackedBytesMax) return { reason: 'It is larger than 100 MB when it is unpacked.' }
    return xml ? { blocks: blocksOf(new TextDecoder().decode(xml)) } : unreadable
  } catch {
    return unreadable
  }
}

const unreadable: Parsed = { reason: 'It is no Word document that can be read.' }

const hidden = new Set([
  ...['w:pPrChange', 'w:rPrChange', 'w:sectPrChange', 'w:tblPrChange', 'w:trPrChange', 'w:tcPrChange'],
  ...['w:moveFrom', 'w:del', 'mc:Fallback'],
])
const characters: Record<string, string> = { 'w:tab': ' ', 'w:br': ' ', 'w:cr': ' ', 'w:noBreakHyphen': '-' }

/** Reads paragraphs of Office Open XML. A text box is a nested paragraph. */
const blocksOf = (xml: string): Block[] => {
  const blocks: Block[] = []
  let heading = ''
  let lines: string[] = []
  let isText = false
  let hiddenDepth = 0
  const open: { line: string; isHeading: boolean }[] = []
  const close = () => {
    if (lines.length > 0) blocks.push({ heading, text: lines.join('\n') })
    else if (heading.trim()) addLine(blocks, heading)
    lines = []
  }
  const add = (text: string) => {
    const last = open.at(-1)
    if (last && hiddenDepth === 0) last.line += text
  }
  const parser = new Parser(
    {
      onopentag: (name, attributes) => {
        if (hidden.has(name)) hiddenDepth++
        if (name === 'w:t') isText = true
        add(characters[name] ?? '')
        if (name === 'w:p' && hiddenDepth === 0) open.push({ line: '', isHeading: false })
        const last = open.at(-1)
        if (hiddenDepth > 0 || !last) return
        const value = attributes['w:val'] ?? ''
        if (name === 'w:pStyle') last.isHeading ||= headingStyle.test(value)
        if (name === 'w:outlineLvl') last.isHeading ||= Number(value) < bodyLevel
      },
      ontext: (text) => {
        if (isText) add(text)
      },
      onclosetag: (name) => {
        if (hidden.has(name)) hiddenDepth--
        if (name === 'w:t') isText = false
        if (name !== 'w:p' || hiddenDepth > 0) return
        const { line = '', isHeading = false } = open.pop() ?? {}
        if (!line.trim()) return
        if (isHeading) {
          close()
          heading = line
        } else lines.push(line)
      },
    },
    { xmlMode: true },
  )
  parser.end(xml)
  close()
  return blocks
}

const bodyLevel = 9

const headingStyle = /^(heading|berschrift|titre|título|titolo|title|titel)\s?\d*$/i
