import { admin } from './admin.ts'

const { stderr, stdout } = process
const clearLine = '\r\x1b[K'
let isShowing = false

/**
 * Prints JSON on stdout, or a sentence on stderr with exit status 2 (1 after an unexpected error).
 */
process.exitCode = await admin(process.argv.slice(2), {
  environment: process.env,
  print: (text) => stdout.write(`${text}\n`),
  warn: (text) => {
    stderr.write(`${isShowing ? clearLine : ''}${text}\n`)
    isShowing = false
  },
  showProgress: (text) => {
    if (!stderr.isTTY) return
    stderr.write(clearLine + text)
    isShowing = true
  },
})
if (isShowing) stderr.write('\n')
