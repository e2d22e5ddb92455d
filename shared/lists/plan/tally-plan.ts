import { goneCode, type Kind } from './columns.ts'
import { anyBetween, type IdPageRef, placeOf, type Segment } from './history-shape.ts'
import { isNothing, type Known, type Need } from './page-plan.ts'

export const planTally = (known: Known): { need: Need } | { tally: Map<Kind, number> } => {
  const need: Need = { segments: [], idPages: [] }
  const byName = new Map<string, { kind: Kind; count: number }>()
  const add = (kind: Kind, more: number) => {
    const name = JSON.stringify(kind)
    const entry = byName.get(name) ?? { kind, count: 0 }
    entry.count += more
    byName.set(name, entry)
  }
  for (const { key, first, last, tally } of known.segments) {
    if (tally && !anyBetween(known.masked, first, last)) {
      for (const [kind, count] of tally) add(kind, count)
      continue
    }
    const segment = known.segment(key)
    if (!segment) {
      need.segments.push(key)
      continue
    }
    const kindOf = (code: number): Kind => segment.kinds[code] ?? []
    for (const tally of segment.tallies)
      for (const [code, count] of tally.entries()) if (code !== goneCode && count) add(kindOf(code), count)
    for (const { idPage, start } of maskedIdPages(known, segment)) {
      const codes = placesIn(known, idPage)?.map((place) => segment.codes[start + place] ?? goneCode)
      if (!codes) need.idPages.push(idPage.key)
      for (const code of codes ?? []) if (code !== goneCode) add(kindOf(code), -1)
    }
  }
  for (const { kind } of known.loose) add(kind, 1)
  if (!isNothing(need)) return { need }
  const counted = [...byName.values()].filter(({ count }) => count > 0)
  return { tally: new Map(counted.map(({ kind, count }) => [kind, count])) }
}

export const planSums = (known: Known, ids: readonly number[]): { need: Need } | { sums: number[] } => {
  const need: Need = { segments: [], idPages: [] }
  const ascending = known.loose.toReversed()
  const looseIds = ascending.map(({ id }) => id)
  const looseSums = [0]
  for (const { amount = 0 } of ascending) looseSums.push((looseSums.at(-1) ?? 0) + amount)
  const sums = ids.map((id) => {
    const loose = looseSums[placeOf(looseIds, id + 1)] ?? 0
    return known.segments.reduce((sum, ref) => {
      if (ref.first > id) return sum
      const isWhole = ref.last <= id && !anyBetween(known.masked, ref.first, ref.last)
      if (isWhole) return sum + ref.sum
      const segment = known.segment(ref.key)
      if (segment) return segment.idPages.reduce((more, idPage) => more + idPageSum(known, idPage, id, need), sum)
      if (!need.segments.includes(ref.key)) need.segments.push(ref.key)
      return sum
    }, loose)
  })
  return isNothing(need) ? { sums } : { need }
}

const idPageSum = (known: Known, ref: IdPageRef, id: number, need: Need): number => {
  if (ref.first > id) return 0
  if (ref.last <= id && !anyBetween(known.masked, ref.first, ref.last)) return ref.sum
  const idPage = known.idPage(ref.key)
  if (!idPage) {
    if (!need.idPages.includes(ref.key)) need.idPages.push(ref.key)
    return 0
  }
  const masked = new Set(placesIn(known, ref))
  const end = placeOf(idPage.ids, id + 1)
  return idPage.amounts.slice(0, end).reduce((sum, amount, index) => (masked.has(index) ? sum : sum + amount), 0)
}

const maskedIdPages = (known: Known, segment: Segment): { idPage: IdPageRef; start: number }[] => {
  let start = 0
  return segment.idPages.flatMap((idPage) => {
    const own = start
    start += idPage.count
    return anyBetween(known.masked, idPage.first, idPage.last) ? [{ idPage, start: own }] : []
  })
}

const placesIn = (known: Known, { key, first, last }: IdPageRef): number[] | undefined => {
  const idPage = known.idPage(key)
  if (!idPage) return undefined
  const inside = known.masked.slice(placeOf(known.masked, first), placeOf(known.masked, last + 1))
  return inside.map((id) => placeOf(idPage.ids, id)).filter((place, index) => idPage.ids[place] === inside[index])
}
