import { sealing as openSealing, type Sealing } from '../lists/sealing.ts'
import { queueSetting } from '../providers/aws/queue.ts'
import { sealHistoryQueue } from '../providers/aws/queues.ts'
import type { Parts } from './parts.ts'

/** The admin command has no queues, so it sends no message to the compactor. */
export const sealing = (parts: Parts): Sealing => {
  const hasQueue = parts.settings.get(queueSetting('sealHistoryQueue')) !== undefined
  return openSealing({ ...parts, nudge: hasQueue ? sealHistoryQueue(parts).nudge : async () => {} })
}
