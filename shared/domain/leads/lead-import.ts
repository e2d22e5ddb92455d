import * as z from 'zod'
import type { CsvPosition } from '../../words/csv.ts'
import { flag, integer, list, optional, text } from '../../words/fields.ts'
import { type FormValues, form } from '../../words/form.ts'
import { timeOfId } from '../../words/id.ts'
import { plainTime } from '../../words/time.ts'
import { recordingPrefix } from '../account/retention.ts'
import { uploadPrefix } from '../knowledge/knowledgebase.ts'

const leadFileBytesMax = 100 * 1024 * 1024
export const rejectionsShownMax = 20
const columnsMax = 200
/** Seconds after which Lambda ends a run. Another run then begins within a minute. */
export const importRunSeconds = 600
export const leadImportMonths = 1

export const LeadImportDraft = form({
  campaign_id: integer(),
  name: text({ max: 255 }),
  size: integer({ min: 1, max: leadFileBytesMax }),
  allow_dupplicate: optional(flag()),
  sheet: optional(text({ max: 255 })),
  columns: optional(list(text({ max: 255 }), { max: columnsMax })),
})
export type LeadImportDraft = FormValues<typeof LeadImportDraft>

export const LeadImportRef = z.object({ user_id: z.int().positive(), import_id: z.int().positive() })
export type LeadImportRef = z.infer<typeof LeadImportRef>

const leadImportStatuses = ['waiting', 'importing', 'done', 'failed'] as const

export interface Rejection {
  line: number
  reason: string
}

export interface LeadImport {
  id: number
  user_id: number
  campaign_id: number
  name: string
  allow_dupplicate: boolean
  /** Absent: the workbook's first visible sheet. */
  sheet?: string
  columns?: string[]
  status: (typeof leadImportStatuses)[number]
  reason?: string
  /** Bytes; absent for an operator's local file. */
  size?: number
  /** SHA-256 of an operator's file, to find the import to continue. */
  hash?: string
  /** Time until which the worker waits for the upload, epoch milliseconds. */
  wait_until?: number
  /** ETag of the upload at the first run. A later upload under the same link has another ETag. */
  etag?: string
  /** End of the current run's lease, epoch milliseconds. */
  run_until?: number
  position?: CsvPosition
  /**
   * Ids of the current chunk's rows are computed from this id, so that no row is imported twice. 0
   * before the first chunk.
   */
  first_id: number
  rows: number
  imported: number
  rejected: number
  first_rejections: Rejection[]
  /** Number of alternative ids tried, for rows of the chunk whose computed id was in use. */
  others?: Record<string, number>
  files: number
  file_bytes: number
  removed_at?: number
  updated_at: number
  revision: number
}

type Identity = Pick<LeadImport, 'id' | 'user_id'>

export const newLeadImport = (
  wanted: Pick<LeadImport, 'campaign_id' | 'name' | 'size' | 'hash' | 'wait_until' | 'sheet' | 'columns'> & {
    allow_dupplicate?: boolean
  },
  { id, user_id }: Identity,
  now: number,
): LeadImport => ({
  ...{ id, user_id, allow_dupplicate: false, ...wanted, status: 'waiting', first_id: 0 },
  ...{ rows: 0, imported: 0, rejected: 0, first_rejections: [], files: 0, file_bytes: 0 },
  ...{ updated_at: now, revision: 1 },
})

export const isImportOver = ({ status }: Pick<LeadImport, 'status'>): boolean =>
  status === 'done' || status === 'failed'

/**
 * Returns a key below the user's uploads, which an erasure of the user deletes. The file expires
 * after a day.
 */
export const leadFileKey = ({ user_id, id }: Identity): string => `${uploadPrefix}${user_id}/leads/${id}.bin`
export const leadFilePattern = `${uploadPrefix}*/leads/*.bin`

export const rejectedFileKey = ({ user_id, id }: Identity, file: number): string =>
  `${recordingPrefix(leadImportMonths)}${user_id}/leads-${id}/rejected-${String(file).padStart(6, '0')}.csv`

export const LeadImportItem = z.object({
  id: z.int(),
  campaign_id: z.int(),
  name: z.string(),
  sheet: z.string().nullable(),
  status: z.enum(leadImportStatuses),
  failure_reason: z.string().nullable(),
  rows: z.int(),
  imported: z.int(),
  rejected: z.int(),
  created_at: z.string(),
  updated_at: z.string(),
})

export const FullLeadImport = LeadImportItem.extend({
  first_rejections: z.array(z.object({ line: z.int(), reason: z.string() })),
  rejected_files: z.array(z.object({ name: z.string(), url: z.string() })),
})

export const leadImportView = (made: LeadImport): z.input<typeof LeadImportItem> => ({
  id: made.id,
  campaign_id: made.campaign_id,
  name: made.name,
  sheet: made.sheet ?? null,
  status: made.status,
  failure_reason: made.reason ?? null,
  rows: made.rows,
  imported: made.imported,
  rejected: made.rejected,
  created_at: plainTime(timeOfId(made.id)),
  updated_at: plainTime(made.updated_at),
})

export const fullLeadImportView = (
  made: LeadImport,
  link: (key: string) => string,
): z.input<typeof FullLeadImport> => ({
  ...leadImportView(made),
  first_rejections: made.first_rejections,
  rejected_files:
    isImportOver(made) && made.removed_at === undefined
      ? Array.from({ length: made.files }, (_, index) => {
          const key = rejectedFileKey(made, index + 1)
          return { name: key.slice(key.lastIndexOf('/') + 1), url: link(key) }
        })
      : [],
})
