import type { CountryCode } from 'libphonenumber-js/max'
import * as z from 'zod'
import { isoTime, plainTime } from '../../words/time.ts'
import { uploadPrefix } from '../knowledge/knowledgebase.ts'
import type { RefusedRow } from './list-file.ts'
import { dayMs, type ListHead, type ListInForce, staleAt } from './list-head.ts'

/** Lists that a user, or the operator, may have. */
export const listsMax = 10
/** Numbers of all lists of an owner together: they are sorted in memory, at eight bytes each. */
export const entriesMax = 10_000_000
/** Bytes of a file: five million rows of twenty-five characters. */
export const listBytesMax = 128 * 1024 * 1024
/** Rows that were not taken in and are shown; the others are counted. */
export const refusedShownMax = 100
/**
 * Days that a list is valid, unless it was imported with another limit: the 31 days of the national
 * lists of the US and Canada.
 */
export const validDaysDefault = 31
/** Time before a list expires at which its operator is told. */
const warnedMs = 3 * 24 * 60 * 60 * 1000

/** Time after which an import is driven again, unless it has come further by then. */
export const importPauseMs = 20 * 60_000

const importStatuses = ['waiting', 'importing', 'in_force', 'failed'] as const

/** A file on its way into the index, or a list on its way out of it. */
export interface ListImport {
  id: number
  user_id: number
  name: string
  as_of: number
  valid_days: number
  /** Numbers without a country are those of this one. */
  country?: CountryCode
  /** It takes out the list that this import brought, and brings none. */
  removes?: number
  status: (typeof importStatuses)[number]
  /** Why it failed, in words for its owner. */
  reason?: string
  /** Until when a file is waited for; absent where it is read from elsewhere. */
  wait_until?: number
  /** SHA-256 of the file, once it was read. */
  hash?: string
  rows: number
  numbers: number
  refused: number
  refused_rows: RefusedRow[]
  /** The index that is being written, and how many of its blocks are. */
  version?: string
  written: number
  /** Indexes whose blocks are still to be removed. */
  outdated: string[]
  updated_at: number
  revision: number
}

export const ListRef = z.strictObject({ user_id: z.int().nonnegative(), import_id: z.int().positive().optional() })
export type ListRef = z.infer<typeof ListRef>

export const listPrefix = `${uploadPrefix}lists/`

/** Object key of an upload; the bucket removes it after a day. */
export const listKey = ({ user_id, id }: Pick<ListImport, 'user_id' | 'id'>): string =>
  `${listPrefix}${user_id}/${id}.csv`

/** Lists that are too old, or will be in three days. */
export const agingLists = ({ lists }: ListHead, now: number): ListInForce[] =>
  lists.filter((list) => now >= staleAt(list) - warnedMs)

/**
 * When the head is looked at for lists that age: three days before the first is too old, then every
 * day after the look at `looked_at`.
 */
export const headDueAt = ({ lists }: Pick<ListHead, 'lists'>, now: number, looked_at?: number): number | undefined => {
  if (lists.length === 0) return undefined
  const first = Math.min(...lists.map((list) => staleAt(list) - warnedMs))
  return Math.max(looked_at === undefined ? now : looked_at + dayMs, first)
}

/**
 * Does the list go once the import is in force? One of that name that came after the list to be
 * removed stays.
 */
const goesWith = ({ name, removes }: ListImport, list: ListInForce): boolean =>
  removes === undefined ? list.name === name : list.import_id === removes

/** The places of a list that an import replaces, and a free one for what it brings. */
export const placesFor = ({ lists }: ListHead, made: ListImport): { outdated: ReadonlySet<number>; place: number } => {
  const taken = new Set(lists.map(({ place }) => place))
  let place = 1
  while (taken.has(place)) place += 1
  return { outdated: new Set(lists.filter((list) => goesWith(made, list)).map((list) => list.place)), place }
}

/** The head once an import is in force. */
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

/** A list in force; its id is that of the import that brought it. */
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
