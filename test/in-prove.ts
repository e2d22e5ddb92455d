import { test } from 'vitest'

/** Declares a test that only `npm run prove` runs, in a file that `npm test` runs too. */
export const inProve = test.skipIf(process.env.SUITE === 'test')
