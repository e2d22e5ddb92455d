import { blocksFor, collectEntries, type Entries, entryOf } from '../../domain/suppression-lists/entries.ts'
import { type ListRow, listReader } from '../../domain/suppression-lists/list-file.ts'
import { type ListHead, staleAt } from '../../domain/suppression-lists/list-head.ts'
import {
  agingLists,
  entriesMax,
  headAfter,
  importPauseMs,
  type ListImport,
  listsMax,
  placesFor,
  refusedShownMax,
} from '../../domain/suppression-lists/suppression-list.ts'
import type { Dependencies } from '../../services.ts'
import type { Log } from '../../words/log.ts'

export type ImportingParts = Dependencies<
  | 'clock'
  | 'suppressionLists.advance'
  | 'suppressionLists.clear'
  | 'suppressionLists.entries'
  | 'suppressionLists.head'
  | 'suppressionLists.putInForce'
  | 'suppressionLists.write'
>

interface Importing {
  before: ListImport
  open(): Promise<AsyncIterable<Uint8Array> | undefined>
  /** Epoch milliseconds. */
  until: number
  /** Number of blocks after which the position is saved. A crash repeats at most this many. */
  notedBlocks?: number
  onProgress?(written: number, blocks: number): void
}

const notedBlocksDefault = 500

/**
 * Imports a list: writes its blocks, then replaces the index in one write. Concurrent runs write
 * the same blocks. Undefined on a conflict.
 */
export const importList = async (
  parts: ImportingParts,
  { before, open, until, notedBlocks = notedBlocksDefault, onProgress }: Importing,
): Promise<ListImport | undefined> => {
  if (before.status === 'in_force' || before.status === 'failed') return clearOutdated(parts, before, until)
  const head = await parts.suppressionLists.head(before.user_id)
  const collected = await collect(parts, before, head, open)
  if ('reason' in collected)
    return finish(parts, { ...before, ...collected.result, status: 'failed', reason: collected.reason })
  const { entries, place, result } = collected
  const version = versionOf(before, head, result.hash)
  const blocks = entries.count() === 0 ? 0 : blocksFor(entries.count())
  const isSame = before.version === version
  const begun = {
    ...{ ...before, ...result, version, status: 'importing' as const, updated_at: parts.clock.now() },
    written: isSame ? before.written : 0,
    outdated: before.version && !isSame ? [...before.outdated, before.version] : before.outdated,
  }
  const noted = await parts.suppressionLists.advance(before, begun, parts.clock.now() + importPauseMs)
  const written =
    noted && (await writeBlocks(parts, { made: noted, entries, version, blocks, until, notedBlocks, onProgress }))
  if (!written || written.written < blocks) return written
  return putInForce(parts, { made: written, head, place, blocks, entries: entries.count(), until })
}

/** Returns the prefix of block names. Blocks of equal names have equal contents. */
const versionOf = ({ id, removes }: ListImport, { revision }: ListHead, hash: string | undefined): string =>
  `${String(id).padStart(16, '0')}.${revision}.${removes ? 'out' : (hash ?? '').slice(0, 16)}`

type ImportResult = Pick<ListImport, 'rows' | 'numbers' | 'refused' | 'refused_rows' | 'hash'>
type Collected =
  | { entries: Entries; place: number; result: ImportResult }
  | { reason: string; result?: Partial<ImportResult> }

const collect = async (
  { suppressionLists }: ImportingParts,
  made: ListImport,
  head: ListHead,
  open: Importing['open'],
): Promise<Collected> => {
  const { outdated, place } = placesFor(head, made)
  if (!made.removes && outdated.size === 0 && head.lists.length >= listsMax)
    return { reason: `There are ${listsMax} lists already.` }
  const pieces = made.removes ? none() : await open()
  if (!pieces) return { reason: 'Nothing was uploaded within an hour.' }
  const entries = collectEntries()
  const result = await readFile(pieces, made, place, entries)
  if (!result) return { reason: `It holds more than ${entriesMax} numbers.` }
  entries.sort()
  result.numbers = entries.count()
  if (!made.removes && entries.count() === 0) return { reason: 'It holds no phone number.', result }
  for await (const block of suppressionLists.entries(head)) entries.addBlock(block, outdated)
  if (entries.count() > entriesMax)
    return { reason: `All lists together hold more than ${entriesMax} numbers.`, result }
  entries.sort()
  return { entries, place, result }
}

async function* none(): AsyncGenerator<Uint8Array> {}

/** Undefined if the file has too many numbers. */
const readFile = async (
  pieces: AsyncIterable<Uint8Array>,
  made: ListImport,
  place: number,
  entries: Entries,
): Promise<ImportResult | undefined> => {
  const reader = listReader(made.country)
  const result: ImportResult = { rows: 0, numbers: 0, refused: 0, refused_rows: [] }
  const take = (rows: ListRow[]) => {
    for (const row of rows) {
      result.rows += 1
      if ('numbers' in row) for (const number of row.numbers) entries.add(entryOf(number, place))
      else {
        result.refused += 1
        if (result.refused_rows.length < refusedShownMax)
          result.refused_rows.push({ line: row.line, reason: row.refused })
      }
    }
    return entries.count() <= entriesMax
  }
  for await (const piece of pieces) if (!take(reader.take(piece))) return undefined
  const { rows, hash } = reader.end()
  return take(rows) ? { ...result, hash } : undefined
}

interface Writing {
  made: ListImport
  entries: Entries
  version: string
  blocks: number
  until: number
  notedBlocks: number
  onProgress?: Importing['onProgress']
}

const writeBlocks = async (
  { suppressionLists, clock }: ImportingParts,
  { made, entries, version, blocks, until, notedBlocks, onProgress }: Writing,
): Promise<ListImport | undefined> => {
  let noted = made
  let waiting: Uint8Array[] = []
  for (const block of entries.blocks(blocks, noted.written)) {
    waiting.push(block)
    const written = noted.written + waiting.length
    if (waiting.length < notedBlocks && written < blocks) continue
    await suppressionLists.write(noted.user_id, version, noted.written, waiting)
    waiting = []
    const now = clock.now()
    const next = await suppressionLists.advance(noted, { ...noted, written, updated_at: now }, now + importPauseMs)
    if (!next) return undefined
    noted = next
    onProgress?.(written, blocks)
    if (now >= until && written < blocks) return noted
  }
  return noted
}

interface Ready {
  made: ListImport
  head: ListHead
  place: number
  blocks: number
  entries: number
  until: number
}

const putInForce = async (
  parts: ImportingParts,
  { made, head, place, blocks, entries, until }: Ready,
): Promise<ListImport | undefined> => {
  const { suppressionLists, clock } = parts
  const outdated = head.version ? [...made.outdated, head.version] : made.outdated
  const after = { ...made, status: 'in_force' as const, outdated, updated_at: clock.now() }
  const next = headAfter(head, made, { place, blocks, entries }, clock.now())
  if (!(await suppressionLists.putInForce(made, after, head, next))) return made
  return clearOutdated(parts, { ...after, revision: made.revision + 1 }, until)
}

const finish = async (parts: ImportingParts, made: ListImport): Promise<ListImport | undefined> => {
  const outdated = made.version ? [...made.outdated, made.version] : made.outdated
  const { clock, suppressionLists } = parts
  return suppressionLists.advance(
    { ...made, status: 'importing' },
    { ...made, outdated, updated_at: clock.now() },
    outdated.length > 0 ? clock.now() : undefined,
  )
}

/**
 * Deletes the blocks of old versions. A reader with the old index finds no block and reads the
 * index again.
 */
const clearOutdated = async (
  { suppressionLists, clock }: ImportingParts,
  made: ListImport,
  until: number,
): Promise<ListImport | undefined> => {
  const { version: current } = await suppressionLists.head(made.user_id)
  for (const version of made.outdated)
    if (version !== current && !(await suppressionLists.clear(made.user_id, version, until))) return made
  return suppressionLists.advance(made, { ...made, outdated: [], updated_at: clock.now() }, undefined)
}

export const isDone = ({ status, outdated }: ListImport): boolean =>
  (status === 'in_force' || status === 'failed') && outdated.length === 0

export const watchLists = async (
  { suppressionLists, clock }: Dependencies<'clock' | 'suppressionLists.head' | 'suppressionLists.watch'>,
  user_id: number,
  log: Log,
): Promise<void> => {
  const head = await suppressionLists.head(user_id)
  const now = clock.now()
  for (const list of agingLists(head, now))
    log.warn('a do-not-call list is getting old', {
      ...{ user_id, list: list.name, days_left: Math.ceil((staleAt(list) - now) / (24 * 60 * 60 * 1000)) },
    })
  if (head.revision > 0) await suppressionLists.watch(head, now)
}
