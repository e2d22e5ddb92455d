import type { ExportRef } from '../../domain/account/data-export.ts'
import type { NumberRef } from '../../domain/account/number-order.ts'
import type {
  CallRef,
  DialJob,
  DialRound,
  RecordingRef,
  SessionRef,
  ToolCallRef,
  TurnRef,
} from '../../domain/calls/call-ref.ts'
import type { CampaignRef, DispatchJob } from '../../domain/campaigns/campaign.ts'
import type { ChatRef } from '../../domain/conversations/chat.ts'
import type { EvidenceExportRef } from '../../domain/evidence/evidence-export.ts'
import type { EvidenceRef } from '../../domain/evidence/evidence-ref.ts'
import type { KnowledgeRef } from '../../domain/knowledge/knowledgebase.ts'
import type { LeadImportRef } from '../../domain/leads/lead-import.ts'
import type { OptOutQuestionRef } from '../../domain/opt-outs/opt-out-question.ts'
import type { PersonWorkRef } from '../../domain/people/person-work.ts'
import type { ReplayRef } from '../../domain/simulations/replay.ts'
import type { SimulationRef } from '../../domain/simulations/simulation.ts'
import type { SmsRef } from '../../domain/sms/sms-ref.ts'
import type { ListRef } from '../../domain/suppression-lists/suppression-list.ts'
import type { DeliveryRef } from '../../domain/webhooks/delivery.ts'
import type { HistoryRef } from '../../table/history-ref.ts'
import { queue } from './queue.ts'

export const placeCallQueue = queue<DialJob>('PLACE_CALL_QUEUE_URL')
export const paceDialsQueue = queue<DialRound>('PACE_DIALS_QUEUE_URL')
export const dispatchCampaignQueue = queue<DispatchJob>('DISPATCH_CAMPAIGN_QUEUE_URL')
export const clearCampaignQueue = queue<CampaignRef>('CLEAR_CAMPAIGN_QUEUE_URL')
export const advanceCallQueue = queue<CallRef>('ADVANCE_CALL_QUEUE_URL')
export const evaluateCallQueue = queue<CallRef>('EVALUATE_CALL_QUEUE_URL')
export const linkEvidenceQueue = queue<EvidenceRef>('LINK_EVIDENCE_QUEUE_URL')
export const importLeadsQueue = queue<LeadImportRef>('IMPORT_LEADS_QUEUE_URL')
export const importListQueue = queue<ListRef>('IMPORT_LIST_QUEUE_URL')
export const judgeOptOutQueue = queue<OptOutQuestionRef | CallRef>('JUDGE_OPT_OUT_QUEUE_URL')
export const writeEvidenceQueue = queue<EvidenceExportRef>('WRITE_EVIDENCE_QUEUE_URL')
export const writeExportQueue = queue<ExportRef>('WRITE_EXPORT_QUEUE_URL')
export const handlePersonQueue = queue<PersonWorkRef>('HANDLE_PERSON_QUEUE_URL')
export const copyRecordingQueue = queue<RecordingRef>('COPY_RECORDING_QUEUE_URL')
export const watchSilenceQueue = queue<TurnRef>('WATCH_SILENCE_QUEUE_URL')
export const carryOutWishQueue = queue<ToolCallRef>('CARRY_OUT_WISH_QUEUE_URL')
export const steerSessionQueue = queue<SessionRef>('STEER_SESSION_QUEUE_URL')
export const tendNumberQueue = queue<NumberRef>('TEND_NUMBER_QUEUE_URL')
export const settleSmsQueue = queue<SmsRef>('SETTLE_SMS_QUEUE_URL')
export const sealHistoryQueue = queue<HistoryRef>('SEAL_HISTORY_QUEUE_URL')
export const runSimulationQueue = queue<SimulationRef | ReplayRef>('RUN_SIMULATION_QUEUE_URL')
export const endChatQueue = queue<ChatRef>('END_CHAT_QUEUE_URL')
export const deliverWebhookQueue = queue<DeliveryRef>('DELIVER_WEBHOOK_QUEUE_URL')
export const readDocumentsQueue = queue<KnowledgeRef>('READ_DOCUMENTS_QUEUE_URL')
