import { goneCode, type Kind } from './columns.ts'
import { type IdPage, placeOf, type Row, type Segment, type SegmentRef } from './history-shape.ts'

/** Nodes that were already read. A plan does not read: it names further nodes that must be read. */
export interface Known {
  segments: readonly SegmentRef[]
  /** Ids whose compacted row is outdated, ascending. */
  masked: readonly number[]
  /** Rows outside segments, newest first. */
  loose: readonly Row[]
  segment(key: string): Segment | undefined
  idPage(key: string): IdPage | undefined
}

export interface Ask {
  matches?: (kind: Kind) => boolean
  /** `from` is inclusive, `until` exclusive. */
  from: number
  until: number
  /** Selects some ids of the range. All pages of the range must then be read. */
  isAmong?: (id: number) => boolean
}

export interface Need {
  segments: string[]
  idPages: string[]
}

export const everything: Ask = { from: 0, until: Number.MAX_SAFE_INTEGER }

interface Block {
  first: number
  last: number
  matched: number
  /** Nodes to read before `matched` is certain. */
  lacks: Need
  /** Number of rows by which `matched` may be too high, at most. */
  doubted: number
  opens: Need
  list?: () => number[]
}

export interface Span {
  first: number
  count: number
  /** Number of unread rows outside segments, at most. */
  unseen?: number
}

export const planPage = (
  known: Known,
  ask: Ask,
  { first, count, unseen = 0 }: Span,
): { need: Need } | { total: number; ids: number[] } => {
  const loose = known.loose.filter((row) => isAsked(ask, row))
  const blocks = known.segments.toReversed().flatMap((ref) => blocksOf(known, ask, ref))
  // Number of rows by which totals may be wrong. Above a limit, more nodes are read.
  const unsure = blocks.reduce((sum, { doubted }) => sum + doubted, unseen)
  const need: Need = { segments: [], idPages: [] }
  const ids: number[] = []
  let place = 0
  let next = 0
  const take = (rows: readonly number[]) => {
    const from = Math.max(0, first - place)
    ids.push(...rows.slice(from, Math.max(from, first + count - place)))
    place += rows.length
  }
  for (const block of blocks) {
    const newer = placeBelow(loose, next, block.last)
    take(loose.slice(next, newer).map(({ id }) => id))
    next = placeBelow(loose, newer, block.first - 1)
    const among = loose.slice(newer, next).map(({ id }) => id)
    add(need, block.lacks)
    const size = block.matched + among.length
    const isShown = size > 0 && place < first + count + unsure && place + size + unsure > first
    if (isShown && block.list) {
      take([...block.list(), ...among].sort((one, other) => other - one))
      continue
    }
    if (isShown) add(need, block.opens)
    place += size
  }
  take(loose.slice(next).map(({ id }) => id))
  return isNothing(need) ? { total: place, ids } : { need }
}

const isAsked = ({ matches, from, until, isAmong }: Ask, { id, kind }: Row) =>
  id >= from && id < until && (isAmong?.(id) ?? true) && (matches?.(kind) ?? true)

export const isNothing = ({ segments, idPages }: Need) => segments.length + idPages.length === 0

const add = (to: Need, more: Need) => {
  for (const key of more.segments) if (!to.segments.includes(key)) to.segments.push(key)
  for (const key of more.idPages) if (!to.idPages.includes(key)) to.idPages.push(key)
}

const placeBelow = (loose: readonly Row[], start: number, id: number): number => {
  let place = start
  while (place < loose.length && (loose[place]?.id ?? 0) > id) place++
  return place
}

const nothing: Need = { segments: [], idPages: [] }

const blocksOf = (known: Known, ask: Ask, ref: SegmentRef): Block[] => {
  const { key, first, last, tally } = ref
  const { matches } = ask
  if (last < ask.from || first >= ask.until) return []
  const segment = known.segment(key)
  if (!segment) {
    const self: Need = { segments: [key], idPages: [] }
    const matched = matches && tally ? countOf(tally, matches) : ref.count - ref.gone
    const isSure = doubtedIn(known, ask, ref, matched) === 0 && (!matches || tally)
    return [{ first, last, matched, lacks: isSure ? nothing : self, doubted: 0, opens: self }]
  }
  const wanted = segment.kinds.map((kind, code) => code !== goneCode && (matches?.(kind) ?? true))
  let start = 0
  const blocks = segment.idPages.map((idPage, index) => {
    const place = { index, start }
    start += idPage.count
    return idPageBlock(known, ask, { ...segment, wanted }, place)
  })
  return blocks.filter((block) => block.last >= ask.from && block.first < ask.until).toReversed()
}

const countOf = (tally: readonly (readonly [Kind, number])[], matches: (kind: Kind) => boolean): number =>
  tally.reduce((sum, [kind, rows]) => (matches(kind) ? sum + rows : sum), 0)

const doubtedIn = (
  { masked }: Known,
  { from, until, isAmong }: Ask,
  { first, last }: { first: number; last: number },
  matched: number,
): number => {
  const isWhole = first >= from && last < until && !isAmong
  return isWhole ? Math.min(matched, placeOf(masked, last + 1) - placeOf(masked, first)) : matched
}

const idPageBlock = (
  known: Known,
  ask: Ask,
  { idPages, tallies, codes, wanted }: Segment & { wanted: readonly boolean[] },
  { index, start }: { index: number; start: number },
): Block => {
  const { key, first, last } = idPages[index] ?? { key: '', first: 0, last: 0 }
  const opens: Need = { segments: [], idPages: [key] }
  const tally = tallies[index] ?? []
  let matched = 0
  for (let code = 0; code < tally.length; code++) if (wanted[code]) matched += tally[code] ?? 0
  const sure = { first, last, lacks: nothing, doubted: 0, opens }
  if (matched === 0) return { ...sure, matched, list: () => [] }
  const doubted = doubtedIn(known, ask, { first, last }, matched)
  const idPage = known.idPage(key)
  if (!idPage) return { ...sure, matched, doubted, lacks: doubted === 0 ? nothing : opens }
  const list = () => {
    const masked = new Set(known.masked)
    return idPage.ids.filter((id, index) => {
      const isWanted = wanted[codes[start + index] ?? goneCode] && (ask.isAmong?.(id) ?? true)
      return isWanted && id >= ask.from && id < ask.until && !masked.has(id)
    })
  }
  return { ...sure, matched: doubted === 0 ? matched : list().length, list }
}
