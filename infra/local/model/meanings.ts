import { hash } from 'node:crypto'

const same = [
  ['opening', 'hours', 'open', 'when', 'time'],
  ['dog', 'dogs', 'puppy', 'hound', 'hounds', 'canine', 'pet', 'pets', 'animal', 'animals'],
  ['price', 'cost', 'costs', 'fee', 'charge', 'expensive'],
  ['cancel', 'cancelled', 'withdraw', 'revoke', 'undo'],
  ['delivery', 'delivered', 'shipping', 'shipped', 'arrive', 'sent'],
]

const empty = new Set(
  'a an and are as at be before by can do does for from have how i if in is it may me my of on or our so the to up we what with you your'.split(
    ' ',
  ),
)

const meanings = new Map(same.flatMap((words) => words.map((word) => [word, words[0] ?? word] as const)))

/** Makes an embedding: the sum of one vector per word. Synonyms share a vector. */
export const vectorOf = (text: string, dimensions: number): number[] => {
  const words: string[] = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  const telling = words.filter((word) => !empty.has(word))
  const sum = new Float64Array(dimensions)
  for (const word of telling.length > 0 ? telling : ['nothing']) {
    const direction = directionOf(meanings.get(word) ?? word, dimensions)
    for (let place = 0; place < dimensions; place++) sum[place] = (sum[place] ?? 0) + (direction[place] ?? 0)
  }
  const length = Math.hypot(...sum) || 1
  return Array.from(sum, (number) => number / length)
}

const directions = new Map<string, Float32Array>()
const directionsMax = 5_000

/** Returns a word's vector, nearly orthogonal to the vectors of other words. */
const directionOf = (word: string, dimensions: number): Float32Array => {
  const name = `${dimensions} ${word}`
  const before = directions.get(name)
  if (before) return before
  const direction = new Float32Array(dimensions)
  for (let block = 0; block * blockBytes < dimensions; block++) {
    const bytes = hash('sha256', `${word}/${block}`, 'buffer')
    const from = block * blockBytes
    for (let place = from; place < Math.min(from + blockBytes, dimensions); place++)
      direction[place] = (bytes[place - from] ?? 0) - 127.5
  }
  if (directions.size >= directionsMax) directions.clear()
  directions.set(name, direction)
  return direction
}
const blockBytes = 32
