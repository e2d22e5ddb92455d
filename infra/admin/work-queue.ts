import type { WorkerOperation } from '../../shared/operations/define.ts'

/** The queue of a worker, as administrators see it. */
export interface WorkQueue {
  worker: WorkerOperation
  url: string
  /** URL of its dead-letter queue. */
  deadUrl: string
}
