import * as z from 'zod'
import type { CsvPosition } from '../../words/csv.ts'
import { flag, integer, optional, text } from '../../words/fields.ts'
import { type FormValues, form } from '../../words/form.ts'
import { timeOfId } from '../../words/id.ts'
import { plainTime } from '../../words/time.ts'
import { recordingPrefix } from '../account/retention.ts'
import { uploadPrefix } from '../knowledge/knowledgebase.ts'

/** 100 MB. A file of 1,000,000 rows may have 104 bytes a row. */
const leadFileBytesMax = 100 * 1024 * 1024
/** Rejected rows that the look-up shows. The files of rejected rows hold all of them. */
export const rejectionsShownMax = 20
/** Seconds after which Lambda ends a run. Another run may begin a minute later. */
export const importRunSeconds = 600
/** Months that the import and its files of rejected rows are kept. */
export const leadImportMonths = 1

export const LeadImportDraft = form({
  campaign_id: integer(),
  name: text({ max: 255 }),
  size: integer({ min: 1, max: leadFileBytesMax }),
  allow_dupplicate: optional(flag()),
})
export type LeadImportDraft = FormValues<typeof LeadImportDraft>

export const LeadImportRef = z.object({ user_id: z.int().positive(), import_id: z.int().positive() })
export type LeadImportRef = z.infer<typeof LeadImportRef>

const leadImportStatuses = ['waiting', 'importing', 'done', 'failed'] as const

export interface Rejection {
  /** From 1, as editors count; the heading is line 1 of most files. */
  line: number
  reason: string
}

/** A file whose rows become leads of a campaign, and how far that is. */
export interface LeadImport {
  id: number
  user_id: number
  campaign_id: number
  name: string
  allow_dupplicate: boolean
  status: (typeof leadImportStatuses)[number]
  /** Why it failed, in words for its user. */
  reason?: string
  /** Bytes of the uploaded file. Absent when an operator imports a file from another machine. */
  size?: number
  /** SHA-256 of an operator's file: it finds the import that continues. */
  hash?: string
  /** Epoch milliseconds until which the worker waits for the upload. */
  wait_until?: number
  /** Epoch milliseconds until which only the run under way imports rows. */
  run_until?: number
  /** The last row of which is noted what became of it. Absent at the beginning. */
  position?: CsvPosition
  /**
   * The id that the first row of the file would have if all rows had ids in sequence. The ids of
   * the chunk under way follow from it, so no row is imported twice. It increases with each chunk,
   * so ids have the time of their chunk. 0 before the first chunk.
   */
  first_id: number
  /** Rows that were processed: `imported` and `rejected` together. */
  rows: number
  imported: number
  rejected: number
  first_rejections: Rejection[]
  /**
   * Rows of the chunk under way whose ids were taken, by their row numbers, and how many other ids
   * were tried.
   */
  others?: Record<string, number>
  /**
   * Files of rejected rows, and the bytes of the last one that count. A later run continues that
   * file.
   */
  files: number
  file_bytes: number
  /** When the erasure of a person removed the files, in epoch milliseconds. */
  removed_at?: number
  updated_at: number
  revision: number
}

type Identity = Pick<LeadImport, 'id' | 'user_id'>

export const newLeadImport = (
  wanted: Pick<LeadImport, 'campaign_id' | 'name' | 'size' | 'hash' | 'wait_until'> & { allow_dupplicate?: boolean },
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
 * Below the uploads of its user, so the erasure of the user finds the file. The bucket removes it
 * after a day.
 */
export const leadFileKey = ({ user_id, id }: Identity): string => `${uploadPrefix}${user_id}/leads/${id}.bin`
export const leadFilePattern = `${uploadPrefix}*/leads/*.bin`

/** With the recordings of its user, so the erasure of the user finds the file. */
export const rejectedFileKey = ({ user_id, id }: Identity, file: number): string =>
  `${recordingPrefix(leadImportMonths)}${user_id}/leads-${id}/rejected-${String(file).padStart(6, '0')}.csv`

export const LeadImportItem = z.object({
  id: z.int(),
  campaign_id: z.int(),
  name: z.string(),
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
  /** Empty until the import is over, and after the erasure of a person. */
  rejected_files: z.array(z.object({ name: z.string(), url: z.string() })),
})

export const leadImportView = (made: LeadImport): z.input<typeof LeadImportItem> => ({
  id: made.id,
  campaign_id: made.campaign_id,
  name: made.name,
  status: made.status,
  failure_reason: made.reason ?? null,
  rows: made.rows,
  imported: made.imported,
  rejected: made.rejected,
  created_at: plainTime(timeOfId(made.id)),
  updated_at: plainTime(made.updated_at),
})

/** `link` makes new links for each request; they work for an hour. */
export const fullLeadImportView = (
  made: LeadImport,
  link: (key: string) => string,
): z.input<typeof FullLeadImport> => ({
  ...leadImportView(made),
  first_rejections: made.first_rejections,
  rejected_files:
    isImportOver(made) && made.removed_at === undefined
      ? Array.from({ length: made.files }, (_, place) => {
          const key = rejectedFileKey(made, place + 1)
          return { name: key.slice(key.lastIndexOf('/') + 1), url: link(key) }
        })
      : [],
})
