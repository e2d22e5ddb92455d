import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { exactness } from './property.ts'

/** More random histories with HISTORY_RUNS, the same ones again with HISTORY_SEED. */
const { HISTORY_RUNS: runs = '250', HISTORY_SEED: seed } = process.env

test('a page shows and counts exactly what there is, whatever runs beside it and dies', { timeout: 3_600_000 }, () =>
  fc.assert(exactness, { numRuns: Number(runs), ...(seed && { seed: Number(seed) }) }),
)

test('no rule of the history is needless: without any one of them, a page goes wrong', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [new URL('mutants.ts', import.meta.url).pathname])
  expect(stdout.split('\n').filter((line) => line && !/: wrong$/.test(line))).toEqual([])
}, 120_000)
