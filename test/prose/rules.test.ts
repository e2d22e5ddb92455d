import { expect, test } from 'vitest'
import type { Comment } from './comments.ts'
import { commentRules, sentencesOf, titlesOf, wordsOf } from './rules.ts'
import { typeNamesOf } from './type-names.ts'

const comment = (text: string, width = 80): Comment => ({ file: 'a.ts', line: 1, text, width })
const broken = (one: Comment) => commentRules.filter(({ finds }) => finds(one)).map(({ name }) => name)

test.each([
  ['Whose an outgoing call is.', 'comments that begin with a clause'],
  ['The worker asks anew.', 'comments with words of the house'],
  ['Nobody reads the file.', 'comments about nobody'],
])('finds in “%s” %s', (text, name) => {
  expect(broken(comment(text))).toEqual([name])
})

test('finds no fault in a sentence with its subject first', () => {
  expect(broken(comment('Returns the owner of an outgoing call.'))).toEqual([])
  expect(broken(comment('Short.', 101))).toEqual(['comments wider than 100 columns'])
})

test('reads sentences of prose and of lists, without tables and code', () => {
  const page =
    '# Calls\n\nA call has a status. It `may change` later.\n\n- One item\n- Another item\n\n| a | b |\n\n```\nno text\n```\n'
  expect(sentencesOf(page)).toEqual(['A call has a status.', 'It code later.', 'One item', 'Another item'])
  expect(wordsOf('A call – has 2 words')).toBe(5)
})

test('reads titles of tests, of groups and after a table of cases', () => {
  const file =
    "test('a', () => {})\ndescribe.each([1])('%s', () => {\n  test.each([\n    1,\n  ])(\n    `b`, go)\n})\nconst test = (1)\n"
  expect(titlesOf(file)).toEqual(['a', '%s', 'b'])
})

test('finds exported types, interfaces and classes, but not those in a template', () => {
  const file =
    'export type A = 1\nexport interface B {}\nexport abstract class C {}\nexport const d = 1\ntype E = 1\nexport type { E }\nconst text = `\nexport type F = 1\n`\n'
  expect(typeNamesOf('a.ts', file)).toEqual(['A', 'B', 'C'])
})
