import fc from 'fast-check'
import { expect, test } from 'vitest'
import { takeChunk } from '../../../shared/domain/conversations/chunks.ts'

const spoken = (tokens: string[]) => {
  const chunks: string[] = []
  let buffer = ''
  for (const token of tokens) {
    buffer += token
    for (let taken = takeChunk(buffer, !chunks.length); taken; taken = takeChunk(buffer, !chunks.length)) {
      chunks.push(taken[0])
      buffer = taken[1]
    }
  }
  return { chunks, rest: buffer }
}

test('the first phrase may be a clause, because the caller waits', () => {
  expect(takeChunk('Good morning, we are open from nine', true)).toEqual(['Good morning, ', 'we are open from nine'])
})

test('later phrases end with a sentence', () => {
  expect(takeChunk('We are open, from nine until six o’clock. Then we', false)?.[0]).toBe(
    'We are open, from nine until six o’clock. ',
  )
})

test('numbers and an unfinished ellipsis end nothing', () => {
  expect(takeChunk('It costs exactly 3.50 euros for everybody who', false)).toBeUndefined()
})

test('a sentence without end is spoken word by word', () => {
  const [chunk = ''] = takeChunk('word '.repeat(40), false) ?? []
  expect(chunk.length).toBeLessThanOrEqual(80)
  expect(chunk.endsWith(' ')).toBe(true)
})

test('loses, doubles and splits no character for any tokens', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'grapheme' })), (tokens) => {
      const { chunks, rest } = spoken(tokens)
      expect(chunks.join('') + rest).toBe(tokens.join(''))
      for (const chunk of chunks) {
        expect(chunk.isWellFormed()).toBe(true)
        expect(chunk.length).toBeLessThanOrEqual(80)
      }
      expect(rest.length).toBeLessThanOrEqual(80)
    }),
  )
})
