import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { programOf } from './tools.mjs'

/**
 * `node tools/tool.mjs biome check` runs a development tool. It first fetches all tools if they are
 * missing.
 */
const [name = '', ...args] = process.argv.slice(2)
const { status, error } = spawnSync(process.execPath, [programOf(name), ...args], {
  cwd: fileURLToPath(new URL('..', import.meta.url)),
  stdio: 'inherit',
})
if (error) throw error
process.exitCode = status ?? 1
