import { globSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { fetchTools } from '../../tools/tools.mjs'

/**
 * `npm test` and `npm run prove` each run one part of the suite. With names of test files, each
 * runs those files.
 */
const root = fileURLToPath(new URL('../..', import.meta.url))
const [part = 'test', ...given] = process.argv.slice(2)

const withValue = /^(-t|--testNamePattern|--reporter|--outputFile|--exclude|--bail|--retry|--maxWorkers)$/
const namesFiles = given.some((argument, index) => !argument.startsWith('-') && !withValue.test(given[index - 1] ?? ''))

process.chdir(root)
process.env.SUITE = namesFiles ? 'all' : part
const program = `${root}node_modules/vitest/vitest.mjs`
process.argv = [process.execPath, program, 'run', '--config', 'test/vitest.config.ts', ...given]

if (part === 'prove') fetchTools()
else if (!namesFiles)
  process.once('exit', () => {
    const left = globSync('test/**/*.prove.test.ts').length
    console.log(`Left to npm run prove: ${left} files of fault loops, simulations, engines, bundles and the browser.`)
  })

await import(program)
