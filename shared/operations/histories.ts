import { HistoryRef } from '../domain/history/history-ref.ts'
import { worker } from './define.ts'

export const sealHistory = worker({
  id: 'seal-history',
  area: 'histories',
  queue: 'sealHistoryQueue',
  broughtBy: 'the schedule, when a list has grown by enough to be packed',
  isRare: true,
  message: HistoryRef,
  // A run reads up to 8,192 records and packs them.
  batchMax: 1,
  concurrencyMax: 5,
  // A function of an earlier version neither settles in what it creates nor marks what it removes.
  startsLast: true,
  timeoutSeconds: 120,
  memoryMegabytes: 1769,
  uses: ['histories.begin', 'histories.seal', 'sealHistoryQueue.nudge'],
  failureHurts: 'lists of busy users become dear and slow, and in the end ask to come again later',
})
