/** Characters. Short phrases sound choppy, long ones delay the speech. */
const firstMin = 12
const laterMin = 40
const max = 80

/**
 * Splits off the next piece to speak; undefined until more text arrives. Only the first piece may
 * be a clause.
 */
export const takeChunk = (text: string, isFirst: boolean): [chunk: string, rest: string] | undefined => {
  const min = isFirst ? firstMin : laterMin
  const breaks = isFirst ? clauseEnd : sentenceEnd
  breaks.lastIndex = 0
  for (let match = breaks.exec(text); match; match = breaks.exec(text)) {
    const end = match.index + match[0].length
    if (end > max) break
    if (end >= min) return [text.slice(0, end), text.slice(end)]
  }
  if (text.length <= max) return undefined
  const blank = text.lastIndexOf(' ', max - 1)
  return splitAt(text, blank > 0 ? blank + 1 : max)
}

/** A blank must follow the punctuation mark, because `3.5` does not end a sentence. */
const sentenceEnd = /[.!?…]["')\]]*\s+|[。！？]|\n+/g
const clauseEnd = /[.!?…,;:]["')\]]*\s+|[。！？、，]|\n+/g

const splitAt = (text: string, end: number): [string, string] => {
  const isInside = /[\uD800-\uDBFF]/.test(text.charAt(end - 1))
  const at = isInside ? end - 1 : end
  return [text.slice(0, at), text.slice(at)]
}
