import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { operations } from '../../shared/operations/index.ts'
import { filesFor } from './files.ts'
import { readWish } from './wish.ts'

/** `npm run new`: writes a new operation into the working tree, as a skeleton that compiles and whose tests pass. */
const wish = readWish(process.argv.slice(2), operations)
if (typeof wish === 'string') {
  console.error(wish)
  process.exit(1)
}

const read = (file: string) => (existsSync(file) ? readFileSync(file, 'utf8') : undefined)
const files = filesFor(wish, read)
for (const [file, text] of files) {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}
execFileSync('node_modules/.bin/biome', ['check', '--write', '--vcs-enabled=false', ...files.keys()], {
  stdio: 'ignore',
})

console.log(`${[...files.keys()].map((file) => `wrote ${file}`).join('\n')}

Next: say in the declaration what it answers and uses, write the function, test its answers; then
  npm run openapi && npm run events
  npm run check && npm test`)
