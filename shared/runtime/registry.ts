/** Where each service is made. The bundle of a function gets only the lines that its declaration uses. */
export { accounts } from '../data/accounts.ts'
export { assistants } from '../data/assistants.ts'
export { blacklist } from '../data/blacklist.ts'
export { callEvents } from '../data/call-events.ts'
export { callPages } from '../data/call-pages.ts'
export { callingRules } from '../data/calling-rules.ts'
export { calls } from '../data/calls.ts'
export { campaigns } from '../data/campaigns.ts'
export { consents } from '../data/consents.ts'
export { conversations } from '../data/conversations.ts'
export { deadlines } from '../data/deadlines.ts'
export { deliveries } from '../data/deliveries.ts'
export { dialCounts } from '../data/dial-counts.ts'
export { dialRate } from '../data/dial-rate.ts'
export { dialling } from '../data/dialling.ts'
export { dials } from '../data/dials.ts'
export { eventWebhooks } from '../data/event-webhooks.ts'
export { evidence } from '../data/evidence.ts'
export { evidenceExports } from '../data/evidence-exports.ts'
export { evidenceKeys } from '../data/evidence-keys.ts'
export { histories } from '../data/histories.ts'
export { idempotency } from '../data/idempotency.ts'
export { documents } from '../data/knowledge/documents.ts'
export { knowledgeWork } from '../data/knowledge/knowledge-work.ts'
export { knowledgebases } from '../data/knowledge/knowledgebases.ts'
export { leadImports } from '../data/leads/lead-imports.ts'
export { leadPages } from '../data/leads/lead-pages.ts'
export { leads } from '../data/leads/leads.ts'
export { ledger } from '../data/ledger.ts'
export { numbers } from '../data/numbers.ts'
export { optOutQuestions } from '../data/opt-out-questions.ts'
export { people } from '../data/people/people.ts'
export { personWorks } from '../data/people/person-works.ts'
export { rateLimit } from '../data/rate-limit.ts'
export { simulations } from '../data/simulations.ts'
export { sms } from '../data/sms.ts'
export { suppressionLists } from '../data/suppression-lists/suppression-lists.ts'
export { talkTurns } from '../data/talk-turns.ts'
export { tokens } from '../data/tokens.ts'
export { toolCalls } from '../data/tool-calls.ts'
export { tools } from '../data/tools.ts'
export { unsignedHeads } from '../data/unsigned-heads.ts'
export { userData } from '../data/user-data.ts'
export { users } from '../data/users.ts'
export { voices } from '../data/voices.ts'
export { webhookEndpoints } from '../data/webhook-endpoints.ts'
export { webhookSecrets } from '../data/webhook-secrets.ts'
export { documentReader } from '../providers/document-reader.ts'
export { evidenceHeads } from '../providers/evidence-heads.ts'
export { evidenceSigner } from '../providers/evidence-signer.ts'
export { knowledgeStore } from '../providers/knowledge-store.ts'
export { talkModel } from '../providers/models/ai-sdk.ts'
export { embeddings } from '../providers/models/embeddings.ts'
export { realtime } from '../providers/models/realtime.ts'
export { publicApi } from '../providers/public-api.ts'
export {
  advanceCallQueue,
  carryOutWishQueue,
  clearCampaignQueue,
  copyRecordingQueue,
  deliverWebhookQueue,
  dispatchCampaignQueue,
  evaluateCallQueue,
  handlePersonQueue,
  importListQueue,
  judgeOptOutQueue,
  linkEvidenceQueue,
  placeCallQueue,
  readDocumentsQueue,
  runSimulationQueue,
  sealHistoryQueue,
  settleSmsQueue,
  steerSessionQueue,
  watchSilenceQueue,
  writeEvidenceQueue,
} from '../providers/queue.ts'
export { recordings } from '../providers/recordings.ts'
export { siteReader } from '../providers/site-reader.ts'
export { talkFunctions } from '../providers/talk-functions.ts'
export { toolClient } from '../providers/tool-client.ts'
export { callbacks } from '../providers/twilio/callbacks.ts'
export { carrier } from '../providers/twilio/rest.ts'
export { sockets } from '../providers/twilio/sockets.ts'
export { vault } from '../providers/vault.ts'
export { webhookClient } from '../providers/webhook-client.ts'
export { sealing } from './sealing.ts'
