import { inject } from 'vitest'

/** Node stores compiled code of our programs in this folder. */
process.env.NODE_COMPILE_CACHE = inject('compiled')
