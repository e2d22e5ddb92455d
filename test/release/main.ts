import { execFileSync } from 'node:child_process'
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import { npmCommand } from '../../tools/npm.mjs'

/**
 * `npm run release -- VERSION` prepares a release: version number, changelog, API document, and
 * shapes of stored items.
 */
const [version = '', ...others] = process.argv.slice(2)

const edit = (file: string, ...changes: [from: string | RegExp, to: string][]) => {
  const before = readFileSync(file, 'utf8')
  const after = changes.reduce((text, [from, to]) => text.replace(from, to), before)
  if (after === before) throw new Error(`${file} has no place for the version`)
  writeFileSync(file, after)
}

const run = (script: string, args: string[] = [], env: Record<string, string> = {}) => {
  const npm = npmCommand('run', '-s', script, ...args)
  execFileSync(npm.file, npm.args, { stdio: 'inherit', env: { ...process.env, ...env }, shell: npm.shell })
}

const cut = () => {
  const { version: former } = JSON.parse(readFileSync('package.json', 'utf8'))
  edit('package.json', [`"version": "${former}"`, `"version": "${version}"`])
  edit('package-lock.json', [/("name": "parlance",\s+"version": ")[^"]+/g, `$1${version}`])
  edit('shared/words/version.ts', [`'${former}'`, `'${version}'`])
  edit('docs/client.md', [`-${former}.tgz`, `-${version}.tgz`])
  edit('CHANGELOG.md', ['\n## Unreleased\n', `\n## Unreleased\n\n## ${version}\n`])
  run('openapi')
  run('events')
  copyFileSync('docs/openapi.json', `docs/released/openapi-${version}.json`)
  run('prove', ['--', 'test/stored.prove.test.ts'], { RELEASE: version })
}

if (!/^\d+\.\d+\.\d+$/.test(version) || others.length > 0) {
  process.stderr.write('Usage: npm run release -- VERSION\n')
  process.exitCode = 1
} else cut()
