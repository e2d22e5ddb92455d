import { goneCode, type Kind } from './columns.ts'
import { anyBetween, type LeafRef, placeOf, type Volume } from './history-shape.ts'
import { isNothing, type Known, type Need } from './page-plan.ts'

export const planTally = (known: Known): { need: Need } | { tally: Map<Kind, number> } => {
  const need: Need = { volumes: [], leaves: [] }
  const byName = new Map<string, { kind: Kind; count: number }>()
  const add = (kind: Kind, more: number) => {
    const name = JSON.stringify(kind)
    const entry = byName.get(name) ?? { kind, count: 0 }
    entry.count += more
    byName.set(name, entry)
  }
  for (const { key, first, last, tally } of known.volumes) {
    if (tally && !anyBetween(known.masked, first, last)) {
      for (const [kind, count] of tally) add(kind, count)
      continue
    }
    const volume = known.volume(key)
    if (!volume) {
      need.volumes.push(key)
      continue
    }
    const kindOf = (code: number): Kind => volume.kinds[code] ?? []
    for (const tally of volume.tallies)
      for (const [code, count] of tally.entries()) if (code !== goneCode && count) add(kindOf(code), count)
    for (const { leaf, start } of maskedLeaves(known, volume)) {
      const codes = placesIn(known, leaf)?.map((place) => volume.codes[start + place] ?? goneCode)
      if (!codes) need.leaves.push(leaf.key)
      for (const code of codes ?? []) if (code !== goneCode) add(kindOf(code), -1)
    }
  }
  for (const { kind } of known.loose) add(kind, 1)
  if (!isNothing(need)) return { need }
  const counted = [...byName.values()].filter(({ count }) => count > 0)
  return { tally: new Map(counted.map(({ kind, count }) => [kind, count])) }
}

/** For each id, the sum of amounts up to it. */
export const planSums = (known: Known, ids: readonly number[]): { need: Need } | { sums: number[] } => {
  const need: Need = { volumes: [], leaves: [] }
  const ascending = known.loose.toReversed()
  const looseIds = ascending.map(({ id }) => id)
  const looseSums = [0]
  for (const { amount = 0 } of ascending) looseSums.push((looseSums.at(-1) ?? 0) + amount)
  const sums = ids.map((id) => {
    const loose = looseSums[placeOf(looseIds, id + 1)] ?? 0
    return known.volumes.reduce((sum, ref) => {
      if (ref.first > id) return sum
      const isWhole = ref.last <= id && !anyBetween(known.masked, ref.first, ref.last)
      if (isWhole) return sum + ref.sum
      const volume = known.volume(ref.key)
      if (volume) return volume.leaves.reduce((more, leaf) => more + leafSum(known, leaf, id, need), sum)
      if (!need.volumes.includes(ref.key)) need.volumes.push(ref.key)
      return sum
    }, loose)
  })
  return isNothing(need) ? { sums } : { need }
}

const leafSum = (known: Known, ref: LeafRef, id: number, need: Need): number => {
  if (ref.first > id) return 0
  if (ref.last <= id && !anyBetween(known.masked, ref.first, ref.last)) return ref.sum
  const leaf = known.leaf(ref.key)
  if (!leaf) {
    if (!need.leaves.includes(ref.key)) need.leaves.push(ref.key)
    return 0
  }
  const masked = new Set(placesIn(known, ref))
  const end = placeOf(leaf.ids, id + 1)
  return leaf.amounts.slice(0, end).reduce((sum, amount, place) => (masked.has(place) ? sum : sum + amount), 0)
}

/** `start`: rows before the page. */
const maskedLeaves = (known: Known, volume: Volume): { leaf: LeafRef; start: number }[] => {
  let start = 0
  return volume.leaves.flatMap((leaf) => {
    const own = start
    start += leaf.count
    return anyBetween(known.masked, leaf.first, leaf.last) ? [{ leaf, start: own }] : []
  })
}

const placesIn = (known: Known, { key, first, last }: LeafRef): number[] | undefined => {
  const leaf = known.leaf(key)
  if (!leaf) return undefined
  const inside = known.masked.slice(placeOf(known.masked, first), placeOf(known.masked, last + 1))
  return inside.map((id) => placeOf(leaf.ids, id)).filter((place, index) => leaf.ids[place] === inside[index])
}
