import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { help } from '../../tools/help.mjs'

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> }
const withOwnHelp = ['infra/admin/main.ts', 'node_modules/vitest/vitest.mjs']

test('every program of package.json has a text for --help', () => {
  const programs = Object.values(scripts).flatMap((line) => /^node tools\/run\.mjs (\S+)/.exec(line)?.[1] ?? [])
  expect(programs.length).toBeGreaterThan(10)
  expect(programs.filter((program) => !withOwnHelp.includes(program) && !(program in help))).toEqual([])
})

test('--help prints it and runs nothing', () => {
  const before = readFileSync('docs/cost.md', 'utf8')
  const text = execFileSync(process.execPath, ['tools/run.mjs', 'infra/cost/main.ts', '--help'], { encoding: 'utf8' })
  expect(text.trim()).toBe(help['infra/cost/main.ts'])
  expect(readFileSync('docs/cost.md', 'utf8')).toBe(before)
})
