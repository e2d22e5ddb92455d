import type { WorkerOperation } from '../../shared/operations/define.ts'

export interface WorkQueue {
  worker: WorkerOperation
  url: string
  deadUrl: string
}
