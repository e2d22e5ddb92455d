import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { countedMessages } from '../../shared/runtime/metrics.ts'

const code = globSync('{functions,shared}/**/*.ts')
  .filter((file) => !file.endsWith('metrics.ts'))
  .map((file) => readFileSync(file, 'utf8'))
  .join('\n')

test.each(countedMessages)('somebody logs "%s"', (message) => {
  expect(code).toMatch(new RegExp(`log\\.(info|warn|error)\\(\\s*'${message}'|warn\\('${message}'`))
})
