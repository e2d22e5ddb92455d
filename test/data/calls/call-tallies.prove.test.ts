import { test } from 'vitest'
import { historiesAgree } from './tally-lives.ts'

test('equals brute force after every step of histories with crashes and erasures', { timeout: 3_600_000 }, () =>
  historiesAgree(Number(process.env.TALLY_RUNS ?? 300)),
)
