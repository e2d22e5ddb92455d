import type { WorkerOperation } from '../../shared/operations/define.ts'

/** The queue of a worker, as administrators see it. */
export interface WorkQueue {
  worker: WorkerOperation
  url: string
  /** Where its messages go that failed again and again. */
  deadUrl: string
}
