import { schedule } from './define.ts'

export const redriveDue = schedule({
  id: 'redrive-due',
  area: 'deadlines',
  everyMinutes: 1,
  // A backlog of hundreds of thousands of keys is read and 20,000 messages are signed within the minute.
  memoryMegabytes: 1024,
  uses: [
    'advanceCallQueue.send',
    'clearCampaignQueue.send',
    'clock',
    'deadlines.past',
    'deadlines.resting',
    'deliverWebhookQueue.send',
    'dialling.read',
    'dispatchCampaignQueue.send',
    'handlePersonQueue.send',
    'importListQueue.send',
    'judgeOptOutQueue.send',
    'linkEvidenceQueue.send',
    'readDocumentsQueue.send',
    'runSimulationQueue.send',
    'sealHistoryQueue.send',
    'settleSmsQueue.send',
    'writeEvidenceQueue.send',
  ],
  failureHurts:
    'what a dead process left behind stays undone: calls stall, slots stay taken, money stays held, webhooks stay unsent, simulations stay unfinished',
})
