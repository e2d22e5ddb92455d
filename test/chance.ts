import fc from 'fast-check'

/**
 * Property tests draw the same cases in every run. `SEED=any npm test` draws new cases; a failure
 * prints its seed.
 */
const wanted = process.env.SEED ?? '1'
if (wanted !== 'any') fc.configureGlobal({ seed: Number(wanted) })
