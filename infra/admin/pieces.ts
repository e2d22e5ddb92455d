import { createReadStream } from 'node:fs'
import { access } from 'node:fs/promises'
import { refuse } from './refusal.ts'

/**
 * A file as a stream of bytes, so that its size does not matter; refuses in words what cannot be
 * read.
 */
export const readPieces = async (path: string): Promise<AsyncIterable<Uint8Array>> => {
  await access(path).catch(() => refuse(`${path} cannot be read.`))
  return createReadStream(path)
}
