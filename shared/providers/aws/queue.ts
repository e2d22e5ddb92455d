import { SendMessageBatchCommand, SendMessageCommand, type SQSClient } from '@aws-sdk/client-sqs'
import { delaySecondsMax } from '../../words/delay.ts'
import type { Log } from '../../words/log.ts'
import type { Settings } from './settings.ts'

/** A queue that may lose messages: all work is also stored in the table with a deadline. */
export interface Queue<Message> {
  /** Never fails, because the caller has stored the work with a deadline. */
  nudge(message: Message, delaySeconds?: number): Promise<void>
  /** Fails when any message was refused. */
  send(messages: Message[], pace?: Pace): Promise<void>
}

/** Messages per second; more if sending would otherwise take longer than `withinSeconds`. */
interface Pace {
  perSecond: number
  withinSeconds: number
  afterSeconds?: number
}

/** Messages per batch; SQS's limit. */
const sendBatchMax = 10
const batchesAtOnce = 20
const atOnce: Pace = { perSecond: Infinity, withinSeconds: 0 }

interface QueueParts {
  sqs: SQSClient
  settings: Settings
  log: Log
}

/**
 * Returns the message group for SQS fair queues, so that a user with many messages does not delay
 * other users.
 */
const groupOf = (message: object): string | undefined => ('user_id' in message ? String(message.user_id) : undefined)

export const queue =
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

/** Returns `PLACE_CALL_QUEUE_URL` for `placeCallQueue`. */
export const queueSetting = (name: string): string => `${name.replace(/[A-Z]/g, '_$&').toUpperCase()}_URL`
