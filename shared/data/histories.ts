import type { HistoryNoun, HistoryRef } from '../domain/history/history-ref.ts'
import { callHistory } from './call-history.ts'
import type { HistoryParts } from './history/history-list.ts'
import { historySealer, type Sealed, type Sealer } from './history/sealer.ts'

/** The histories of all lists, for what is done to each alike. */
export interface Histories {
  /** One run of the sealer; undefined when another is under way or was faster, and when it is too early. */
  seal(ref: HistoryRef): Promise<Sealed | undefined>
}

export const histories = (parts: HistoryParts): Histories => {
  const sealers: Record<HistoryNoun, Sealer> = {
    call: historySealer(parts, callHistory),
  }
  return { seal: ({ user_id, noun }) => sealers[noun].seal(user_id) }
}
