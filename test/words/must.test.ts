import { expect, test } from 'vitest'
import { must } from '../../shared/words/must.ts'

test('hands on what is there, also nothing much', () => {
  expect([must(0, 'number'), must('', 'text'), must(false, 'flag'), must(null, 'thing')]).toEqual([0, '', false, null])
})

test('what is missing is an accident that names it', () => {
  expect(() => must(undefined, 'lead of the call')).toThrow('There is no lead of the call')
})
