import * as z from 'zod'
import { timeOfId } from '../../words/id.ts'
import { isoTime } from '../../words/time.ts'
import { type ExportFormat, type ExportSubject, exportFormats, exportSubjects } from './export-form.ts'

export interface DataExport {
  id: number
  user_id: number
  what: ExportSubject
  format: ExportFormat
  filters: Record<string, unknown>
  rows: number
  bytes: number
  state: ExportState
  revision: number
}

export type ExportState =
  | { status: 'waiting' }
  | ExportProgress
  | { status: 'done'; finished_at: number }
  | { status: 'failed'; reason: ExportFailure; finished_at: number }
  /** An erasure removed the file. `isGone`: no unfinished run can write the file again. */
  | { status: 'removed'; removed_at: number; upload?: string; isGone: boolean }

export const isOpen = ({ status }: ExportState): boolean => status === 'waiting' || status === 'writing'

export interface ExportProgress {
  status: 'writing'
  upload: string
  /**
   * Number of the newest part. Each run begins a new part, because a crashed run's part is lost.
   */
  attempt: number
  parts: ExportPart[]
  /** Only rows with a lower id are still to be read. */
  before: number
  isRead: boolean
}

export interface ExportPart {
  number: number
  tag: string
}

const failures = ['took_too_long', 'too_large'] as const
type ExportFailure = (typeof failures)[number]

export const ExportRef = z.object({ user_id: z.int().positive(), export_id: z.int().positive() })
export type ExportRef = z.infer<typeof ExportRef>

export const newDataExport = (
  wanted: Pick<DataExport, 'filters' | 'format' | 'id' | 'user_id' | 'what'>,
): DataExport => ({
  ...wanted,
  ...{ rows: 0, bytes: 0, revision: 1 },
  state: { status: 'waiting' },
})

export const exportMsMax = 24 * 60 * 60_000
/** Limit of parts of a file: 16 GB in all. Their ETags take less than 150 KB of the record. */
export const exportPartsMax = 2_000

export const exportPrefix = 'exports/'
export const exportDays = 1
const keptMs = exportDays * 24 * 60 * 60_000

export const exportFileKey = ({ user_id, id, what, format }: DataExport): string =>
  `${exportPrefix}${user_id}/${what}-${id}.${format}`

const linkSecondsMax = 3600

export const ExportItem = z.object({
  id: z.int(),
  what: z.enum(exportSubjects),
  format: z.enum(exportFormats),
  filters: z.record(z.string(), z.unknown()),
  status: z.enum(['waiting', 'writing', 'done', 'failed', 'removed', 'expired']),
  failure_reason: z.enum(failures).nullable(),
  rows: z.int(),
  bytes: z.int(),
  url: z.string().nullable(),
  created_at: z.string(),
  finished_at: z.string().nullable(),
  expires_at: z.string().nullable(),
})

export type LinkTo = (key: string, link: { seconds: number; name: string }) => string

export const exportView = (made: DataExport, now: number, link: LinkTo): z.output<typeof ExportItem> => {
  const { id, what, format, filters, rows, bytes, state } = made
  const finished_at = 'finished_at' in state ? state.finished_at : undefined
  const expires_at = state.status === 'done' ? state.finished_at + keptMs : undefined
  const isThere = expires_at !== undefined && now < expires_at
  const seconds = isThere ? Math.min(linkSecondsMax, Math.ceil((expires_at - now) / 1000)) : 0
  const created_at = isoTime(timeOfId(id))
  const name = `${what}-${created_at.slice(0, 10)}.${format}`
  return {
    ...{ id, what, format, filters, rows, bytes },
    status: expires_at !== undefined && !isThere ? 'expired' : state.status,
    failure_reason: state.status === 'failed' ? state.reason : null,
    url: isThere ? link(exportFileKey(made), { seconds, name }) : null,
    created_at,
    finished_at: finished_at === undefined ? null : isoTime(finished_at),
    expires_at: expires_at === undefined ? null : isoTime(expires_at),
  }
}
