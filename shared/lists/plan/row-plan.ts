import { goneCode } from './columns.ts'
import type { Row } from './history-shape.ts'
import { isNothing, type Known, type Need } from './page-plan.ts'

/** Newest first; reads every node. */
export const planRows = (known: Known): { need: Need } | { rows: Row[] } => {
  const need: Need = { volumes: [], leaves: [] }
  const masked = new Set(known.masked)
  const rows: Row[] = [...known.loose]
  for (const { key } of known.volumes) {
    const volume = known.volume(key)
    if (!volume) need.volumes.push(key)
    let start = 0
    for (const { key, count } of volume?.leaves ?? []) {
      const leaf = known.leaf(key)
      if (!leaf) need.leaves.push(key)
      for (const [place, id] of leaf?.ids.entries() ?? []) {
        const code = volume?.codes[start + place] ?? goneCode
        if (code === goneCode || masked.has(id)) continue
        rows.push({ id, kind: volume?.kinds[code] ?? [], amount: leaf?.amounts[place] })
      }
      start += count
    }
  }
  if (!isNothing(need)) return { need }
  return { rows: rows.sort((one, other) => other.id - one.id) }
}
