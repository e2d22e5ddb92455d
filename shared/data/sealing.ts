import type { HistoryNoun } from '../domain/history/history-ref.ts'
import type { StoreParts } from './compare-and-set.ts'
import { heads } from './history/head.ts'

/** Sends for the sealer of histories. A sealer that is not sent for makes lists dearer, and never wrong. */
export interface Sealing {
  /** Has the sealer come to these lists of a user soon, unless it comes anyway: for one in sixteen of the records with these ids, or without one at once. */
  sendFor(user_id: number, nouns: readonly HistoryNoun[], id?: number): Promise<void>
}

/** Ids have random low bits, so this many records send for the sealer once, on average; none has to count. */
const recordsPerAlarm = 16
/** Records of the same minute are sealed together. */
const soonMs = 60_000

export const sealing = ({ table, clock }: StoreParts): Sealing => {
  const wake = async (user_id: number, noun: HistoryNoun) => {
    const head = heads(table, { noun })
    await head.wake(user_id, await head.read(user_id), clock.now() + soonMs)
  }
  return {
    sendFor: async (user_id, nouns, id = 0) => {
      if (id % recordsPerAlarm === 0) await Promise.all(nouns.map((noun) => wake(user_id, noun)))
    },
  }
}
