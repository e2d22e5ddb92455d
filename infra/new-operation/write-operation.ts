import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { NewOperation } from './arguments.ts'
import { filesFor } from './files.ts'

/** Writes the operation's files, unformatted. Returns their paths from `root`. */
export const writeOperation = (operation: NewOperation, root: string): string[] => {
  const read = (file: string) => (existsSync(join(root, file)) ? readFileSync(join(root, file), 'utf8') : undefined)
  const files = filesFor(operation, read)
  for (const [file, text] of files) {
    mkdirSync(dirname(join(root, file)), { recursive: true })
    writeFileSync(join(root, file), text)
  }
  return [...files.keys()]
}
