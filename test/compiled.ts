import { inject } from 'vitest'

/**
 * Programs of ours that tests start take a second to be compiled: each only once in a run. The
 * process of the tests itself is begun already.
 */
process.env.NODE_COMPILE_CACHE = inject('compiled')
