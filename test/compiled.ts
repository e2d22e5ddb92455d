import { inject } from 'vitest'

/** Folder in which Node stores our compiled programs for this run. */
process.env.NODE_COMPILE_CACHE = inject('compiled')
