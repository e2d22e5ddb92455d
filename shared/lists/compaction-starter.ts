import type { StoreParts } from '../table/compare-and-set.ts'
import type { HistoryNoun, HistoryRef } from '../table/history-ref.ts'
import type { Log } from '../words/log.ts'
import { heads } from './store/head.ts'

/**
 * Starts the compactor, which packs old records of a list. Without compaction, lists cost more but
 * stay correct.
 */
export interface CompactionStarter {
  /**
   * Starts the compactor; with a record's `id`, only for one record in 16. Never fails, because the
   * record is already stored.
   */
  start(user_id: number, nouns: readonly HistoryNoun[], id?: number): Promise<void>
  /** For a process without queues: the compactor starts within two minutes, at its deadline. */
  setDeadline(user_id: number, noun: HistoryNoun): Promise<void>
}

export interface CompactionStarterParts extends StoreParts {
  log: Pick<Log, 'warn'>
  /** Sends a message; if it is lost, the deadline starts the compactor. */
  nudge(ref: HistoryRef, delaySeconds: number): Promise<void>
}

/**
 * Random bits of a record's id decide. One record in 16 sets the compactor's deadline; one in 256
 * sends the compactor a message.
 */
const recordsPerDeadline = 16
const recordsPerMessage = 256
const soonMs = 60_000
const delaysSeconds = [0, 11]

export const compactionStarter = ({ table, clock, log, nudge }: CompactionStarterParts): CompactionStarter => {
  const setDeadline = async (user_id: number, noun: HistoryNoun) => {
    const head = heads(table, { noun })
    await head.wake(user_id, await head.read(user_id), clock.now() + soonMs)
  }
  const wake = async (user_id: number, noun: HistoryNoun, id: number | undefined) => {
    try {
      if ((id ?? 0) % recordsPerDeadline === 0) await setDeadline(user_id, noun)
      if ((id ?? 0) % recordsPerMessage === 0)
        await Promise.all(delaysSeconds.map((delaySeconds) => nudge({ user_id, noun }, delaySeconds)))
    } catch (cause) {
      log.warn('the compactor was not started', { user_id, noun, cause })
    }
  }
  return {
    setDeadline,

    start: async (user_id, nouns, id) => {
      await Promise.all(nouns.map((noun) => wake(user_id, noun, id)))
    },
  }
}
