import { type Piece, piecesOf, variableText } from '../../words/placeholders.ts'
import { plainSpeech } from './plain-speech.ts'

/** Characters. Prompts have up to 60,000. */
export const filledLengthMax = 200_000
export const spokenLengthMax = 4_000

/**
 * Replaces `{{name}}` in one pass, so that values are never templates. Unknown names become empty.
 */
export const fill = (template: string, variables: Record<string, unknown>, lengthMax = filledLengthMax): string => {
  let filled = ''
  for (const part of filling(template, variables)) {
    filled += part
    if (filled.length > lengthMax) return filled.slice(0, lengthMax).toWellFormed()
  }
  return filled
}

export const fillSpoken = (template: string, variables: Record<string, unknown>, atSign: string): string =>
  plainSpeech(fill(template, variables, spokenLengthMax), atSign).trim()

export const filledLength = (template: string, variables: Record<string, unknown>, lengthMax: number): number => {
  let length = 0
  for (const part of filling(template, variables)) {
    length += part.length
    if (length > lengthMax) break
  }
  return length
}

function* filling(template: string, variables: Record<string, unknown>): Generator<string> {
  const values = new Map<string, string>()
  for (const piece of piecesOf(template)) yield textOf(piece, variables, values)
}

const textOf = (piece: Piece, variables: Record<string, unknown>, values: Map<string, string>): string => {
  if ('text' in piece) return piece.text
  if (piece.name === '') return piece.written
  const known = values.get(piece.name) ?? variableText(variables, piece.name)
  values.set(piece.name, known)
  return known
}
