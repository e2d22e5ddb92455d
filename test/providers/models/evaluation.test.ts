import { describe, expect, test } from 'vitest'
import { readEvaluation } from '../../../shared/providers/models/evaluation.ts'
import { jsonObjects } from '../../../shared/providers/models/json-objects.ts'

const answer = { sentiment: 'positive', outcome: 'Sold.', score: 9, extracted: {} }
const json = JSON.stringify(answer)

test.each([
  ['alone', json],
  ['in a code fence', `\`\`\`json\n${json}\n\`\`\``],
  ['after thoughts with braces', `They {want} it, {"score": 2} or {. So: ${json}`],
  ['before a remark with braces', `${json} I chose {positive}, see {"note": 1}.`],
  ['after a draft', `${JSON.stringify({ ...answer, score: 2 })} No: ${json}`],
  ['after a quotation that never ends', `{"hello. Here: ${json}`],
])('reads the evaluation that stands %s', (_, text) => {
  expect(readEvaluation(text, [])).toEqual({ evaluation: answer })
})

test('says what is wrong with the last object when none fits', () => {
  expect(readEvaluation('{"a": 1} {"sentiment": "good", "outcome": "x", "score": 1}', [])).toEqual({
    findings: ['sentiment: must be one of positive, neutral, negative.'],
  })
  expect(readEvaluation('{ no object }', [])).toEqual({ findings: ['It is not a JSON object.'] })
})

describe('objects in a text', () => {
  test('braces in strings close nothing', () => {
    expect(jsonObjects('{"a": "}{", "b": "\\"}"}')).toEqual([{ a: '}{', b: '"}' }])
  })

  test('are looked for in bounded work', () => {
    expect(jsonObjects('{"a":'.repeat(20_000))).toEqual([])
  })
})
