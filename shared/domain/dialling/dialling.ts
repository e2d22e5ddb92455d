import { timeOfId } from '../../words/id.ts'

/**
 * The stop of the whole stage: whether the carrier may be asked for calls and messages. All times
 * are epoch milliseconds.
 */
export interface Dialling {
  isStopped: boolean
  /**
   * When it was stopped last, why, and by whom; absent if it never was, or only by the template.
   */
  stopped_at?: number
  why?: string
  stopped_by?: string
  /** When it was started again since. */
  started_at?: number
  started_by?: string
}

/**
 * Milliseconds that a request of this id waited because dialling was stopped; only the last stop
 * counts.
 */
export const stoppedMs = ({ stopped_at = 0, started_at = 0 }: Dialling, id: number): number =>
  Math.max(0, started_at - Math.max(stopped_at, timeOfId(id)))
