import { schedule } from './define.ts'

export const redriveDue = schedule({
  id: 'redrive-due',
  area: 'deadlines',
  everyMinutes: 1,
  uses: [
    'deadlines.past',
    'advanceCallQueue.send',
    'dispatchCampaignQueue.send',
    'clearCampaignQueue.send',
    'settleSmsQueue.send',
    'deliverWebhookQueue.send',
    'clock',
  ],
  failureHurts:
    'what a dead process left behind stays undone: calls stall, slots stay taken, money stays held, webhooks stay unsent',
})
