import { passagesMax } from '../../shared/domain/knowledge/knowledgebase.ts'
import { packPassages, readPacked } from '../../shared/domain/knowledge/packed-passages.ts'
import type { Passage } from '../../shared/domain/knowledge/passages.ts'
import { searchPassages } from '../../shared/domain/knowledge/search.ts'
import { inBytes, type Meant } from '../../shared/domain/knowledge/vectors.ts'
import { seededRandom } from '../world.ts'
import { type Measure, median } from './measure.ts'

const sizes = [100, 1_000, 2_000, 10_000]
const wordsEach = 140
const vocabulary = 20_000
const questionsAsked = 50
const dimensions = 1536

export const tools: Measure = {
  topic: 'tools',
  title: 'Search in a knowledge base, by its passages',
  run: async () => sizes.map(rowOf),
}

const rowOf = (count: number) => {
  const random = seededRandom(`knowledge of ${count}`)
  const word = () => `w${Math.floor(vocabulary * random.number() ** 3).toString(36)}`
  const passages: Passage[] = Array.from({ length: count }, (_, index) => ({
    document_id: index % 20,
    heading: `Heading ${index}`,
    text: Array.from({ length: wordsEach }, word).join(' '),
  }))
  const vector = () => Array.from({ length: dimensions }, () => Math.random() - 0.5)
  const meant = passages.map((passage): Meant => ({ ...passage, vector: inBytes(vector()) }))
  const begun = performance.now()
  const bytes = packPassages(passages)
  const packMs = performance.now() - begun
  const loads = Array.from({ length: 10 }, () => timed(() => readPacked(bytes)))
  const withVectors = packPassages(meant, 'bench')
  const [packed, packedWithVectors] = [readPacked(bytes), readPacked(withVectors)]
  const searches = Array.from({ length: questionsAsked }, () => {
    const [question, asked] = [Array.from({ length: 8 }, word).join(' '), vector()]
    return {
      words: timed(() => searchPassages(packed, question)),
      both: timed(() => searchPassages(packedWithVectors, question, asked)),
    }
  })
  const words = searches.map((search) => search.words)
  const both = searches.map((search) => search.both)
  return {
    passages: String(count),
    'KB in the bucket': Math.round(bytes.length / 1024),
    'ms to pack': packMs,
    'ms to load': median(loads),
    'ms by words': { value: median(words), budget: 50 },
    'the slowest': Math.max(...words),
    'KB with vectors': Math.round(withVectors.length / 1024),
    'ms by both': count <= passagesMax ? { value: median(both), budget: 50 } : median(both),
    'the slowest by both': Math.max(...both),
  }
}

const timed = (act: () => unknown): number => {
  const begun = performance.now()
  act()
  return performance.now() - begun
}
