import fc from 'fast-check'
import { test } from 'vitest'
import { listProofs } from './list-proofs.ts'

const runs = Number(process.env.HISTORY_RUNS ?? 60)

test.each(Object.entries(listProofs))(
  '%s are listed as they are stored, whatever was done and died',
  { timeout: 600_000 },
  (_name, proof) => fc.assert(proof, { numRuns: runs, endOnFailure: true }),
)
