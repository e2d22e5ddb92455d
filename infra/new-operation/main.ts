import { execFileSync } from 'node:child_process'
import { operations } from '../../shared/operations/index.ts'
import { programOf } from '../../tools/tools.mjs'
import { parseArguments } from './arguments.ts'
import { writeOperation } from './write-operation.ts'

/** `npm run new` writes the skeleton of a new operation. It compiles, and its tests pass. */
const operation = parseArguments(process.argv.slice(2), operations)
if (typeof operation === 'string') {
  console.error(operation)
  process.exit(1)
}

const files = writeOperation(operation, '.')
const format = [programOf('biome'), 'check', '--write', '--vcs-enabled=false', ...files]
execFileSync(process.execPath, format, { stdio: 'ignore' })

console.log(`${files.map((file) => `wrote ${file}`).join('\n')}

Next: say in the declaration what it answers and uses, write the function, test its answers; then
  npm run openapi && npm run events
  npm run check && npm test`)
