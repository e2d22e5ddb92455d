import { type Piece, piecesOf, variableText } from '../../words/placeholders.ts'
import { plainSpeech } from './plain-speech.ts'

/**
 * Characters that filling a template yields at most. A prompt of 60,000 has room for long
 * variables.
 */
export const filledLengthMax = 200_000
/**
 * Characters of a text that is spoken as a whole: about four minutes. It has room in the item of a
 * talk.
 */
export const spokenLengthMax = 4_000

/**
 * Puts variables in the place of `{{name}}` (blanks inside the braces do not matter). One pass:
 * what a variable holds is never read as a template again, so the value of one variable cannot
 * reach another. A name without a value leaves nothing behind, because braces would be read out
 * loud. The result ends at `lengthMax`.
 */
export const fill = (template: string, variables: Record<string, unknown>, lengthMax = filledLengthMax): string => {
  let filled = ''
  for (const part of filling(template, variables)) {
    filled += part
    if (filled.length > lengthMax) return filled.slice(0, lengthMax).toWellFormed()
  }
  return filled
}

/** The same for a text that is spoken: without markup, and no longer than a talk has room for. */
export const fillSpoken = (template: string, variables: Record<string, unknown>, atSign: string): string =>
  plainSpeech(fill(template, variables, spokenLengthMax), atSign).trim()

/** Length of the filled template, counted up to a little over `lengthMax`. */
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
