import * as z from 'zod'
import { isoTime } from '../../words/time.ts'
import { recordingPrefix } from '../account/retention.ts'
import type { ChainHead } from './bundle.ts'

/** Files are written one by one; after a crash the unfinished file is written again. */
export interface EvidenceExport {
  id: number
  user_id: number
  status: 'waiting' | 'done' | 'removed'
  files: number
  decisions: number
  unlinked: number
  after?: string
  /** Key of the last signed head written; absent before the first and after the last head. */
  heads_after?: string
  head?: ChainHead
  chains: number
  lines_hash: string
  finished_at?: number
  removed_at?: number
  revision: number
}

export const EvidenceExportRef = z.object({ user_id: z.int().positive(), export_id: z.int().positive() })
export type EvidenceExportRef = z.infer<typeof EvidenceExportRef>

const keptMonths = 1

/** Returns a folder below the user's recordings, which an erasure of the user deletes. */
const folderOf = ({ user_id, id }: Pick<EvidenceExport, 'user_id' | 'id'>): string =>
  `${recordingPrefix(keptMonths)}${user_id}/evidence-${id}/`

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
      ? Array.from({ length: made.files }, (_, index) => {
          const key = bundleFileKey(made, index + 1)
          return { name: key.slice(key.lastIndexOf('/') + 1), url: link(key) }
        })
      : [],
  created_at: isoTime(created_at),
  finished_at: made.finished_at === undefined ? null : isoTime(made.finished_at),
})
