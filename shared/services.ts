import type { Accounts } from './data/accounts.ts'
import type { Assistants } from './data/assistants.ts'
import type { Blacklist } from './data/blacklist.ts'
import type { CallEvents } from './data/call-events.ts'
import type { CallPages } from './data/call-pages.ts'
import type { CallingRules } from './data/calling-rules.ts'
import type { Calls } from './data/calls.ts'
import type { Campaigns } from './data/campaigns.ts'
import type { Consents } from './data/consents.ts'
import type { Conversations } from './data/conversations.ts'
import type { Deadlines } from './data/deadlines.ts'
import type { Deliveries } from './data/deliveries.ts'
import type { DialCounts } from './data/dial-counts.ts'
import type { DialRates } from './data/dial-rate.ts'
import type { DiallingSwitch } from './data/dialling.ts'
import type { Dials } from './data/dials.ts'
import type { EventWebhooks } from './data/event-webhooks.ts'
import type { Evidence } from './data/evidence.ts'
import type { EvidenceExports } from './data/evidence-exports.ts'
import type { EvidenceKeys } from './data/evidence-keys.ts'
import type { Histories } from './data/histories.ts'
import type { Idempotency } from './data/idempotency.ts'
import type { Documents } from './data/knowledge/documents.ts'
import type { KnowledgeWork } from './data/knowledge/knowledge-work.ts'
import type { Knowledgebases } from './data/knowledge/knowledgebases.ts'
import type { LeadImports } from './data/leads/lead-imports.ts'
import type { LeadPages } from './data/leads/lead-pages.ts'
import type { Leads } from './data/leads/leads.ts'
import type { Ledger } from './data/ledger.ts'
import type { Numbers } from './data/numbers.ts'
import type { OptOutQuestions } from './data/opt-out-questions.ts'
import type { People } from './data/people/people.ts'
import type { PersonWorks } from './data/people/person-works.ts'
import type { RateLimit } from './data/rate-limit.ts'
import type { Sealing } from './data/sealing.ts'
import type { Simulations } from './data/simulations.ts'
import type { SmsRecords } from './data/sms.ts'
import type { SuppressionLists } from './data/suppression-lists/suppression-lists.ts'
import type { TalkTurns } from './data/talk-turns.ts'
import type { Tokens } from './data/tokens.ts'
import type { ToolCalls } from './data/tool-calls.ts'
import type { Tools } from './data/tools.ts'
import type { UnsignedHeads } from './data/unsigned-heads.ts'
import type { UserData } from './data/user-data.ts'
import type { Users } from './data/users.ts'
import type { Voices } from './data/voices.ts'
import type { WebhookEndpoints } from './data/webhook-endpoints.ts'
import type { WebhookSecrets } from './data/webhook-secrets.ts'
import type { CallRef, RecordingRef, SessionRef, TurnRef, WishRef } from './domain/calls/call-ref.ts'
import type { CampaignRef, DispatchJob } from './domain/campaigns/campaign.ts'
import type { Clock, Random } from './domain/clock.ts'
import type { EvidenceExportRef } from './domain/evidence/evidence-export.ts'
import type { EvidenceRef } from './domain/evidence/evidence-ref.ts'
import type { HistoryRef } from './domain/history/history-ref.ts'
import type { KnowledgeRef } from './domain/knowledge/knowledgebase.ts'
import type { OptOutQuestionRef } from './domain/opt-outs/opt-out-question.ts'
import type { PersonWorkRef } from './domain/people/person-work.ts'
import type { SimulationRef } from './domain/simulations/simulation.ts'
import type { SmsRef } from './domain/sms/sms-ref.ts'
import type { Stage } from './domain/stage.ts'
import type { ListRef } from './domain/suppression-lists/suppression-list.ts'
import type { DeliveryRef } from './domain/webhooks/delivery.ts'
import type { Callbacks } from './providers/callbacks.ts'
import type { Carrier } from './providers/carrier.ts'
import type { DocumentReader } from './providers/document-reader.ts'
import type { EvidenceHeads } from './providers/evidence-heads.ts'
import type { EvidenceSigner } from './providers/evidence-signer.ts'
import type { KnowledgeStore } from './providers/knowledge-store.ts'
import type { Embeddings } from './providers/models/embeddings.ts'
import type { Models } from './providers/models/model.ts'
import type { Realtime } from './providers/models/realtime.ts'
import type { PublicApi } from './providers/public-api.ts'
import type { Queue } from './providers/queue.ts'
import type { Recordings } from './providers/recordings.ts'
import type { SiteReader } from './providers/site-reader.ts'
import type { Sockets } from './providers/sockets.ts'
import type { TalkFunctions } from './providers/talk-functions.ts'
import type { ToolClient } from './providers/tool-client.ts'
import type { Vault } from './providers/vault.ts'
import type { WebhookClient } from './providers/webhook-client.ts'

/**
 * The parts list: what an operation may name in `uses`. A part with permissions is named method by method
 * (`calls.find`), so that a role holds exactly what its function calls and the handler sees nothing else.
 */
export interface Services extends Granted, Free {}

/** Parts that reach AWS or the outside world; infra/grants.ts says what each method needs. */
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
  placeCallQueue: Queue<CallRef>
  dispatchCampaignQueue: Queue<DispatchJob>
  clearCampaignQueue: Queue<CampaignRef>
  advanceCallQueue: Queue<CallRef>
  evaluateCallQueue: Queue<CallRef>
  linkEvidenceQueue: Queue<EvidenceRef>
  writeEvidenceQueue: Queue<EvidenceExportRef>
  handlePersonQueue: Queue<PersonWorkRef>
  importListQueue: Queue<ListRef>
  judgeOptOutQueue: Queue<OptOutQuestionRef>
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
