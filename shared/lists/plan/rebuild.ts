import { must } from '../../words/must.ts'
import { goneCode, type Kind, type KindColumn, kindAt, kindColumn } from './columns.ts'
import {
  extentOf,
  type IdPage,
  type IdPageRef,
  indexFor,
  isOpen,
  openIdPageKey,
  placeOf,
  type Row,
  type Segment,
  type SegmentRef,
} from './history-shape.ts'
import { isNothing, type Need } from './page-plan.ts'

export interface HistorySizes {
  /** Rows of a new page. A page with twice as many is split. */
  idPageRows: number
  /** Rows of a new segment. A segment with 1.5 times as many is split. */
  segmentRows: number
  /** Maximum number of different kinds in a segment. Keeps nodes far below DynamoDB's 400 KB. */
  segmentKinds: number
}

export interface RowChange {
  id: number
  row?: Row
}

export interface Rebuilding {
  segments: readonly SegmentRef[]
  /** Ascending by id. All ids are above those of compacted rows. */
  rows: readonly Row[]
  changes: readonly RowChange[]
  sizes: HistorySizes
  /** Rows of an unlisted kind are dropped when their segment is written. */
  isListed?(kind: Kind): boolean
  newKey(letter: NodeLetter): string
  segment(key: string): Segment | undefined
  idPage(key: string): IdPage | undefined
}

export type NodeLetter = 'l' | 'v' | 'o'

/**
 * Node to write. A page has `idPage`. A closed segment has `idPages` and `column`. An open segment
 * has `idPage` and `column`.
 */
export interface NewNode {
  key: string
  idPage?: IdPage
  idPages?: readonly IdPageRef[]
  column?: KindColumn
}

export interface Rebuilt {
  segments: SegmentRef[]
  nodes: NewNode[]
  retired: string[]
}

interface Draft {
  ref?: IdPageRef
  idPage?: IdPage
  kinds: (Kind | undefined)[]
}

export const rebuild = (rebuilding: Rebuilding): { need: Need } | Rebuilt => {
  const { segments, rows, changes, sizes } = rebuilding
  const closed = segments.filter((ref) => !isOpen(ref))
  const open = segments.find(isOpen)
  const bySegment = Map.groupBy(changes, ({ id }) => indexFor(segments, id))
  const changesOf = (index: number) => bySegment.get(index) ?? []
  const need: Need = { segments: [], idPages: [] }

  const retired: string[] = []

  const openChanges = closed.length ? changesOf(closed.length) : changes
  const isOpenTouched = rows.length + openChanges.length > 0
  const { full, rest } = isOpenTouched ? openParts(rebuilding, open, openChanges, need) : { full: [], rest: undefined }
  const last = closed.at(-1)
  const room = last ? Math.max(0, Math.floor((sizes.segmentRows - last.count) / sizes.idPageRows)) : 0

  const drafts = closed.map((ref, index) => {
    const own = changesOf(index)
    const more = ref === last ? full.slice(0, room) : []
    if (own.length === 0 && more.length === 0) return ref
    const { idPages, replaced } = readSegment(rebuilding, ref, own, need)
    retired.push(ref.key, ...replaced)
    return [...idPages, ...more]
  })
  if (!isNothing(need)) return { need }

  const perSegment = Math.max(1, Math.floor(sizes.segmentRows / sizes.idPageRows))
  for (let start = room; start < full.length; start += perSegment) drafts.push(full.slice(start, start + perSegment))
  if (open && isOpenTouched) retired.push(open.key)
  else if (open) drafts.push(open)
  return { ...written(rebuilding, drafts, rest), retired }
}

const listed = (kind: Kind | undefined, isListed: Rebuilding['isListed']): Kind | undefined =>
  kind && (isListed?.(kind) ?? true) ? kind : undefined

const emptyIdPage: IdPage = { ids: [], amounts: [] }

const openParts = (
  { rows, sizes, segment, idPage, isListed }: Rebuilding,
  open: SegmentRef | undefined,
  changes: readonly RowChange[],
  need: Need,
): { full: Draft[]; rest: Draft | undefined } => {
  const column = open && segment(open.key)
  const content = open && idPage(openIdPageKey(open.key))
  if (open && !(column && content)) {
    need.segments.push(open.key)
    return { full: [], rest: undefined }
  }
  const draft: Draft =
    column && content
      ? { idPage: content, kinds: content.ids.map((_, index) => listed(kindAt(column, index), isListed)) }
      : { idPage: emptyIdPage, kinds: [] }
  return cutOff(appended(changedDraft(draft, changes), rows), sizes.idPageRows)
}

const readSegment = (
  rebuilding: Rebuilding,
  { key }: SegmentRef,
  changes: readonly RowChange[],
  need: Need,
): { idPages: Draft[]; replaced: string[] } => {
  const segment = rebuilding.segment(key)
  if (!segment) {
    need.segments.push(key)
    return { idPages: [], replaced: [] }
  }
  const replaced: string[] = []
  const byIdPage = Map.groupBy(changes, ({ id }) => indexFor(segment.idPages, id))
  let start = 0
  const idPages = segment.idPages.map((ref, index): Draft => {
    const first = start
    start += ref.count
    const kinds = Array.from({ length: ref.count }, (_, index) =>
      listed(kindAt(segment, first + index), rebuilding.isListed),
    )
    const own = byIdPage.get(index)
    if (!own) return { ref, kinds }
    const idPage = rebuilding.idPage(ref.key)
    if (!idPage) need.idPages.push(ref.key)
    const draft = idPage ? changedDraft({ ref, idPage, kinds }, own) : { ref, kinds }
    if (!draft.ref) replaced.push(ref.key)
    return draft
  })
  return { idPages, replaced }
}

const changedDraft = (draft: Draft, changes: readonly RowChange[]): Draft => {
  if (changes.length === 0) return draft
  const idPage = must(draft.idPage, 'id page to change')
  const [ids, amounts, kinds] = [[...idPage.ids], [...idPage.amounts], [...draft.kinds]]
  for (const { id, row } of changes) {
    const place = placeOf(ids, id)
    if (ids[place] === id) kinds[place] = row?.kind
    else if (row) {
      ids.splice(place, 0, id)
      kinds.splice(place, 0, row.kind)
      if (row.amount !== undefined) amounts.splice(place, 0, row.amount)
    }
  }
  return ids.length === idPage.ids.length ? { ...draft, kinds } : { idPage: { ids, amounts }, kinds }
}

const appended = ({ idPage = emptyIdPage, kinds }: Draft, rows: readonly Row[]): Draft => ({
  idPage: {
    ids: [...idPage.ids, ...rows.map(({ id }) => id)],
    amounts: [...idPage.amounts, ...rows.flatMap(({ amount }) => amount ?? [])],
  },
  kinds: [...kinds, ...rows.map(({ kind }) => kind)],
})

const cutOff = (draft: Draft, idPageRows: number): { full: Draft[]; rest: Draft | undefined } => {
  const count = Math.floor(draft.kinds.length / idPageRows)
  const full = Array.from({ length: count }, (_, index) => part(draft, index * idPageRows, (index + 1) * idPageRows))
  const rest = part(draft, count * idPageRows, draft.kinds.length)
  return { full, rest: rest.kinds.length ? rest : undefined }
}

const part = ({ idPage = emptyIdPage, kinds }: Draft, from: number, to: number): Draft => ({
  idPage: { ids: idPage.ids.slice(from, to), amounts: idPage.amounts.slice(from, to) },
  kinds: kinds.slice(from, to),
})

const written = (
  { sizes, newKey }: Rebuilding,
  drafts: readonly (SegmentRef | Draft[])[],
  rest: Draft | undefined,
): Omit<Rebuilt, 'retired'> => {
  const nodes: NewNode[] = []
  const writeIdPage = ({ ref, idPage }: Draft): IdPageRef => {
    if (ref) return ref
    const key = newKey('l')
    const content = must(idPage, 'ids of a new page')
    nodes.push({ key, idPage: content })
    return { key, ...extentOf(content) }
  }
  const writeSegment = (parts: readonly Draft[]): SegmentRef => {
    const idPages = parts.map(writeIdPage)
    const column = kindColumn(parts.flatMap(({ kinds }) => kinds))
    const key = newKey('v')
    nodes.push({ key, idPages, column })
    return segmentRef(key, idPages, column)
  }
  const after = drafts.flatMap((one) =>
    Array.isArray(one)
      ? halved(
          one.flatMap((draft) => idPagesOf(draft, sizes)),
          sizes,
        ).map(writeSegment)
      : [one],
  )
  if (rest) {
    const key = newKey('o')
    const idPage = must(rest.idPage, 'ids of the open segment')
    const column = kindColumn(rest.kinds)
    nodes.push({ key, idPage, column })
    after.push(segmentRef(key, [extentOf(idPage)], column))
  }
  return { segments: after, nodes }
}

const idPagesOf = (draft: Draft, { idPageRows }: HistorySizes): Draft[] => {
  if (draft.ref || draft.kinds.length <= 2 * idPageRows) return [draft]
  const { full, rest } = cutOff(draft, idPageRows)
  return rest ? [...full, rest] : full
}

const halved = (drafts: Draft[], sizes: HistorySizes): Draft[][] => {
  const rows = drafts.flatMap(({ kinds }) => kinds)
  const isSmall = rows.length <= 1.5 * sizes.segmentRows && kindColumn(rows).kinds.length <= sizes.segmentKinds
  if (isSmall || drafts.length === 1) return [drafts]
  const middle = Math.ceil(drafts.length / 2)
  return [...halved(drafts.slice(0, middle), sizes), ...halved(drafts.slice(middle), sizes)]
}

const talliedKindsMax = 16

const segmentRef = (
  key: string,
  idPages: readonly Omit<IdPageRef, 'key'>[],
  { kinds, codes }: KindColumn,
): SegmentRef => {
  const counts = new Array<number>(kinds.length).fill(0)
  for (const code of codes) counts[code] = (counts[code] ?? 0) + 1
  const tally = kinds.map((kind, code) => [kind, counts[code] ?? 0] as const).slice(1)
  return {
    key,
    first: must(idPages[0], 'first id page').first,
    last: must(idPages.at(-1), 'last id page').last,
    count: codes.length,
    gone: counts[goneCode] ?? 0,
    sum: idPages.reduce((sum, idPage) => sum + idPage.sum, 0),
    ...(tally.length <= talliedKindsMax && { tally }),
  }
}
