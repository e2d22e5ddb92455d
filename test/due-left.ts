import type { Deadlines } from '../shared/table/deadlines.ts'
import type { Due } from '../shared/table/due.ts'

/**
 * What still has a deadline, but for what is sealed or linked in its own time: where nothing is
 * stuck, nothing is left.
 */
export const dueLeft = async (deadlines: Deadlines, now = Number.MAX_SAFE_INTEGER): Promise<Due[]> =>
  (await deadlines.past(now, 1000)).filter(({ noun }) => !noun.endsWith('-history') && noun !== 'evidence-facts')
