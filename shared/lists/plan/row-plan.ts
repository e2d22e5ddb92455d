import { goneCode } from './columns.ts'
import type { Row } from './history-shape.ts'
import { isNothing, type Known, type Need } from './page-plan.ts'

export const planRows = (known: Known): { need: Need } | { rows: Row[] } => {
  const need: Need = { segments: [], idPages: [] }
  const masked = new Set(known.masked)
  const rows: Row[] = [...known.loose]
  for (const { key } of known.segments) {
    const segment = known.segment(key)
    if (!segment) need.segments.push(key)
    let start = 0
    for (const { key, count } of segment?.idPages ?? []) {
      const idPage = known.idPage(key)
      if (!idPage) need.idPages.push(key)
      for (const [place, id] of idPage?.ids.entries() ?? []) {
        const code = segment?.codes[start + place] ?? goneCode
        if (code === goneCode || masked.has(id)) continue
        rows.push({ id, kind: segment?.kinds[code] ?? [], amount: idPage?.amounts[place] })
      }
      start += count
    }
  }
  if (!isNothing(need)) return { need }
  return { rows: rows.sort((one, other) => other.id - one.id) }
}
