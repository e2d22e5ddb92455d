export interface Block {
  heading: string
  text: string
}

/** Some adjacent sentences: the unit that a search finds. */
export interface Passage extends Block {
  document_id: number
}

/** Tokens of a passage, which is about a paragraph. Five passages fit into a prompt. */
const passageTokens = 200
const sentenceTokensMax = 300
const headingLengthMax = 200

/** Characters of scripts with about one token per character. */
const dense = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Hangul}]/gu

/** Estimates the number of tokens to within a third: four letters are a token. */
export const tokensOf = (text: string): number => {
  const signs = text.match(dense)?.length ?? 0
  return signs + Math.ceil((text.length - signs) / 4)
}

export const passagesOf = (document_id: number, blocks: readonly Block[]): Passage[] =>
  blocks.flatMap(({ heading, text }) => {
    const title = flat(heading).slice(0, headingLengthMax).toWellFormed()
    return gathered(sentencesOf(text)).map((text) => ({ document_id, heading: title, text }))
  })

const gathered = (sentences: readonly string[]): string[] => {
  const passages: string[] = []
  let open = ''
  let tokens = 0
  for (const sentence of sentences) {
    const more = tokensOf(sentence)
    if (open && tokens + more > passageTokens) {
      passages.push(open)
      open = ''
      tokens = 0
    }
    open = open ? `${open} ${sentence}` : sentence
    tokens += more
  }
  return open ? [...passages, open] : passages
}

const sentencesOf = (text: string): string[] =>
  text
    .split(/\n\s*\n|(?<=[.!?…。！？])\s+|(?<=[。！？])|\n(?=\s*[-*•\d])/u)
    .map(flat)
    .filter(Boolean)
    .flatMap(cut)

const cut = (sentence: string): string[] => {
  if (tokensOf(sentence) <= sentenceTokensMax) return [sentence]
  const pieces: string[] = []
  let rest = sentence
  while (rest) {
    const most = rest.slice(0, dense.test(rest) ? passageTokens : passageTokens * 4)
    dense.lastIndex = 0
    const space = rest.length > most.length ? most.lastIndexOf(' ') : -1
    const piece = wholeSigns(space > most.length / 2 ? most.slice(0, space) : most)
    pieces.push(piece.trim())
    rest = rest.slice(piece.length).trim()
  }
  return pieces.filter(Boolean)
}

const wholeSigns = (text: string): string =>
  text.length > 1 && /[\uD800-\uDBFF]$/.test(text) ? text.slice(0, -1) : text

const flat = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
