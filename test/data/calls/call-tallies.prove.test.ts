import { test } from 'vitest'
import { historiesAgree } from './tally-lives.ts'

test(
  'counts calls as brute force does, after every step of any history with crashes and erasures',
  { timeout: 3_600_000 },
  () => historiesAgree(Number(process.env.TALLY_RUNS ?? 300)),
)
