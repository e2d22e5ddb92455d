import { createHash } from 'node:crypto'

/** Words that mean the same to the model double; all others mean only themselves. */
const same = [
  ['opening', 'hours', 'open', 'when', 'time'],
  ['dog', 'dogs', 'puppy', 'hound', 'hounds', 'canine', 'pet', 'pets', 'animal', 'animals'],
  ['price', 'cost', 'costs', 'fee', 'charge', 'expensive'],
  ['cancel', 'cancelled', 'withdraw', 'revoke', 'undo'],
  ['delivery', 'delivered', 'shipping', 'shipped', 'arrive', 'sent'],
]

/** Words that say too little to mean anything. */
const empty = new Set(
  'a an and are as at be before by can do does for from have how i if in is it may me my of on or our so the to up we what with you your'.split(
    ' ',
  ),
)

const meanings = new Map(same.flatMap((words) => words.map((word) => [word, words[0] ?? word] as const)))

/** The sum of the directions of a text's words, always the same; words that mean the same point the same way. */
export const vectorOf = (text: string, dimensions: number): number[] => {
  const words: string[] = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  const telling = words.filter((word) => !empty.has(word))
  const sum = Array<number>(dimensions).fill(0)
  for (const word of telling.length > 0 ? telling : ['nothing'])
    for (const [place, number] of directionOf(meanings.get(word) ?? word, dimensions).entries())
      sum[place] = (sum[place] ?? 0) + number
  const length = Math.hypot(...sum) || 1
  return sum.map((number) => number / length)
}

/** As good as at right angles to that of every other word. */
const directionOf = (word: string, dimensions: number): number[] => {
  const numbers: number[] = []
  for (let block = 0; numbers.length < dimensions; block++)
    for (const byte of createHash('sha256').update(`${word}/${block}`).digest()) numbers.push(byte - 127.5)
  return numbers.slice(0, dimensions)
}
