import { must } from '../../words/must.ts'
import { goneCode, type Kind, type KindColumn, kindAt, kindColumn } from './columns.ts'
import {
  extentOf,
  indexFor,
  isOpen,
  type Leaf,
  type LeafRef,
  openLeafKey,
  placeOf,
  type Row,
  type Volume,
  type VolumeRef,
} from './history-shape.ts'
import { isNothing, type Need } from './page-plan.ts'

export interface HistorySizes {
  /** Rows of a new page; split at twice as many. */
  leafRows: number
  /** Rows of a new segment; split at half more. */
  volumeRows: number
  /** Far below DynamoDB's 400 KB. */
  volumeKinds: number
}

export interface RowChange {
  id: number
  row?: Row
}

export interface Rebuilding {
  volumes: readonly VolumeRef[]
  /** Ascending, above all compacted ones. */
  rows: readonly Row[]
  changes: readonly RowChange[]
  sizes: HistorySizes
  /** Rows of unlisted kinds are dropped when their segment is written. */
  isListed?(kind: Kind): boolean
  /** Each node is written once under a new key. */
  newKey(letter: NodeLetter): string
  volume(key: string): Volume | undefined
  leaf(key: string): Leaf | undefined
}

export type NodeLetter = 'l' | 'v' | 'o'

/** A page has no column; an open segment has ids and column. */
export interface NewNode {
  key: string
  leaf?: Leaf
  leaves?: readonly LeafRef[]
  column?: KindColumn
}

export interface Rebuilt {
  volumes: VolumeRef[]
  nodes: NewNode[]
  /** Keys of replaced nodes. */
  retired: string[]
}

interface Draft {
  ref?: LeafRef
  leaf?: Leaf
  kinds: (Kind | undefined)[]
}

/** Untouched nodes stay. */
export const rebuild = (rebuilding: Rebuilding): { need: Need } | Rebuilt => {
  const { volumes, rows, changes, sizes } = rebuilding
  const closed = volumes.filter((ref) => !isOpen(ref))
  const open = volumes.find(isOpen)
  const byVolume = Map.groupBy(changes, ({ id }) => indexFor(volumes, id))
  const changesOf = (index: number) => byVolume.get(index) ?? []
  const need: Need = { volumes: [], leaves: [] }

  const retired: string[] = []

  // Without an open segment, changes belong to the last closed one.
  const openChanges = closed.length ? changesOf(closed.length) : changes
  const isOpenTouched = rows.length + openChanges.length > 0
  const { full, rest } = isOpenTouched ? openParts(rebuilding, open, openChanges, need) : { full: [], rest: undefined }
  const last = closed.at(-1)
  const room = last ? Math.max(0, Math.floor((sizes.volumeRows - last.count) / sizes.leafRows)) : 0

  const drafts = closed.map((ref, index) => {
    const own = changesOf(index)
    const more = ref === last ? full.slice(0, room) : []
    if (own.length === 0 && more.length === 0) return ref
    const { leaves, replaced } = readVolume(rebuilding, ref, own, need)
    retired.push(ref.key, ...replaced)
    return [...leaves, ...more]
  })
  if (!isNothing(need)) return { need }

  const perVolume = Math.max(1, Math.floor(sizes.volumeRows / sizes.leafRows))
  for (let start = room; start < full.length; start += perVolume) drafts.push(full.slice(start, start + perVolume))
  if (open && isOpenTouched) retired.push(open.key)
  else if (open) drafts.push(open)
  return { ...written(rebuilding, drafts, rest), retired }
}

const listed = (kind: Kind | undefined, isListed: Rebuilding['isListed']): Kind | undefined =>
  kind && (isListed?.(kind) ?? true) ? kind : undefined

const emptyLeaf: Leaf = { ids: [], amounts: [] }

const openParts = (
  { rows, sizes, volume, leaf, isListed }: Rebuilding,
  open: VolumeRef | undefined,
  changes: readonly RowChange[],
  need: Need,
): { full: Draft[]; rest: Draft | undefined } => {
  const column = open && volume(open.key)
  const content = open && leaf(openLeafKey(open.key))
  if (open && !(column && content)) {
    need.volumes.push(open.key)
    return { full: [], rest: undefined }
  }
  const draft: Draft =
    column && content
      ? { leaf: content, kinds: content.ids.map((_, place) => listed(kindAt(column, place), isListed)) }
      : { leaf: emptyLeaf, kinds: [] }
  return cutOff(appended(changedDraft(draft, changes), rows), sizes.leafRows)
}

/** Adds missing nodes to `need`. */
const readVolume = (
  rebuilding: Rebuilding,
  { key }: VolumeRef,
  changes: readonly RowChange[],
  need: Need,
): { leaves: Draft[]; replaced: string[] } => {
  const volume = rebuilding.volume(key)
  if (!volume) {
    need.volumes.push(key)
    return { leaves: [], replaced: [] }
  }
  const replaced: string[] = []
  const byLeaf = Map.groupBy(changes, ({ id }) => indexFor(volume.leaves, id))
  let start = 0
  const leaves = volume.leaves.map((ref, index): Draft => {
    const first = start
    start += ref.count
    const kinds = Array.from({ length: ref.count }, (_, place) =>
      listed(kindAt(volume, first + place), rebuilding.isListed),
    )
    const own = byLeaf.get(index)
    if (!own) return { ref, kinds }
    const leaf = rebuilding.leaf(ref.key)
    if (!leaf) need.leaves.push(ref.key)
    const draft = leaf ? changedDraft({ ref, leaf, kinds }, own) : { ref, kinds }
    if (!draft.ref) replaced.push(ref.key)
    return draft
  })
  return { leaves, replaced }
}

const changedDraft = (draft: Draft, changes: readonly RowChange[]): Draft => {
  if (changes.length === 0) return draft
  const leaf = must(draft.leaf, 'leaf to change')
  const [ids, amounts, kinds] = [[...leaf.ids], [...leaf.amounts], [...draft.kinds]]
  for (const { id, row } of changes) {
    const place = placeOf(ids, id)
    if (ids[place] === id) kinds[place] = row?.kind
    else if (row) {
      ids.splice(place, 0, id)
      kinds.splice(place, 0, row.kind)
      if (row.amount !== undefined) amounts.splice(place, 0, row.amount)
    }
  }
  return ids.length === leaf.ids.length ? { ...draft, kinds } : { leaf: { ids, amounts }, kinds }
}

const appended = ({ leaf = emptyLeaf, kinds }: Draft, rows: readonly Row[]): Draft => ({
  leaf: {
    ids: [...leaf.ids, ...rows.map(({ id }) => id)],
    amounts: [...leaf.amounts, ...rows.flatMap(({ amount }) => amount ?? [])],
  },
  kinds: [...kinds, ...rows.map(({ kind }) => kind)],
})

const cutOff = (draft: Draft, leafRows: number): { full: Draft[]; rest: Draft | undefined } => {
  const count = Math.floor(draft.kinds.length / leafRows)
  const full = Array.from({ length: count }, (_, index) => part(draft, index * leafRows, (index + 1) * leafRows))
  const rest = part(draft, count * leafRows, draft.kinds.length)
  return { full, rest: rest.kinds.length ? rest : undefined }
}

const part = ({ leaf = emptyLeaf, kinds }: Draft, from: number, to: number): Draft => ({
  leaf: { ids: leaf.ids.slice(from, to), amounts: leaf.amounts.slice(from, to) },
  kinds: kinds.slice(from, to),
})

const written = (
  { sizes, newKey }: Rebuilding,
  drafts: readonly (VolumeRef | Draft[])[],
  rest: Draft | undefined,
): Omit<Rebuilt, 'retired'> => {
  const nodes: NewNode[] = []
  const writeLeaf = ({ ref, leaf }: Draft): LeafRef => {
    if (ref) return ref
    const key = newKey('l')
    const content = must(leaf, 'ids of a new leaf')
    nodes.push({ key, leaf: content })
    return { key, ...extentOf(content) }
  }
  const writeVolume = (parts: readonly Draft[]): VolumeRef => {
    const leaves = parts.map(writeLeaf)
    const column = kindColumn(parts.flatMap(({ kinds }) => kinds))
    const key = newKey('v')
    nodes.push({ key, leaves, column })
    return volumeRef(key, leaves, column)
  }
  const after = drafts.flatMap((one) =>
    Array.isArray(one)
      ? halved(
          one.flatMap((draft) => leavesOf(draft, sizes)),
          sizes,
        ).map(writeVolume)
      : [one],
  )
  if (rest) {
    const key = newKey('o')
    const leaf = must(rest.leaf, 'ids of the open volume')
    const column = kindColumn(rest.kinds)
    nodes.push({ key, leaf, column })
    after.push(volumeRef(key, [extentOf(leaf)], column))
  }
  return { volumes: after, nodes }
}

const leavesOf = (draft: Draft, { leafRows }: HistorySizes): Draft[] => {
  if (draft.ref || draft.kinds.length <= 2 * leafRows) return [draft]
  const { full, rest } = cutOff(draft, leafRows)
  return rest ? [...full, rest] : full
}

const halved = (drafts: Draft[], sizes: HistorySizes): Draft[][] => {
  const rows = drafts.flatMap(({ kinds }) => kinds)
  const isSmall = rows.length <= 1.5 * sizes.volumeRows && kindColumn(rows).kinds.length <= sizes.volumeKinds
  if (isSmall || drafts.length === 1) return [drafts]
  const middle = Math.ceil(drafts.length / 2)
  return [...halved(drafts.slice(0, middle), sizes), ...halved(drafts.slice(middle), sizes)]
}

const talliedKindsMax = 16

const volumeRef = (key: string, leaves: readonly Omit<LeafRef, 'key'>[], { kinds, codes }: KindColumn): VolumeRef => {
  const counts = new Array<number>(kinds.length).fill(0)
  for (const code of codes) counts[code] = (counts[code] ?? 0) + 1
  const tally = kinds.map((kind, code) => [kind, counts[code] ?? 0] as const).slice(1)
  return {
    key,
    first: must(leaves[0], 'first leaf').first,
    last: must(leaves.at(-1), 'last leaf').last,
    count: codes.length,
    gone: counts[goneCode] ?? 0,
    sum: leaves.reduce((sum, leaf) => sum + leaf.sum, 0),
    ...(tally.length <= talliedKindsMax && { tally }),
  }
}
