import { spawn } from 'node:child_process'
import Module from 'node:module'
import { resolve } from 'node:path'
import { fetchedNode, isCurrent, tooOld } from './current-node.mjs'
import { help } from './help.mjs'

/**
 * `node tools/run.mjs FILE …` runs a program on the current Node, or on the Node that `npm ci`
 * fetched if the current one is too old.
 */
const [, , file = '', ...args] = process.argv

const runHere = () => {
  process.argv.splice(1, 2, resolve(file))
  Module.runMain()
}

const runOn = (program) => {
  const child = spawn(program, [file, ...args], { stdio: 'inherit' })
  // Ignores Ctrl-C here, because the terminal sends it to the child, too.
  process.on('SIGINT', () => {})
  process.on('SIGTERM', () => child.kill('SIGTERM'))
  child.once('exit', (status, signal) => {
    if (signal) process.removeAllListeners(signal)
    if (signal) process.kill(process.pid, signal)
    else process.exitCode = status ?? 1
  })
}

const asked = args.some((argument) => argument === '--help' || argument === '-h') && help[file]
const program = fetchedNode()
if (asked) console.log(asked)
else if (isCurrent) runHere()
else if (program) runOn(program)
else {
  console.error(tooOld)
  process.exitCode = 1
}
