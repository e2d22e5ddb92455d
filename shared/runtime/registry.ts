/** A function's bundle gets only the lines that its declaration uses. */
export { accounts } from '../data/account/accounts.ts'
export { callerIds } from '../data/account/caller-ids.ts'
export { dataExports } from '../data/account/data-exports.ts'
export { idempotency } from '../data/account/idempotency.ts'
export { ledger } from '../data/account/ledger.ts'
export { numberOrders } from '../data/account/number-orders.ts'
export { numbers } from '../data/account/numbers.ts'
export { rateLimit } from '../data/account/rate-limit.ts'
export { subscriptions } from '../data/account/subscriptions.ts'
export { tokens } from '../data/account/tokens.ts'
export { users } from '../data/account/users.ts'
export { visits } from '../data/account/visits.ts'
export { workerShares } from '../data/account/worker-shares.ts'
export { assistantDrafts } from '../data/assistants/assistant-drafts.ts'
export { assistantVersions } from '../data/assistants/assistant-versions.ts'
export { assistants } from '../data/assistants/assistants.ts'
export { tools } from '../data/assistants/tools.ts'
export { voices } from '../data/assistants/voices.ts'
export { callEvents } from '../data/calls/call-events.ts'
export { callPages } from '../data/calls/call-pages.ts'
export { callTallies } from '../data/calls/call-tallies.ts'
export { calls } from '../data/calls/calls.ts'
export { campaigns } from '../data/campaigns/campaigns.ts'
export { numberPauses } from '../data/campaigns/number-pauses.ts'
export { chats } from '../data/conversations/chats.ts'
export { conversations } from '../data/conversations/conversations.ts'
export { talkTurns } from '../data/conversations/talk-turns.ts'
export { toolCalls } from '../data/conversations/tool-calls.ts'
export { dialCounts } from '../data/dialling/dial-counts.ts'
export { dialSlots } from '../data/dialling/dial-slots.ts'
export { dialling } from '../data/dialling/dialling.ts'
export { dials } from '../data/dialling/dials.ts'
export { numberDays } from '../data/dialling/number-days.ts'
export { evidence } from '../data/evidence/evidence.ts'
export { evidenceExports } from '../data/evidence/evidence-exports.ts'
export { evidenceKeys } from '../data/evidence/evidence-keys.ts'
export { unsignedHeads } from '../data/evidence/unsigned-heads.ts'
export { documents } from '../data/knowledge/documents.ts'
export { knowledgeWork } from '../data/knowledge/knowledge-work.ts'
export { knowledgebases } from '../data/knowledge/knowledgebases.ts'
export { leadImports } from '../data/leads/lead-imports.ts'
export { leadPages } from '../data/leads/lead-pages.ts'
export { leads } from '../data/leads/leads.ts'
export { blacklist } from '../data/opt-outs/blacklist.ts'
export { optOutQuestions } from '../data/opt-outs/opt-out-questions.ts'
export { suppressionLists } from '../data/opt-outs/suppression-lists.ts'
export { people } from '../data/people/people.ts'
export { personWorks } from '../data/people/person-works.ts'
export { userData } from '../data/people/user-data.ts'
export { callingRules } from '../data/rules/calling-rules.ts'
export { consents } from '../data/rules/consents.ts'
export { replays } from '../data/simulations/replays.ts'
export { simulations } from '../data/simulations/simulations.ts'
export { sms } from '../data/sms/sms.ts'
export { deliveries } from '../data/webhooks/deliveries.ts'
export { eventWebhooks } from '../data/webhooks/event-webhooks.ts'
export { rollouts } from '../data/webhooks/rollouts.ts'
export { webhookEndpoints } from '../data/webhooks/webhook-endpoints.ts'
export { webhookSecrets } from '../data/webhooks/webhook-secrets.ts'
export { documentReader } from '../providers/aws/document-reader.ts'
export { evidenceHeads } from '../providers/aws/evidence-heads.ts'
export { evidenceSigner } from '../providers/aws/evidence-signer.ts'
export { exportFiles } from '../providers/aws/export-files.ts'
export { knowledgeStore } from '../providers/aws/knowledge-store.ts'
export { publicApi } from '../providers/aws/public-api.ts'
export {
  advanceCallQueue,
  carryOutWishQueue,
  clearCampaignQueue,
  copyRecordingQueue,
  deliverWebhookQueue,
  dispatchCampaignQueue,
  endChatQueue,
  evaluateCallQueue,
  handlePersonQueue,
  importLeadsQueue,
  importListQueue,
  judgeOptOutQueue,
  linkEvidenceQueue,
  paceDialsQueue,
  placeCallQueue,
  readDocumentsQueue,
  runSimulationQueue,
  sealHistoryQueue,
  settleSmsQueue,
  steerSessionQueue,
  tendNumberQueue,
  watchSilenceQueue,
  writeEvidenceQueue,
  writeExportQueue,
} from '../providers/aws/queue.ts'
export { recordings } from '../providers/aws/recordings.ts'
export { talkFunctions } from '../providers/aws/talk-functions.ts'
export { vault } from '../providers/aws/vault.ts'
export { talkModel } from '../providers/models/ai-sdk.ts'
export { embeddings } from '../providers/models/embeddings.ts'
export { realtime } from '../providers/models/realtime.ts'
export { callbacks } from '../providers/twilio/callbacks.ts'
export { carrier } from '../providers/twilio/rest.ts'
export { sockets } from '../providers/twilio/sockets.ts'
export { carrierStanding } from '../providers/twilio/standing.ts'
export { webTokens } from '../providers/twilio/web-tokens.ts'
export { siteReader } from '../providers/web/site-reader.ts'
export { toolClient } from '../providers/web/tool-client.ts'
export { webhookClient } from '../providers/web/webhook-client.ts'
export { deadlines } from '../table/deadlines.ts'
export { histories } from './histories.ts'
export { sealing } from './sealing.ts'
