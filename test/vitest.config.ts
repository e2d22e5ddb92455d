import { defineConfig } from 'vitest/config'

/** Files share a process and its imports; every world in them is its own table, queues and carrier. */
// biome-ignore lint/style/noDefaultExport: vitest wants it
export default defineConfig({
  root: new URL('..', import.meta.url).pathname,
  test: {
    include: ['test/**/*.test.ts'],
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
