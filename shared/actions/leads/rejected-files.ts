import { type LeadImport, rejectedFileKey } from '../../domain/leads/lead-import.ts'
import { rejectedHeading, rejectedLine } from '../../domain/leads/rejected-rows.ts'
import type { Dependencies } from '../../services.ts'
import type { RowOutcome } from './write-chunk.ts'

export type FileStore = Dependencies<'knowledgeStore.load' | 'knowledgeStore.put'>['knowledgeStore']

/** Bytes of a file. Small, because a worker holds the file in memory. */
const fileBytesMax = 4 * 1024 * 1024

/**
 * Writes rejected rows to files. The last file is written again with each chunk. After a crash,
 * only its first `file_bytes` bytes are kept.
 */
export const openRejectedFiles = async (store: FileStore, made: LeadImport, heading: readonly string[]) => {
  const { files: known, file_bytes } = made
  const last = file_bytes > 0 ? await store.load(rejectedFileKey(made, known)) : undefined
  let files = last ? known - 1 : known
  let pieces: Uint8Array[] = last ? [last.subarray(0, file_bytes)] : []
  let bytes = last ? file_bytes : 0

  return {
    add: async (outcomes: RowOutcome[]): Promise<Pick<LeadImport, 'files' | 'file_bytes'>> => {
      const rejected = outcomes.filter((one) => 'reason' in one)
      if (rejected.length > 0) {
        if (bytes >= fileBytesMax) {
          files += 1
          pieces = []
        }
        const lines = rejected.map(({ row, reason }) => rejectedLine({ line: row.line, reason }, row.cells))
        const text = `${pieces.length === 0 ? rejectedHeading(heading) : ''}${lines.join('')}`
        pieces.push(new TextEncoder().encode(text))
        const whole = concat(pieces)
        pieces = [whole]
        bytes = whole.length
        await store.put(rejectedFileKey(made, files + 1), whole)
      }
      return { files: files + Math.min(pieces.length, 1), file_bytes: bytes }
    },
  }
}

export type RejectedFiles = Awaited<ReturnType<typeof openRejectedFiles>>

const concat = (pieces: readonly Uint8Array[]): Uint8Array<ArrayBuffer> => {
  const whole = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const piece of pieces) {
    whole.set(piece, at)
    at += piece.length
  }
  return whole
}
