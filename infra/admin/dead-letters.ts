import {
  DeleteMessageCommand,
  GetQueueAttributesCommand,
  type Message,
  ReceiveMessageCommand,
  SendMessageCommand,
  type SQSClient,
} from '@aws-sdk/client-sqs'
import { isoTime } from '../../shared/words/time.ts'
import type { Stack } from './stacks.ts'
import type { WorkQueue } from './work-queue.ts'

export interface DeadLetters {
  worker: string
  messages: number
  /** Harm to users until these messages are handled. */
  hurts: string
  /** Time of the oldest sample, in epoch milliseconds. */
  oldest_at: number | undefined
  samples: object[]
}

const samplesMax = 10
/** Seconds until a message that was received but not deleted becomes visible again. */
const movingSeconds = 60
const lookingSeconds = 1
/** Seconds of a long poll; unlike a short poll, it asks all SQS servers. */
const waitSeconds = 2

export const listDeadLetters = async (queues: WorkQueue[], sqs: SQSClient): Promise<DeadLetters[]> =>
  Promise.all(
    queues.map(async ({ worker, deadUrl }) => {
      const messages = await countOf(deadUrl, sqs)
      const looked = messages > 0 ? await receive(deadUrl, sqs, lookingSeconds) : []
      return {
        worker: worker.id,
        messages,
        hurts: worker.failureHurts,
        oldest_at: looked.map(sentAt).sort((one, other) => one - other)[0],
        samples: looked.map((message) => ({ sent_at: isoTime(sentAt(message)), about: subjectOf(message) })),
      }
    }),
  )

/**
 * Moves dead letters back to their queue. Sends each message before deleting it, so a crash can
 * only repeat a message. Resolves with the number of messages.
 */
export const redrive = async ({ url, deadUrl }: WorkQueue, sqs: SQSClient): Promise<number> => {
  const count = await countOf(deadUrl, sqs)
  let moved = 0
  while (moved < count) {
    const messages = await receive(deadUrl, sqs, movingSeconds)
    if (messages.length === 0) break
    await Promise.all(
      messages.map(async ({ Body, MessageAttributes, Attributes, ReceiptHandle }) => {
        const MessageGroupId = Attributes?.MessageGroupId
        await sqs.send(new SendMessageCommand({ QueueUrl: url, MessageBody: Body, MessageAttributes, MessageGroupId }))
        await sqs.send(new DeleteMessageCommand({ QueueUrl: deadUrl, ReceiptHandle }))
      }),
    )
    moved += messages.length
  }
  return moved
}

export const countOf = async (QueueUrl: string, sqs: SQSClient): Promise<number> => {
  const AttributeNames = ['ApproximateNumberOfMessages', 'ApproximateNumberOfMessagesNotVisible'] as const
  const command = new GetQueueAttributesCommand({ QueueUrl, AttributeNames: [...AttributeNames] })
  const { Attributes = {} } = await sqs.send(command)
  return AttributeNames.reduce((sum, name) => sum + Number(Attributes[name] ?? 0), 0)
}

export const queuesOf = async (stack: Stack, worker: string | undefined): Promise<WorkQueue[]> =>
  (await stack.workQueues()).filter((queue) => worker === undefined || queue.worker.id === worker)

const receive = async (QueueUrl: string, sqs: SQSClient, VisibilityTimeout: number): Promise<Message[]> => {
  const { Messages = [] } = await sqs.send(
    new ReceiveMessageCommand({
      QueueUrl,
      VisibilityTimeout,
      MaxNumberOfMessages: samplesMax,
      WaitTimeSeconds: waitSeconds,
      MessageAttributeNames: ['All'],
      MessageSystemAttributeNames: ['All'],
    }),
  )
  return Messages
}

const sentAt = ({ Attributes }: Message): number => Number(Attributes?.SentTimestamp ?? 0)

/** Shows ids and other harmless values of the message. Hides all other values. */
const subjectOf = ({ Body = '' }: Message): object => {
  try {
    const members = Object.entries(JSON.parse(Body)).map(([name, value]) => [name, isHarmless(value) ? value : '•••'])
    return Object.fromEntries(members)
  } catch {
    return { unreadable: true }
  }
}

const isHarmless = (value: unknown): boolean =>
  typeof value === 'number' || typeof value === 'boolean' || /^[A-Z]{2}[0-9a-f]{32}$/.test(String(value))
