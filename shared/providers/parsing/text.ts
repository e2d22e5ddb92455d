import type { Block } from '../../domain/knowledge/passages.ts'
import { decodedText } from './decoded.ts'
import type { Parsed } from './parsed.ts'

/** Accepts Markdown headings. */
export const parseText = (bytes: Uint8Array<ArrayBuffer>): Parsed => {
  const text = decodedText(bytes)
  if (text === undefined) return { reason: 'It is no text: save it as UTF-8.' }
  return { blocks: blocksOf(text) }
}

const titleOf = (line: string): string | undefined => {
  let hashes = 0
  while (line.charAt(hashes) === '#') hashes++
  if (hashes === 0 || hashes > 6 || !/\s/.test(line.charAt(hashes))) return undefined
  const title = line.slice(hashes).trim()
  let end = title.length
  while (title.charAt(end - 1) === '#') end--
  return title.slice(0, end).trim() || undefined
}

const blocksOf = (text: string): Block[] => {
  const blocks: Block[] = []
  let heading = ''
  let lines: string[] = []
  const close = () => {
    if (lines.some((line) => line.trim())) blocks.push({ heading, text: lines.join('\n') })
    lines = []
  }
  for (const line of text.split(/\r\n?|\n/)) {
    const title = titleOf(line)
    if (title === undefined) lines.push(line)
    else {
      close()
      heading = title
    }
  }
  close()
  return blocks
}
