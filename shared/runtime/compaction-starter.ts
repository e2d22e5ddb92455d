import { type CompactionStarter, compactionStarter as openCompactionStarter } from '../lists/compaction-starter.ts'
import { queueSetting } from '../providers/aws/queue.ts'
import { sealHistoryQueue } from '../providers/aws/queues.ts'
import type { Parts } from './parts.ts'

/**
 * Starts a list's compaction by a queue message. The admin command has no queue and only sets a
 * deadline.
 */
export const compactionStarter = (parts: Parts): CompactionStarter => {
  const hasQueue = parts.settings.get(queueSetting('sealHistoryQueue')) !== undefined
  return openCompactionStarter({ ...parts, nudge: hasQueue ? sealHistoryQueue(parts).nudge : async () => {} })
}
