import { appendFile, readFile } from 'node:fs/promises'
import { migrate } from './migrate.ts'

/**
 * `npm run migrate -- …` prints requests on stdout, and fields that it cannot carry over on stderr.
 */
process.exitCode = await migrate(process.argv.slice(2), {
  environment: process.env,
  read: (file) => readFile(file, 'utf8'),
  append: (file, text) => appendFile(file, text, { mode: 0o600 }),
  print: (line) => console.log(line),
  warn: (line) => console.error(line),
})
