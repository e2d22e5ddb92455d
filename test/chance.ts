import fc from 'fast-check'

/**
 * Random tests draw the same cases in every run, so that a change is judged by what it changed.
 * `SEED=any npm test` draws others, and `SEED=N` those of a run that failed: its message names the
 * seed.
 */
const wanted = process.env.SEED ?? '1'
if (wanted !== 'any') fc.configureGlobal({ seed: Number(wanted) })
