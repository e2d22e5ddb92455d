import { appendFile, readFile } from 'node:fs/promises'
import { migrate } from './migrate.ts'

/**
 * `npm run migrate -- …` prints API requests on stdout, and on stderr the fields that it cannot
 * convert.
 */
process.exitCode = await migrate(process.argv.slice(2), {
  environment: process.env,
  read: (file) => readFile(file, 'utf8'),
  append: (file, text) => appendFile(file, text, { mode: 0o600 }),
  print: (line) => console.log(line),
  warn: (line) => console.error(line),
})
