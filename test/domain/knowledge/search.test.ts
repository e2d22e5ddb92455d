import { expect, test } from 'vitest'
import { vectorOf } from '../../../infra/local/model/meanings.ts'
import { allMeant, packPassages, readPacked } from '../../../shared/domain/knowledge/packed-passages.ts'
import { searchPassages } from '../../../shared/domain/knowledge/search.ts'
import { inBytes, type Meant, scoresByMeaning } from '../../../shared/domain/knowledge/vectors.ts'

const dimensions = 256
const meaning = (text: string) => vectorOf(text, dimensions)

const sentences = [
  'Dogs wait outside.',
  'Withdraw an order within fourteen days.',
  'Goods leave the warehouse on Thursdays; shipping takes two days.',
  'The fee of a lesson is thirty euros.',
  ...Array.from({ length: 200 }, (_, n) => `Shelf ${n} of hall ${n % 7} holds article ${n * 7919}.`),
]
const passages = sentences.map((text, n): Meant => ({ document_id: n % 5, heading: '', text }))
const meant = passages.map((one) => ({ ...one, vector: inBytes(meaning(one.text)) }))
const packed = readPacked(packPassages(meant, 'double'))

test.each([
  ['Is my puppy welcome?', 'Dogs wait outside.'],
  ['How can I cancel?', 'Withdraw an order within fourteen days.'],
  ['Is it delivered soon?', 'Goods leave the warehouse on Thursdays; shipping takes two days.'],
  ['Are your classes expensive?', 'The fee of a lesson is thirty euros.'],
])('“%s” finds its answer by meaning, not by words alone', (question, answer) => {
  const textsOf = (asked?: number[]) => searchPassages(packed, question, asked).map(({ text }) => text)
  expect(textsOf()).not.toContain(answer)
  expect(textsOf(meaning(question))[0]).toBe(answer)
})

test('finds a number by its words, because ranks join both lists', () => {
  const question = 'article 39595'
  const found = searchPassages(packed, question, meaning('puppy')).map(({ text }) => text)
  expect(found.slice(0, 2).toSorted()).toEqual(['Dogs wait outside.', 'Shelf 5 of hall 5 holds article 39595.'])
})

test('a vector of other dimensions is compared with none: the words have to do', () => {
  const question = 'Is my puppy welcome?'
  expect(searchPassages(packed, question, vectorOf('puppy', 64))).toEqual(searchPassages(packed, question))
})

test('a byte for each number changes a similarity by less than a hundredth', () => {
  const { vectors } = packed
  if (!vectors) throw new Error('There are no vectors')
  const question = meaning('What does shipping of a hound cost?')
  scoresByMeaning(vectors, question).forEach((score, index) => {
    const exact = meaning(sentences[index] ?? '').reduce((sum, number, at) => sum + number * (question[at] ?? 0), 0)
    expect(Math.abs(score - exact)).toBeLessThan(0.01)
  })
})

test('keeps the object without a model, and drops vectors of another model', () => {
  const plain = packPassages(passages)
  expect(packPassages(meant)).toEqual(plain)
  expect(packPassages(passages, 'double')).toEqual(plain)
  expect(readPacked(plain)).not.toHaveProperty('vectors')
  expect(allMeant(packed, 'double')).toEqual(meant)
  expect(allMeant(packed, 'another')).toEqual(passages)
})

test('2,000 passages with vectors of 3,072 dimensions fit into 10 MB', () => {
  const vector = new Int8Array(3072).fill(1)
  const text = 'Sentence by sentence it fills a passage to the brim. '.repeat(15)
  const full = Array.from(
    { length: 2000 },
    (_, n): Meant => ({ document_id: n, heading: `Heading ${n}`, text, vector }),
  )
  expect(packPassages(full, 'large').length).toBeLessThan(10 * 1024 * 1024)
})
