import type { FileSource } from '../../../shared/actions/leads/lead-file.ts'

const pieceBytes = 64 * 1024

/** Creates a lead file in memory that is read in pieces of 64 KB, like a file in S3. */
export const fileOf = (content: string | Uint8Array): FileSource => {
  const bytes = Buffer.from(content)
  return {
    bytes: bytes.length,
    read: async (from, until = bytes.length) =>
      (async function* () {
        for (let at = from; at < until; at += pieceBytes) yield bytes.subarray(at, Math.min(until, at + pieceBytes))
      })(),
  }
}
