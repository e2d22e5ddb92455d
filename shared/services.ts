import type { Accounts } from './data/account/accounts.ts'
import type { Idempotency } from './data/account/idempotency.ts'
import type { Ledger } from './data/account/ledger.ts'
import type { Numbers } from './data/account/numbers.ts'
import type { RateLimit } from './data/account/rate-limit.ts'
import type { Tokens } from './data/account/tokens.ts'
import type { Users } from './data/account/users.ts'
import type { WorkerShares } from './data/account/worker-shares.ts'
import type { Assistants } from './data/assistants/assistants.ts'
import type { Tools } from './data/assistants/tools.ts'
import type { Voices } from './data/assistants/voices.ts'
import type { CallEvents } from './data/calls/call-events.ts'
import type { CallPages } from './data/calls/call-pages.ts'
import type { Calls } from './data/calls/calls.ts'
import type { Campaigns } from './data/campaigns/campaigns.ts'
import type { Conversations } from './data/conversations/conversations.ts'
import type { LookSlots } from './data/conversations/look-slots.ts'
import type { TalkTurns } from './data/conversations/talk-turns.ts'
import type { ToolCalls } from './data/conversations/tool-calls.ts'
import type { DialCounts } from './data/dialling/dial-counts.ts'
import type { DialRates } from './data/dialling/dial-rate.ts'
import type { DiallingSwitch } from './data/dialling/dialling.ts'
import type { Dials } from './data/dialling/dials.ts'
import type { Evidence } from './data/evidence/evidence.ts'
import type { EvidenceExports } from './data/evidence/evidence-exports.ts'
import type { EvidenceKeys } from './data/evidence/evidence-keys.ts'
import type { UnsignedHeads } from './data/evidence/unsigned-heads.ts'
import type { Documents } from './data/knowledge/documents.ts'
import type { KnowledgeWork } from './data/knowledge/knowledge-work.ts'
import type { Knowledgebases } from './data/knowledge/knowledgebases.ts'
import type { LeadImports } from './data/leads/lead-imports.ts'
import type { LeadPages } from './data/leads/lead-pages.ts'
import type { Leads } from './data/leads/leads.ts'
import type { Blacklist } from './data/opt-outs/blacklist.ts'
import type { OptOutQuestions } from './data/opt-outs/opt-out-questions.ts'
import type { SuppressionLists } from './data/opt-outs/suppression-lists.ts'
import type { People } from './data/people/people.ts'
import type { PersonWorks } from './data/people/person-works.ts'
import type { UserData } from './data/people/user-data.ts'
import type { CallingRules } from './data/rules/calling-rules.ts'
import type { Consents } from './data/rules/consents.ts'
import type { Simulations } from './data/simulations/simulations.ts'
import type { SmsRecords } from './data/sms/sms.ts'
import type { Deliveries } from './data/webhooks/deliveries.ts'
import type { EventWebhooks } from './data/webhooks/event-webhooks.ts'
import type { WebhookEndpoints } from './data/webhooks/webhook-endpoints.ts'
import type { WebhookSecrets } from './data/webhooks/webhook-secrets.ts'
import type { CallRef, RecordingRef, SessionRef, TurnRef, WishRef } from './domain/calls/call-ref.ts'
import type { CampaignRef, DispatchJob } from './domain/campaigns/campaign.ts'
import type { EvidenceExportRef } from './domain/evidence/evidence-export.ts'
import type { EvidenceRef } from './domain/evidence/evidence-ref.ts'
import type { KnowledgeRef } from './domain/knowledge/knowledgebase.ts'
import type { OptOutQuestionRef } from './domain/opt-outs/opt-out-question.ts'
import type { PersonWorkRef } from './domain/people/person-work.ts'
import type { SimulationRef } from './domain/simulations/simulation.ts'
import type { SmsRef } from './domain/sms/sms-ref.ts'
import type { ListRef } from './domain/suppression-lists/suppression-list.ts'
import type { DeliveryRef } from './domain/webhooks/delivery.ts'
import type { HistoryRef } from './lists/plan/history-ref.ts'
import type { Sealing } from './lists/sealing.ts'
import type { DocumentReader } from './providers/aws/document-reader.ts'
import type { EvidenceHeads } from './providers/aws/evidence-heads.ts'
import type { EvidenceSigner } from './providers/aws/evidence-signer.ts'
import type { KnowledgeStore } from './providers/aws/knowledge-store.ts'
import type { PublicApi } from './providers/aws/public-api.ts'
import type { Queue } from './providers/aws/queue.ts'
import type { Recordings } from './providers/aws/recordings.ts'
import type { Sockets } from './providers/aws/sockets.ts'
import type { TalkFunctions } from './providers/aws/talk-functions.ts'
import type { Vault } from './providers/aws/vault.ts'
import type { Carrier } from './providers/carrier.ts'
import type { Embeddings } from './providers/models/embeddings.ts'
import type { Models } from './providers/models/model.ts'
import type { Realtime } from './providers/models/realtime.ts'
import type { Callbacks } from './providers/web/callbacks.ts'
import type { SiteReader } from './providers/web/site-reader.ts'
import type { ToolClient } from './providers/web/tool-client.ts'
import type { WebhookClient } from './providers/web/webhook-client.ts'
import type { Histories } from './runtime/histories.ts'
import type { Deadlines } from './table/deadlines.ts'
import type { Clock, Random } from './words/clock.ts'
import type { Stage } from './words/stage.ts'

/**
 * The parts list: what an operation may name in `uses`. A part with permissions is named method by method
 * (`calls.find`), so that a role holds exactly what its function calls and the handler sees nothing else.
 */
export interface Services extends Granted, Free {}

/** Parts that reach AWS or the outside world; infra/stack/grants.ts says what each method needs. */
export interface Granted {
  accounts: Accounts
  assistants: Assistants
  userData: UserData
  blacklist: Blacklist
  callEvents: CallEvents
  callingRules: CallingRules
  callPages: CallPages
  calls: Calls
  campaigns: Campaigns
  carrier: Carrier
  callbacks: Callbacks
  consents: Consents
  conversations: Conversations
  deadlines: Deadlines
  deliveries: Deliveries
  dialling: DiallingSwitch
  dialRate: DialRates
  dialCounts: DialCounts
  dials: Dials
  documentReader: DocumentReader
  documents: Documents
  embeddings: Embeddings
  eventWebhooks: EventWebhooks
  evidence: Evidence
  evidenceExports: EvidenceExports
  evidenceHeads: EvidenceHeads
  evidenceKeys: EvidenceKeys
  evidenceSigner: EvidenceSigner
  histories: Histories
  idempotency: Idempotency
  knowledgebases: Knowledgebases
  knowledgeStore: KnowledgeStore
  knowledgeWork: KnowledgeWork
  leadImports: LeadImports
  leadPages: LeadPages
  leads: Leads
  ledger: Ledger
  numbers: Numbers
  optOutQuestions: OptOutQuestions
  people: People
  personWorks: PersonWorks
  publicApi: PublicApi
  rateLimit: RateLimit
  realtime: Realtime
  recordings: Recordings
  sealing: Sealing
  siteReader: SiteReader
  simulations: Simulations
  sms: SmsRecords
  sockets: Sockets
  suppressionLists: SuppressionLists
  talkFunctions: TalkFunctions
  talkModel: Models
  talkTurns: TalkTurns
  lookSlots: LookSlots
  tokens: Tokens
  toolCalls: ToolCalls
  toolClient: ToolClient
  tools: Tools
  unsignedHeads: UnsignedHeads
  users: Users
  vault: Vault
  voices: Voices
  webhookClient: WebhookClient
  webhookEndpoints: WebhookEndpoints
  webhookSecrets: WebhookSecrets
  workerShares: WorkerShares
  placeCallQueue: Queue<CallRef>
  dispatchCampaignQueue: Queue<DispatchJob>
  clearCampaignQueue: Queue<CampaignRef>
  advanceCallQueue: Queue<CallRef>
  evaluateCallQueue: Queue<CallRef>
  linkEvidenceQueue: Queue<EvidenceRef>
  writeEvidenceQueue: Queue<EvidenceExportRef>
  handlePersonQueue: Queue<PersonWorkRef>
  importListQueue: Queue<ListRef>
  judgeOptOutQueue: Queue<OptOutQuestionRef | CallRef>
  deliverWebhookQueue: Queue<DeliveryRef>
  steerSessionQueue: Queue<SessionRef>
  watchSilenceQueue: Queue<TurnRef>
  copyRecordingQueue: Queue<RecordingRef>
  runSimulationQueue: Queue<SimulationRef>
  sealHistoryQueue: Queue<HistoryRef>
  settleSmsQueue: Queue<SmsRef>
  carryOutWishQueue: Queue<WishRef>
  readDocumentsQueue: Queue<KnowledgeRef>
}

/** Parts that need no permission. */
export interface Free {
  clock: Clock
  random: Random
  stage: Stage
}

export type ServiceName = keyof Services
export type GrantedUse = { [S in keyof Granted]: `${S}.${keyof Granted[S] & string}` }[keyof Granted]
export type Use = GrantedUse | keyof Free

type NameOf<U extends Use> = U extends `${infer S}.${string}` ? S : U
type MethodOf<U extends Use, S extends string> = U extends `${S}.${infer M}` ? M : never

/** What a handler receives: exactly the methods that its declaration names. */
export type Supplied<U extends Use> = {
  [S in NameOf<U> & ServiceName]: S extends keyof Free ? Free[S] : Pick<Services[S], MethodOf<U, S> & keyof Services[S]>
}
