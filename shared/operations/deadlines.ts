import { schedule } from './define.ts'

export const redriveDue = schedule({
  id: 'redrive-due',
  area: 'deadlines',
  everyMinutes: 1,
  uses: [
    'advanceCallQueue.send',
    'clearCampaignQueue.send',
    'clock',
    'deadlines.past',
    'deliverWebhookQueue.send',
    'dispatchCampaignQueue.send',
    'sealHistoryQueue.send',
    'settleSmsQueue.send',
  ],
  failureHurts:
    'what a dead process left behind stays undone: calls stall, slots stay taken, money stays held, webhooks stay unsent',
})
