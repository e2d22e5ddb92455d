import type { FileSource } from '../../../shared/actions/leads/lead-file.ts'

const pieceBytes = 64 * 1024

/** Lead file in memory that is read in pieces of 64 KB, as a file in the bucket is. */
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
