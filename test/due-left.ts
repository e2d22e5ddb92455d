import type { Deadlines } from '../shared/table/deadlines.ts'
import type { Due } from '../shared/table/due.ts'

/**
 * Returns open deadlines except those of compaction, call totals and evidence. An empty result
 * means that no work is stuck.
 */
export const dueLeft = async (deadlines: Deadlines, now = Number.MAX_SAFE_INTEGER): Promise<Due[]> =>
  (await deadlines.past(now, 1000)).filter(
    ({ noun }) => !noun.endsWith('-history') && noun !== 'tally' && noun !== 'evidence-facts',
  )
