import { fileURLToPath } from 'node:url'
import { configDefaults, defineConfig } from 'vitest/config'

/** Files that `npm test` leaves to `npm run prove`. */
const proofs = 'test/**/*.prove.test.ts'
const { SUITE: part = 'all' } = process.env

/** Files share a process and its imports; every world in them is its own table, queues and carrier. */
// biome-ignore lint/style/noDefaultExport: vitest wants it
export default defineConfig({
  root: fileURLToPath(new URL('..', import.meta.url)),
  test: {
    include: [part === 'prove' ? proofs : 'test/**/*.test.ts'],
    exclude: [...configDefaults.exclude, ...(part === 'test' ? [proofs] : [])],
    globalSetup: ['test/engines.ts'],
    setupFiles: ['test/chance.ts', 'test/compiled.ts'],
    isolate: false,
    pool: 'forks',
    maxWorkers: 2,
    // Only what hangs shall meet it: a busy machine is no failure.
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
})
