/** Letters of a word prefix. The prefix also counts as a term, so that other endings match. */
const beginningLength = 5
const word = /[\p{L}\p{N}]+/gu
const dense = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u

/**
 * Returns hashes of words without accents and case, of word beginnings, and of character pairs in
 * scripts without spaces.
 */
export const termsOf = (text: string): number[] => {
  const terms: number[] = []
  const plain = text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
  for (const [found] of plain.matchAll(word)) {
    if (dense.test(found)) {
      const signs = [...found]
      if (signs.length === 1) terms.push(hashOf(found))
      for (let place = 0; place + 1 < signs.length; place++) terms.push(hashOf(`${signs[place]}${signs[place + 1]}`))
      continue
    }
    terms.push(hashOf(found))
    if (found.length > beginningLength) terms.push(hashOf(`${found.slice(0, beginningLength)}*`))
  }
  return terms
}

const hashOf = (text: string): number => {
  let hash = 0x811c9dc5
  for (let place = 0; place < text.length; place++) hash = Math.imul(hash ^ text.charCodeAt(place), 0x01000193)
  return hash >>> 0
}
