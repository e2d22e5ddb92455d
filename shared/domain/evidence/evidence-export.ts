import * as z from 'zod'
import { isoTime } from '../../words/time.ts'
import { recordingPrefix } from '../account/retention.ts'
import type { ChainHead } from './bundle.ts'

/**
 * A bundle in the making, file by file: whatever dies in between is done again from where the last
 * whole file ended.
 */
export interface EvidenceExport {
  id: number
  user_id: number
  status: 'waiting' | 'done' | 'removed'
  /** Files that lie in the bucket. */
  files: number
  decisions: number
  unlinked: number
  /** The block behind which the next file begins. */
  after?: string
  /** The signed head after which the next file begins; absent once all of them are written. */
  heads_after?: string
  /** End of the chain that the files reach; the next file reports it. */
  head?: ChainHead
  /** Chains whose ends are told. */
  chains: number
  /** Over all lines so far. */
  lines_hash: string
  finished_at?: number
  /** When the erasure of a person took the files away. */
  removed_at?: number
  revision: number
}

export const EvidenceExportRef = z.object({ user_id: z.int().positive(), export_id: z.int().positive() })
export type EvidenceExportRef = z.infer<typeof EvidenceExportRef>

/** Months that a bundle stays in the bucket: its user downloads it, and can request another. */
const keptMonths = 1

/** Beside the recordings of its user, so that an erasure of the user finds it. */
const folderOf = ({ user_id, id }: Pick<EvidenceExport, 'user_id' | 'id'>): string =>
  `${recordingPrefix(keptMonths)}${user_id}/evidence-${id}/`

/** Object key of a bundle's file. The names sort in the order of the contents. */
export const bundleFileKey = (made: Pick<EvidenceExport, 'user_id' | 'id'>, file: number): string =>
  `${folderOf(made)}evidence-${String(file).padStart(6, '0')}.jsonl`

export const EvidenceExportItem = z.object({
  id: z.int(),
  status: z.enum(['waiting', 'done', 'removed']),
  decisions: z.int(),
  unlinked: z.int(),
  files: z.array(z.object({ name: z.string(), url: z.string() })),
  created_at: z.string(),
  finished_at: z.string().nullable(),
})

/** Links are made for each reader once all files exist; they are valid for an hour. */
export const evidenceExportView = (
  made: EvidenceExport,
  created_at: number,
  link: (key: string) => string,
): z.output<typeof EvidenceExportItem> => ({
  id: made.id,
  status: made.status,
  decisions: made.decisions,
  unlinked: made.unlinked,
  files:
    made.status === 'done'
      ? Array.from({ length: made.files }, (_, place) => {
          const key = bundleFileKey(made, place + 1)
          return { name: key.slice(key.lastIndexOf('/') + 1), url: link(key) }
        })
      : [],
  created_at: isoTime(created_at),
  finished_at: made.finished_at === undefined ? null : isoTime(made.finished_at),
})
