import type { CountryCode } from 'libphonenumber-js/max'
import * as z from 'zod'
import { isoTime, plainTime } from '../../words/time.ts'
import { uploadPrefix } from '../knowledge/knowledgebase.ts'
import type { RefusedRow } from './list-file.ts'
import { dayMs, type ListHead, type ListInForce, staleAt } from './list-head.ts'

export const listsMax = 10
/** Limit of numbers in all lists of an owner. They are sorted in memory, at eight bytes each. */
export const entriesMax = 10_000_000
/** Bytes of five million rows with 25 characters each. */
export const listBytesMax = 128 * 1024 * 1024
/** Refused rows that are stored; further refused rows are only counted. */
export const refusedShownMax = 100
/** Days for which a list stays valid, as for the national lists of the US and Canada. */
export const validDaysDefault = 31
const warnedMs = 3 * 24 * 60 * 60 * 1000

/** Milliseconds without progress after which an import is resumed. */
export const importPauseMs = 20 * 60_000

const importStatuses = ['waiting', 'importing', 'in_force', 'failed'] as const

/** A job that writes a file into the index, or removes a list from it. */
export interface ListImport {
  id: number
  user_id: number
  name: string
  as_of: number
  valid_days: number
  country?: CountryCode
  /** Id of the import whose list is removed; then no file is read. */
  removes?: number
  status: (typeof importStatuses)[number]
  reason?: string
  /** Time until which the worker waits for the upload; absent for an operator's local file. */
  wait_until?: number
  hash?: string
  rows: number
  numbers: number
  refused: number
  refused_rows: RefusedRow[]
  /** Version of the index being written, and the number of its written blocks. */
  version?: string
  written: number
  outdated: string[]
  updated_at: number
  revision: number
}

export const ListRef = z.strictObject({ user_id: z.int().nonnegative(), import_id: z.int().positive().optional() })
export type ListRef = z.infer<typeof ListRef>

export const listPrefix = `${uploadPrefix}lists/`

export const listKey = ({ user_id, id }: Pick<ListImport, 'user_id' | 'id'>): string =>
  `${listPrefix}${user_id}/${id}.csv`

export const agingLists = ({ lists }: ListHead, now: number): ListInForce[] =>
  lists.filter((list) => now >= staleAt(list) - warnedMs)

/**
 * Returns the time of the next check: three days before the first list is too old, then daily after
 * `looked_at`.
 */
export const headDueAt = ({ lists }: Pick<ListHead, 'lists'>, now: number, looked_at?: number): number | undefined => {
  if (lists.length === 0) return undefined
  const first = Math.min(...lists.map((list) => staleAt(list) - warnedMs))
  return Math.max(looked_at === undefined ? now : looked_at + dayMs, first)
}

/**
 * True for lists that this import replaces or removes. A newer list of the same name stays when the
 * older list is removed.
 */
const goesWith = ({ name, removes }: ListImport, list: ListInForce): boolean =>
  removes === undefined ? list.name === name : list.import_id === removes

export const placesFor = ({ lists }: ListHead, made: ListImport): { outdated: ReadonlySet<number>; place: number } => {
  const taken = new Set(lists.map(({ place }) => place))
  let place = 1
  while (taken.has(place)) place += 1
  return { outdated: new Set(lists.filter((list) => goesWith(made, list)).map((list) => list.place)), place }
}

export const headAfter = (
  head: ListHead,
  made: ListImport,
  index: { place: number; blocks: number; entries: number },
  now: number,
): ListHead => {
  const { user_id, lists } = head
  const { name, as_of, valid_days, numbers, id, version } = made
  const others = lists.filter((list) => !goesWith(made, list))
  const added: ListInForce[] =
    made.removes !== undefined
      ? []
      : [{ place: index.place, name, import_id: id, numbers, as_of, valid_days, in_force_at: now }]
  return {
    user_id,
    revision: head.revision + 1,
    ...(index.blocks > 0 && { version }),
    blocks: index.blocks,
    entries: index.entries,
    lists: [...others, ...added],
  }
}

export const ListItem = z.object({
  id: z.int(),
  name: z.string(),
  numbers: z.int(),
  as_of: z.string(),
  stale_at: z.string(),
  is_stale: z.boolean(),
  in_force_at: z.string(),
})

export const listView = (list: ListInForce, now: number): z.input<typeof ListItem> => ({
  id: list.import_id,
  name: list.name,
  numbers: list.numbers,
  as_of: isoTime(list.as_of).slice(0, 10),
  stale_at: plainTime(staleAt(list)),
  is_stale: now >= staleAt(list),
  in_force_at: plainTime(list.in_force_at),
})

export const ListImportItem = z.object({
  id: z.int(),
  name: z.string(),
  as_of: z.string(),
  status: z.enum(importStatuses),
  failure_reason: z.string().nullable(),
  rows: z.int(),
  numbers: z.int(),
  refused: z.int(),
  refused_rows: z.array(z.object({ line: z.int(), reason: z.string() })),
  updated_at: z.string(),
})

export const listImportView = (made: ListImport): z.input<typeof ListImportItem> => ({
  id: made.id,
  name: made.name,
  as_of: isoTime(made.as_of).slice(0, 10),
  status: made.status,
  failure_reason: made.reason ?? null,
  rows: made.rows,
  numbers: made.numbers,
  refused: made.refused,
  refused_rows: made.refused_rows,
  updated_at: plainTime(made.updated_at),
})
