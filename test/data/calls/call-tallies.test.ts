import { test } from 'vitest'
import { historiesAgree } from './tally-lives.ts'

test('counts calls as brute force does, after every step of a few histories', () => historiesAgree(4))
