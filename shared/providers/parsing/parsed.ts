import type { Block } from '../../domain/knowledge/passages.ts'

export type Parsed = { blocks: Block[]; reason?: never } | { blocks?: never; reason: string }

/** Characters: four times the limit of a knowledge base. */
const textLengthMax = 8_000_000

export const judged = (parsed: Parsed): Parsed => {
  if (!parsed.blocks) return parsed
  const length = parsed.blocks.reduce((sum, { heading, text }) => sum + heading.length + text.length, 0)
  if (length > textLengthMax) return { reason: 'It says more than a knowledge base can hold.' }
  return parsed.blocks.some(({ text }) => text.trim()) ? parsed : { reason: 'It holds no text.' }
}
