import { SendMessageBatchCommand, SendMessageCommand, type SQSClient } from '@aws-sdk/client-sqs'
import type { ExportRef } from '../../domain/account/data-export.ts'
import type { NumberRef } from '../../domain/account/number-order.ts'
import type {
  CallRef,
  DialJob,
  DialRound,
  RecordingRef,
  SessionRef,
  TurnRef,
  WishRef,
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
import { delaySecondsMax } from '../../words/delay.ts'
import type { Log } from '../../words/log.ts'
import type { Settings } from './settings.ts'

/** A queue only saves time; the table has all work. */
export interface Queue<Message> {
  /** Never fails: the caller has stored the work with a deadline. */
  nudge(message: Message, delaySeconds?: number): Promise<void>
  /** Fails when any message was refused. */
  send(messages: Message[], pace?: Pace): Promise<void>
}

/** Messages per second; more if `withinSeconds` needs it. */
interface Pace {
  perSecond: number
  withinSeconds: number
  /** Seconds until the first message is due. */
  afterSeconds?: number
}

/** SQS's limit of a batch. */
const sendBatchMax = 10
/** The SDK's number of open connections. */
const batchesAtOnce = 20
const atOnce: Pace = { perSecond: Infinity, withinSeconds: 0 }

interface QueueParts {
  sqs: SQSClient
  settings: Settings
  log: Log
}

/** Fair queues: SQS prefers users who take little of the workers' time. */
const groupOf = (message: object): string | undefined => ('user_id' in message ? String(message.user_id) : undefined)

const queue =
  <Message extends object>(setting: string) =>
  ({ sqs, settings, log }: QueueParts): Queue<Message> => ({
    nudge: async (message, delaySeconds = 0) => {
      try {
        await sqs.send(
          new SendMessageCommand({
            QueueUrl: settings.required(setting),
            MessageBody: JSON.stringify(message),
            MessageGroupId: groupOf(message),
            DelaySeconds: Math.min(delaySecondsMax, Math.max(0, Math.ceil(delaySeconds))),
          }),
        )
      } catch (cause) {
        log.warn('queue did not take a nudge', { queue: setting, cause })
      }
    },
    send: async (messages, { perSecond, withinSeconds, afterSeconds = 0 } = atOnce) => {
      const pace = Math.max(perSecond, messages.length / Math.min(withinSeconds, delaySecondsMax))
      const entries = messages.map((message, index) => ({
        Id: String(index % sendBatchMax),
        MessageBody: JSON.stringify(message),
        MessageGroupId: groupOf(message),
        DelaySeconds: Math.min(delaySecondsMax, Math.floor(afterSeconds + index / pace)),
      }))
      const batches: (typeof entries)[] = []
      for (let start = 0; start < entries.length; start += sendBatchMax)
        batches.push(entries.slice(start, start + sendBatchMax))
      const sendBatch = async (Entries: typeof entries) => {
        const answer = await sqs.send(new SendMessageBatchCommand({ QueueUrl: settings.required(setting), Entries }))
        if (answer.Failed?.length) throw new Error(`${answer.Failed.length} messages were not taken by ${setting}`)
      }
      for (let start = 0; start < batches.length; start += batchesAtOnce)
        await Promise.all(batches.slice(start, start + batchesAtOnce).map(sendBatch))
    },
  })

/** `placeCallQueue` → `PLACE_CALL_QUEUE_URL`. */
export const queueSetting = (name: string): string => `${name.replace(/[A-Z]/g, '_$&').toUpperCase()}_URL`

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
export const carryOutWishQueue = queue<WishRef>('CARRY_OUT_WISH_QUEUE_URL')
export const steerSessionQueue = queue<SessionRef>('STEER_SESSION_QUEUE_URL')
export const tendNumberQueue = queue<NumberRef>('TEND_NUMBER_QUEUE_URL')
export const settleSmsQueue = queue<SmsRef>('SETTLE_SMS_QUEUE_URL')
export const sealHistoryQueue = queue<HistoryRef>('SEAL_HISTORY_QUEUE_URL')
export const runSimulationQueue = queue<SimulationRef | ReplayRef>('RUN_SIMULATION_QUEUE_URL')
export const endChatQueue = queue<ChatRef>('END_CHAT_QUEUE_URL')
export const deliverWebhookQueue = queue<DeliveryRef>('DELIVER_WEBHOOK_QUEUE_URL')
export const readDocumentsQueue = queue<KnowledgeRef>('READ_DOCUMENTS_QUEUE_URL')
