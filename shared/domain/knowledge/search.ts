import { type PackedPassages, passageAt } from './packed-passages.ts'
import { type Passage, tokensOf } from './passages.ts'
import { termsOf } from './terms.ts'
import { scoresByMeaning } from './vectors.ts'

const foundMax = 5
const foundTokensMax = 1500

/** Usual constants of the ranking function Okapi BM25. */
const k1 = 1.2
const b = 0.75
/** Constant of reciprocal rank fusion (Cormack, Clarke and Büttcher, SIGIR 2009). */
const rankConstant = 60
/**
 * Number of ranks that count per list. Two worse ranks of a passage could outweigh a first place.
 */
const ranksMax = 2 * foundMax

/**
 * Returns the best passages by words and, if vectors exist, by meaning. Ranks are combined, because
 * scores are not comparable.
 */
export const searchPassages = (packed: PackedPassages, question: string, asked?: readonly number[]): Passage[] => {
  const passages: Passage[] = []
  const { vectors } = packed
  const byWords = best(scoresByWords(packed, question))
  const isComparable = vectors && asked?.length === vectors.dimensions
  const found = isComparable ? fused([byWords, best(scoresByMeaning(vectors, asked))], packed.count) : byWords
  let tokens = 0
  for (const place of found.slice(0, foundMax)) {
    const passage = passageAt(packed, place)
    tokens += tokensOf(`${passage.heading} ${passage.text}`)
    if (tokens > foundTokensMax) break
    passages.push(passage)
  }
  return passages
}

const scoresByWords = ({ count, lengths, terms, starts, postings, counts }: PackedPassages, question: string) => {
  const scores = new Float32Array(count)
  const usual = lengths.reduce((sum, length) => sum + length, 0) / Math.max(1, count)
  for (const term of new Set(termsOf(question))) {
    const place = placeOf(terms, term)
    if (place === undefined) continue
    const [from = 0, to = 0] = [starts[place], starts[place + 1]]
    const having = to - from
    const rarity = Math.log(1 + (count - having + 0.5) / (having + 0.5))
    for (let index = from; index < to; index++) {
      const passage = postings[index] ?? 0
      const often = counts[index] ?? 0
      const length = lengths[passage] ?? 0
      scores[passage] =
        (scores[passage] ?? 0) + (rarity * often * (k1 + 1)) / (often + k1 * (1 - b + (b * length) / usual))
    }
  }
  return scores
}

const fused = (lists: readonly number[][], count: number): number[] => {
  const scores = new Float32Array(count)
  for (const list of lists)
    for (const [rank, passage] of list.slice(0, ranksMax).entries())
      scores[passage] = (scores[passage] ?? 0) + 1 / (rankConstant + rank + 1)
  return best(scores)
}

const best = (scores: Float32Array): number[] => {
  const above: number[] = []
  scores.forEach((score, passage) => {
    if (score > 0) above.push(passage)
  })
  return above.sort((one, other) => (scores[other] ?? 0) - (scores[one] ?? 0) || one - other)
}

const placeOf = (sorted: Uint32Array, wanted: number): number | undefined => {
  let [low, high] = [0, sorted.length - 1]
  while (low <= high) {
    const middle = (low + high) >> 1
    const found = sorted[middle] ?? 0
    if (found === wanted) return middle
    if (found < wanted) low = middle + 1
    else high = middle - 1
  }
  return undefined
}
