import { createReadStream } from 'node:fs'
import { access } from 'node:fs/promises'
import { refuse } from './refusal.ts'

export const readPieces = async (path: string): Promise<AsyncIterable<Uint8Array>> => {
  await access(path).catch(() => refuse(`${path} cannot be read.`))
  return createReadStream(path)
}
