import { test } from 'vitest'

/**
 * A test that only `npm run prove` runs, in a file whose other tests `npm test` runs too. `npm run
 * prove` runs each file that imports this, with all of its tests.
 */
export const inProve = test.skipIf(process.env.SUITE === 'test')
