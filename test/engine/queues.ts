import { createHash, randomUUID } from 'node:crypto'
import {
  ChangeMessageVisibilityCommand,
  CreateQueueCommand,
  DeleteMessageBatchCommand,
  DeleteMessageCommand,
  GetQueueUrlCommand,
  type Message,
  ReceiveMessageCommand,
  SendMessageBatchCommand,
  SendMessageCommand,
  SetQueueAttributesCommand,
  type SQSClient,
  SQSServiceException,
} from '@aws-sdk/client-sqs'
import type { Sqs } from '../../infra/local/sqs.ts'
import { unknown } from './refusals.ts'

interface Kept extends Message {
  receiveCount: number
}

interface Queue {
  visible: Kept[]
  inFlight: Map<string, Kept>
  visibilityTimeoutSeconds: number
  deadLetters?: { queue: string; attemptsMax: number }
  /** Receivers that wait for a message. */
  waiting: Set<() => void>
}

/**
 * SQS in this process, as far as the local stack uses it, in place of what a client would send. Who looks at a queue from another
 * process needs the real one.
 */
export const openQueues = (): Sqs => {
  const queues = new Map<string, Queue>()
  const queueAt = (url: string | undefined): Queue => {
    const queue = queues.get(nameOf(url))
    if (!queue) throw refused('QueueDoesNotExist', 'The specified queue does not exist.')
    return queue
  }

  const show = (queue: Queue, message: Kept) => {
    queue.visible.push(message)
    for (const wake of queue.waiting) wake()
  }
  const put = (queue: Queue, { MessageBody = '', MessageAttributes, DelaySeconds = 0 }: Sent) => {
    if (DelaySeconds > 0) throw unknown('a delay in real time')
    if (Buffer.byteLength(MessageBody) > messageBytesMax) throw unknown('a message of more than 256 KB')
    const message = { MessageId: randomUUID(), Body: MessageBody, MD5OfBody: md5Of(MessageBody), MessageAttributes }
    const Attributes = { SentTimestamp: String(Date.now()), SenderId: senderId }
    show(queue, { ...message, Attributes, receiveCount: 0 })
    return { MessageId: message.MessageId, MD5OfMessageBody: message.MD5OfBody }
  }

  const take = (queue: Queue, max: number, visibilityTimeoutSeconds: number): Message[] => {
    const taken: Message[] = []
    while (taken.length < max) {
      const message = queue.visible.shift()
      if (!message) break
      if (queue.deadLetters && message.receiveCount >= queue.deadLetters.attemptsMax) {
        show(queueAt(queue.deadLetters.queue), message)
        continue
      }
      message.receiveCount += 1
      message.ReceiptHandle = randomUUID()
      message.Attributes = {
        ApproximateFirstReceiveTimestamp: String(Date.now()),
        ...message.Attributes,
        ApproximateReceiveCount: String(message.receiveCount),
      }
      queue.inFlight.set(message.ReceiptHandle, message)
      if (visibilityTimeoutSeconds < secondsThatNoTestLasts) throw unknown('a visibility time-out that ends in real time')
      const { receiveCount: _, ...told } = message
      taken.push(told)
    }
    return taken
  }

  const answers: Answers = [
    on(SendMessageCommand, (input) => put(queueAt(input.QueueUrl), input)),
    on(SendMessageBatchCommand, ({ QueueUrl, Entries = [] }) => {
      if (Entries.length === 0 || Entries.length > batchMax) throw unknown(`a batch of ${Entries.length}`)
      return { Successful: Entries.map((entry) => ({ Id: entry.Id, ...put(queueAt(QueueUrl), entry) })) }
    }),
    on(ReceiveMessageCommand, async ({ QueueUrl, MaxNumberOfMessages = 1, VisibilityTimeout, WaitTimeSeconds = 0 }) => {
      const queue = queueAt(QueueUrl)
      const seconds = VisibilityTimeout ?? queue.visibilityTimeoutSeconds
      if (queue.visible.length === 0) await arrival(queue, WaitTimeSeconds * 1000)
      const Messages = take(queue, MaxNumberOfMessages, seconds)
      return Messages.length ? { Messages } : {}
    }),
    on(ChangeMessageVisibilityCommand, ({ QueueUrl, ReceiptHandle = '', VisibilityTimeout = 0 }) => {
      const queue = queueAt(QueueUrl)
      const message = queue.inFlight.get(ReceiptHandle)
      if (!message) throw refused('MessageNotInflight', 'The message is not in flight.')
      if (VisibilityTimeout >= 1) throw unknown('a message that is hidden for longer')
      queue.inFlight.delete(ReceiptHandle)
      show(queue, message)
      return {}
    }),
    on(DeleteMessageCommand, ({ QueueUrl, ReceiptHandle = '' }) => {
      queueAt(QueueUrl).inFlight.delete(ReceiptHandle)
      return {}
    }),
    on(DeleteMessageBatchCommand, ({ QueueUrl, Entries = [] }) => {
      for (const { ReceiptHandle = '' } of Entries) queueAt(QueueUrl).inFlight.delete(ReceiptHandle)
      return { Successful: Entries.map(({ Id }) => ({ Id })) }
    }),
    on(CreateQueueCommand, ({ QueueName = '' }) => {
      const queue = { visible: [], inFlight: new Map(), visibilityTimeoutSeconds: 30, waiting: new Set<() => void>() }
      if (!queues.has(QueueName)) queues.set(QueueName, queue)
      return { QueueUrl: urlOf(QueueName) }
    }),
    on(GetQueueUrlCommand, ({ QueueName = '' }) => {
      queueAt(QueueName)
      return { QueueUrl: urlOf(QueueName) }
    }),
    on(SetQueueAttributesCommand, ({ QueueUrl, Attributes: { VisibilityTimeout, RedrivePolicy, ...others } = {} }) => {
      if (!VisibilityTimeout || !RedrivePolicy || Object.keys(others).length > 0) throw unknown('such attributes')
      const { deadLetterTargetArn, maxReceiveCount } = JSON.parse(RedrivePolicy)
      const deadLetters = { queue: deadLetterTargetArn.split(':').at(-1), attemptsMax: maxReceiveCount }
      Object.assign(queueAt(QueueUrl), { visibilityTimeoutSeconds: Number(VisibilityTimeout), deadLetters })
      return {}
    }),
  ]
  return {
    endpoint: origin,
    answer: async (command, input) => {
      const found = answers.find(({ name }) => name === command)
      if (!found) throw unknown(command)
      await new Promise((resolve) => setImmediate(resolve))
      return found.answer(input)
    },
    depth: (name) => {
      const { visible = [], inFlight } = queues.get(name) ?? {}
      return { visible: visible.length, inFlight: inFlight?.size ?? 0 }
    },
    close: async () => {
      for (const { waiting } of queues.values()) for (const wake of waiting) wake()
    },
  }
}
