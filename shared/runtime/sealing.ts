import { sealing as openSealing, type Sealing } from '../lists/sealing.ts'
import { queueSetting } from '../providers/aws/queue.ts'
import { sealHistoryQueue } from '../providers/aws/queues.ts'
import type { Parts } from './parts.ts'

/**
 * Starts the compactor by a message; without queues, as in the admin command, by a deadline only.
 */
export const sealing = (parts: Parts): Sealing => {
  const hasQueue = parts.settings.get(queueSetting('sealHistoryQueue')) !== undefined
  return openSealing({ ...parts, nudge: hasQueue ? sealHistoryQueue(parts).nudge : async () => {} })
}
