import fc from 'fast-check'

/**
 * Random tests draw the same cases in every run. `SEED=any npm test` draws others; a failure names
 * its seed.
 */
const wanted = process.env.SEED ?? '1'
if (wanted !== 'any') fc.configureGlobal({ seed: Number(wanted) })
