import { inject } from 'vitest'

/** Compiles programs of ours once per run. */
process.env.NODE_COMPILE_CACHE = inject('compiled')
