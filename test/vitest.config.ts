import * as fs from 'node:fs'
import { fileURLToPath } from 'node:url'
import { configDefaults, defineConfig } from 'vitest/config'
import { isCurrent, tooOld } from '../tools/current-node.mjs'
import { nameConditions } from './two-workers/sites.ts'

if (!isCurrent) throw new Error(`${tooOld} Or run npm test -- FILE, which finds one.`)

const root = fileURLToPath(new URL('..', import.meta.url))
const { SUITE: part = 'all' } = process.env

/** Test files that only `npm run prove` runs. */
const proofs = 'test/**/*.prove.test.ts'
/**
 * Test files that `npm test` runs in part: with only one kind of fault, or without tests declared
 * by `inProve`.
 */
const shared = fs
  .globSync('test/**/*.test.ts', { cwd: root })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => /\b(faultKinds|inProve)\b/.test(fs.readFileSync(`${root}${file}`, 'utf8')))

/** Test files can share a process: every test world has its own table, queues and carrier. */
// biome-ignore lint/style/noDefaultExport: vitest wants it
export default defineConfig({
  root,
  plugins: [nameConditions],
  test: {
    include: part === 'prove' ? [proofs, ...shared] : ['test/**/*.test.ts'],
    exclude: [...configDefaults.exclude, ...(part === 'test' ? [proofs] : [])],
    globalSetup: ['test/engines.ts'],
    setupFiles: ['test/times.ts', 'test/chance.ts', 'test/compiled.ts'],
    isolate: false,
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 600_000,
    expect: { poll: { timeout: 60_000 } },
    hookTimeout: 600_000,
  },
})
