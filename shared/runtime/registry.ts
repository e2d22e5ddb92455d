/** Where each service is made. The bundle of a function gets only the lines that its declaration uses. */
export { assistants } from '../data/assistants.ts'
export { belongings } from '../data/belongings.ts'
export { blacklist } from '../data/blacklist.ts'
export { calls } from '../data/calls.ts'
export { campaigns } from '../data/campaigns.ts'
export { conversations } from '../data/conversations.ts'
export { deadlines } from '../data/deadlines.ts'
export { deliveries } from '../data/deliveries.ts'
export { dials } from '../data/dials.ts'
export { idempotency } from '../data/idempotency.ts'
export { leadImports } from '../data/lead-imports.ts'
export { leads } from '../data/leads.ts'
export { ledger } from '../data/ledger.ts'
export { numbers } from '../data/numbers.ts'
export { pace } from '../data/pace.ts'
export { rateLimit } from '../data/rate-limit.ts'
export { sms } from '../data/sms.ts'
export { tokens } from '../data/tokens.ts'
export { users } from '../data/users.ts'
export { voices } from '../data/voices.ts'
export { webhookEndpoints } from '../data/webhook-endpoints.ts'
export { webhookSecrets } from '../data/webhook-secrets.ts'
export { talkModel } from '../providers/ai-sdk.ts'
export { callbacks } from '../providers/callbacks.ts'
export {
  advanceCallQueue,
  copyRecordingQueue,
  deliverWebhookQueue,
  dispatchCampaignQueue,
  evaluateCallQueue,
  placeCallQueue,
  settleSmsQueue,
  watchSilenceQueue,
} from '../providers/queue.ts'
export { realtime } from '../providers/realtime.ts'
export { recordings } from '../providers/recordings.ts'
export { sockets } from '../providers/sockets.ts'
export { carrier } from '../providers/twilio.ts'
export { webhookClient } from '../providers/webhook-client.ts'
