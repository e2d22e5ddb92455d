import { type HistoryNoun, type HistoryRef, historyNouns } from '../domain/history/history-ref.ts'
import { callHistory } from './call-history.ts'
import type { HistoryParts } from './history/history-list.ts'
import { historySealer, type Sealed, type Sealer } from './history/sealer.ts'
import { leadHistory } from './leads/lead-history.ts'

/** The histories of all lists, for what is done to each alike. */
export interface Histories {
  /** One run of the sealer; undefined when another is under way or was faster, and when it is too early. */
  seal(ref: HistoryRef): Promise<Sealed | undefined>
  /** Until when runs may go on that have begun; in the past if there are none. */
  runningUntil(user_id: number): Promise<number>
}

export const histories = (parts: HistoryParts): Histories => {
  const sealers: Record<HistoryNoun, Sealer> = {
    call: historySealer(parts, callHistory),
    lead: historySealer(parts, leadHistory),
  }
  return {
    seal: ({ user_id, noun }) => sealers[noun].seal(user_id),
    runningUntil: async (user_id) =>
      Math.max(...(await Promise.all(historyNouns.map((noun) => sealers[noun].runningUntil(user_id))))),
  }
}
