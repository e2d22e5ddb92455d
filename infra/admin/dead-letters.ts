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

/** Messages that a worker gave up on. */
export interface DeadLetters {
  worker: string
  messages: number
  /** The harm to users while its messages wait. */
  hurts: string
  /** When the oldest of those that were looked into was first sent, epoch milliseconds. */
  oldest_at: number | undefined
  /** Some of them: what they speak of, by id. */
  samples: object[]
}

/** Messages of a queue that are looked into: as many as SQS hands out at once. */
const samplesMax = 10
/**
 * Long enough for one message to be sent on and deleted; one that was only looked at is back after
 * this long.
 */
const movingSeconds = 60
const lookingSeconds = 1
/**
 * SQS asks a part of its machines when it must answer at once, and all of them when it may wait.
 */
const waitSeconds = 2

/** Looks into the dead-letter queues without taking anything out of them. */
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
 * Gives every dead letter back to its worker. Each is sent before it is deleted: killed in between,
 * it comes twice, which no worker minds. Resolves with their number.
 */
export const redrive = async ({ url, deadUrl }: WorkQueue, sqs: SQSClient): Promise<number> => {
  // Messages that fail again meanwhile are left for the next run.
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

/** Number of messages in a queue, those in flight included. */
export const countOf = async (QueueUrl: string, sqs: SQSClient): Promise<number> => {
  const AttributeNames = ['ApproximateNumberOfMessages', 'ApproximateNumberOfMessagesNotVisible'] as const
  const command = new GetQueueAttributesCommand({ QueueUrl, AttributeNames: [...AttributeNames] })
  const { Attributes = {} } = await sqs.send(command)
  return AttributeNames.reduce((sum, name) => sum + Number(Attributes[name] ?? 0), 0)
}

/** The queues of one worker, or of all. */
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

/** Ids and numbers as they are, whatever else may have got into a message only by its name. */
const subjectOf = ({ Body = '' }: Message): object => {
  try {
    const members = Object.entries(JSON.parse(Body)).map(([name, value]) => [name, isHarmless(value) ? value : '•••'])
    return Object.fromEntries(members)
  } catch {
    return { unreadable: true }
  }
}

/** Numbers, switches, and what the carrier calls a thing: `RE…`. */
const isHarmless = (value: unknown): boolean =>
  typeof value === 'number' || typeof value === 'boolean' || /^[A-Z]{2}[0-9a-f]{32}$/.test(String(value))
