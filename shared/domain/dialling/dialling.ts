import { timeOfId } from '../../words/id.ts'

/** Emergency stop of all outgoing calls and texts. Times are epoch milliseconds. */
export interface Dialling {
  isStopped: boolean
  /** Absent when a setting of the deployment stops dialling. */
  stopped_at?: number
  why?: string
  stopped_by?: string
  started_at?: number
  started_by?: string
}

export const stoppedMs = ({ stopped_at = 0, started_at = 0 }: Dialling, id: number): number =>
  Math.max(0, started_at - Math.max(stopped_at, timeOfId(id)))
