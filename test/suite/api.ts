import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { fileOf } from '../../shared/operations/define.ts'
import { httpOperations, operations } from '../../shared/operations/index.ts'
import { programOf } from '../../tools/tools.mjs'

/**
 * `npm run api` generates API document, problems, client and events while types are checked, then
 * runs tests of changed operations.
 */
const root = fileURLToPath(new URL('../..', import.meta.url))
const documentFile = 'docs/openapi.json'
/** Test files that generate files when run with `--update`. */
const generating = ({ openapi = '', events = '' }: Record<string, string>): string[] =>
  `${openapi} ${events}`.match(/test\/\S+\.test\.ts/g) ?? []

const run = async (args: string[]): Promise<boolean> => {
  const child = spawn(process.execPath, args, { cwd: root, stdio: 'inherit' })
  const [status] = await once(child, 'exit')
  return status === 0
}
const vitest = (...args: string[]) =>
  run(['node_modules/vitest/vitest.mjs', 'run', '--config', 'test/vitest.config.ts', '--reporter=dot', ...args])
const git = (...args: string[]): string =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 })

const described = (text: string): Map<string, string> => {
  const { paths }: { paths: Record<string, Record<string, { operationId?: string }>> } = JSON.parse(text)
  const all = Object.values(paths).flatMap((methods) => Object.values(methods))
  return new Map(all.map((each) => [each.operationId ?? '', JSON.stringify(each)]))
}

/** Tests of operations whose description, function or test differs from the last commit. */
const changedTests = (): string[] => {
  const before = described(git('show', `HEAD:${documentFile}`))
  const after = described(readFileSync(`${root}${documentFile}`, 'utf8'))
  const redescribed = new Set(
    httpOperations.filter(({ id }) => before.get(id) !== after.get(id)).map((operation) => fileOf(operation)),
  )
  const touched = new Set(
    git('status', '--porcelain', '--untracked-files=all')
      .split('\n')
      .map((line) => line.slice(3)),
  )
  return operations
    .map((operation) => ({ file: fileOf(operation), test: `test/${fileOf(operation).replace('.ts', '.test.ts')}` }))
    .filter(({ file, test }) => redescribed.has(file) || touched.has(file) || touched.has(test))
    .map(({ test }) => test)
    .filter((test) => existsSync(`${root}${test}`))
}

const rewritten = await Promise.all([
  vitest(...generating(JSON.parse(readFileSync(`${root}package.json`, 'utf8')).scripts), '--update'),
  run([programOf('tsc'), '--noEmit', '--checkers', '1']),
])
const tests = changedTests()
if (tests.length === 0) console.log('No operation differs from the last commit, so no test of one runs.')
const passed = tests.length === 0 || (await vitest(...tests))
process.exitCode = passed && rewritten.every(Boolean) ? 0 : 1
