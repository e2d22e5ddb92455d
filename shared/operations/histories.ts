import { HistoryRef } from '../table/history-ref.ts'
import { worker } from './define.ts'

export const compactHistory = worker({
  id: 'seal-history',
  area: 'histories',
  queue: 'sealHistoryQueue',
  broughtBy: 'what a list is made of, when enough of it is new; the schedule, when that is lost',
  isRare: true,
  userLimit: { by: 'messages at work', max: 2 },
  message: HistoryRef,
  // Each message is a run that reads up to 8,192 records.
  batchMax: 1,
  concurrencyMax: 5,
  timeoutSeconds: 120,
  memoryMegabytes: 1769,
  uses: ['callTallies.fold', 'histories.compact', 'sealHistoryQueue.nudge'],
  failureHurts: 'lists of busy users become dear and slow, and in the end ask to come again later',
})
