import fc from 'fast-check'
import { expect, test } from 'vitest'
import { differenceOf, nearChanges, textOf } from '../../client/console/work/difference.ts'

const side = (passages: ReturnType<typeof differenceOf>, side: 'before' | 'after') =>
  passages.flatMap(({ of, text }) => (of === 'both' || of === side ? [text] : [])).join('')

test('names the words that were removed and those that are new', () => {
  expect(differenceOf('You sell cars in Rome.', 'You sell red cars in Oslo.')).toEqual([
    { of: 'both', text: 'You sell ' },
    { of: 'after', text: 'red ' },
    { of: 'both', text: 'cars in ' },
    { of: 'before', text: 'Rome.' },
    { of: 'after', text: 'Oslo.' },
  ])
  expect(differenceOf('', 'New')).toEqual([{ of: 'after', text: 'New' }])
  expect(differenceOf('Same', 'Same')).toEqual([{ of: 'both', text: 'Same' }])
})

test('loses no word of either text, whatever they are', () => {
  const text = fc.array(fc.constantFrom('a ', 'b ', 'c\n', ' ', 'd'), { maxLength: 12 }).map((words) => words.join(''))
  fc.assert(
    fc.property(text, text, (before, after) => {
      const passages = differenceOf(before, after)
      expect([side(passages, 'before'), side(passages, 'after')]).toEqual([before, after])
    }),
  )
})

test('shows long texts whole when they have little in common', () => {
  const long = (word: string) => Array.from({ length: 2000 }, (_, index) => `${word}${index} `).join('')
  expect(differenceOf(long('a'), long('b')).map(({ of }) => of)).toEqual(['before', 'after'])
})

test('shortens what is far from a change', () => {
  const [first, ...rest] = nearChanges(differenceOf(`${'same '.repeat(100)}old`, `${'same '.repeat(100)}new`))
  expect(first?.text).toMatch(/^ … .{100,130}$/)
  expect(rest.map(({ text }) => text)).toEqual(['old', 'new'])
})

test('writes an object as one line for each member', () => {
  expect(textOf({ a: 1, b: { c: ['x', null] } })).toBe('a: 1\nb.c.1: x\nb.c.2: ')
  expect([textOf(null), textOf('text'), textOf(false)]).toEqual(['', 'text', 'false'])
})
