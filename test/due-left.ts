import type { Deadlines, Due } from '../shared/data/deadlines.ts'

/** What still has a deadline, but for the lists whose sealer comes by itself: where nothing is stuck, nothing is left. */
export const dueLeft = async (deadlines: Deadlines, now = Number.MAX_SAFE_INTEGER): Promise<Due[]> =>
  (await deadlines.past(now, 1000)).filter(({ noun }) => !noun.endsWith('-history'))
