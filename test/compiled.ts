import { inject } from 'vitest'

/** Folder in which Node caches compiled code of child processes. */
process.env.NODE_COMPILE_CACHE = inject('compiled')
