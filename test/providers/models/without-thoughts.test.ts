import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { answerOf, withoutThoughts } from '../../../shared/providers/models/without-thoughts.ts'

const spoken = (chunks: readonly string[]): string => {
  const filter = withoutThoughts()
  return chunks.map((chunk) => filter.push(chunk)).join('') + filter.end()
}

const cases: [string, string, string][] = [
  ['the usual tag', '<think>Hm {</think>Hello.', 'Hello.'],
  ['another name, in capitals', '<THINKING>Hm</Thinking>Hello.', 'Hello.'],
  ['attributes and blanks', '<think budget="3" >Hm</think >Hello.', 'Hello.'],
  ['a namespace', '<seed:think>Hm</seed:think>Hello.', 'Hello.'],
  ['square brackets', '[THINK]Hm[/THINK]Hello.', 'Hello.'],
  ['triangles', '◁think▷Hm◁/think▷Hello.', 'Hello.'],
  ['nested thoughts', '<think>a<think>b</think>c</think>Hello.', 'Hello.'],
  ['several thoughts', '<think>a</think>Hello <reasoning>b</reasoning>there.', 'Hello there.'],
  ['an unclosed thought', 'Hello. <think>And now', 'Hello. '],
  ['an empty thought', '<think/>Hello.', 'Hello.'],
  ['a tag inside a thought', '<think>a < b <b>c</b></think>Hello.', 'Hello.'],
  [
    'signs that open no thought',
    'I think 3 < 5, <b>yes</b> [think about it] <thin',
    'I think 3 < 5, <b>yes</b> [think about it] <thin',
  ],
]

describe('a stream', () => {
  test.each(cases)('with %s is spoken without thoughts, however it is split', (_, text, expected) => {
    expect(spoken([text])).toBe(expected)
    expect(spoken([...text])).toBe(expected)
    fc.assert(
      fc.property(fc.array(fc.nat({ max: text.length }), { maxLength: 6 }), (cuts) => {
        const places = [0, ...cuts.toSorted((one, other) => one - other), text.length]
        expect(spoken(places.slice(1).map((end, index) => text.slice(places[index], end)))).toBe(expected)
      }),
      { numRuns: 30 },
    )
  })

  test('says at once what cannot be a thought', () => {
    expect(withoutThoughts().push('Hello < there')).toBe('Hello < there')
  })
})

test('an answer loses everything before a closing tag without an opening one', () => {
  expect(answerOf('They {want} it. </think> {"score": 1}')).toBe('{"score": 1}')
  expect(answerOf('<think>a</think> b </think> c')).toBe('c')
})
