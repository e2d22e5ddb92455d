import * as z from 'zod'
import { isoTime } from '../../words/time.ts'
import { recordingPrefix } from '../account/retention.ts'

export type PersonWorkKind = 'export' | 'erasure'

/**
 * An export or erasure of all data about a phone number. After a crash, a worker continues from the
 * stored position.
 */
export interface PersonWork {
  id: number
  user_id: number
  kind: PersonWorkKind
  status: 'waiting' | 'done' | 'removed'
  /** E.164; absent after an erasure. */
  phone_number?: string
  /** Kind of items being read, and the key after which the next page begins. */
  noun?: string
  after?: string
  items: number
  files: number
  /** Number of complete passes over all items. An erasure ends when a pass finds nothing. */
  walks: number
  /** Records found in this pass, and those left because a call or message is under way. */
  found: number
  left: number
  walked_at?: number
  next_at?: number
  finished_at?: number
  removed_at?: number
  revision: number
}

export const PersonWorkRef = z.object({ user_id: z.int().positive(), work_id: z.int().positive() })
export type PersonWorkRef = z.infer<typeof PersonWorkRef>

export const newPersonWork = (id: number, user_id: number, kind: PersonWorkKind, phone_number: string): PersonWork => ({
  ...{ id, user_id, kind, status: 'waiting', phone_number },
  ...{ items: 0, files: 0, walks: 0, found: 0, left: 0, revision: 1 },
})

/** Milliseconds between passes of an erasure: longer than any function or compactor runs. */
export const walkPauseMs = 150_000

export const personExportMonths = 1

/**
 * Returns a key in the folder of the user's recordings, so that an erasure of the user deletes the
 * file.
 */
export const personFileKey = ({ user_id, id }: Pick<PersonWork, 'user_id' | 'id'>, file: number): string =>
  `${recordingPrefix(personExportMonths)}${user_id}/person-${id}/person-${String(file).padStart(6, '0')}.jsonl`

export const PersonExportItem = z.object({
  id: z.int(),
  status: z.enum(['waiting', 'done', 'removed']),
  items: z.int(),
  files: z.array(z.object({ name: z.string(), url: z.string() })),
  created_at: z.string(),
  finished_at: z.string().nullable(),
})

export const personExportView = (
  work: PersonWork,
  created_at: number,
  link: (key: string) => string,
): z.output<typeof PersonExportItem> => ({
  ...{ id: work.id, status: work.status, items: work.items },
  files:
    work.status === 'done'
      ? Array.from({ length: work.files }, (_, index) => {
          const key = personFileKey(work, index + 1)
          return { name: key.slice(key.lastIndexOf('/') + 1), url: link(key) }
        })
      : [],
  created_at: isoTime(created_at),
  finished_at: work.finished_at === undefined ? null : isoTime(work.finished_at),
})

export const PersonErasureItem = z.object({
  id: z.int(),
  status: z.enum(['waiting', 'done']),
  erased: z.int(),
  waits_for: z.int(),
  created_at: z.string(),
  finished_at: z.string().nullable(),
})

export const personErasureView = (work: PersonWork, created_at: number): z.output<typeof PersonErasureItem> => ({
  id: work.id,
  status: work.status === 'done' ? 'done' : 'waiting',
  erased: work.items,
  waits_for: work.left,
  created_at: isoTime(created_at),
  finished_at: work.finished_at === undefined ? null : isoTime(work.finished_at),
})
