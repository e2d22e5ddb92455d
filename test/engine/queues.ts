import { createHash, randomUUID } from 'node:crypto'
import type {
  ChangeMessageVisibilityCommandInput,
  CreateQueueCommandInput,
  DeleteMessageBatchCommandInput,
  DeleteMessageCommandInput,
  GetQueueUrlCommandInput,
  Message,
  ReceiveMessageCommandInput,
  SendMessageBatchCommandInput,
  SendMessageBatchRequestEntry,
  SendMessageCommandInput,
  SetQueueAttributesCommandInput,
} from '@aws-sdk/client-sqs'
import { SQSServiceException } from '@aws-sdk/client-sqs'
import { unknown } from '../../infra/local/engine/refusals.ts'
import type { Sqs } from '../../infra/local/sqs.ts'
import { must } from '../../shared/words/must.ts'

interface Queue {
  visible: Message[]
  inFlight: Map<string, Message>
  visibilityTimeoutSeconds: number
  deadLetters?: { queueName: string; attemptsMax: number }
  waiting: Set<() => void>
}

/**
 * The part of SQS that the local stack uses, in this process. Tests with several processes use
 * `startSqs` instead.
 */
export const openQueues = (): Sqs => {
  const queues = new Map<string, Queue>()
  const queueAt = (url: string | undefined): Queue => {
    const queue = queues.get(must(url, 'queue URL').split('/').at(-1) ?? '')
    if (!queue) throw refused('QueueDoesNotExist', 'The specified queue does not exist.')
    return queue
  }

  const show = (queue: Queue, message: Message) => {
    queue.visible.push(message)
    for (const wake of queue.waiting) wake()
  }
  const put = (url: string | undefined, { MessageBody = '', MessageAttributes, DelaySeconds }: Sent) => {
    if (DelaySeconds) throw unknown('a delay in real time')
    if (Buffer.byteLength(MessageBody) > messageBytesMax) throw unknown('a message that is too large')
    const MessageId = randomUUID()
    const MD5OfMessageBody = createHash('md5').update(MessageBody).digest('hex')
    const Attributes = { SenderId: accountId, SentTimestamp: String(Date.now()), ApproximateReceiveCount: '0' }
    const message = { MessageId, Body: MessageBody, MD5OfBody: MD5OfMessageBody, MessageAttributes, Attributes }
    show(queueAt(url), message)
    return { MessageId, MD5OfMessageBody }
  }

  const take = (queue: Queue, max: number, hiddenSeconds: number): Message[] => {
    if (hiddenSeconds < hiddenSecondsMin) throw unknown('a visibility time-out that ends while a test runs')
    const taken: Message[] = []
    for (let next = queue.visible.shift(); next; next = taken.length < max ? queue.visible.shift() : undefined) {
      const attempts = Number(next.Attributes?.ApproximateReceiveCount)
      if (queue.deadLetters && attempts >= queue.deadLetters.attemptsMax) {
        show(must(queues.get(queue.deadLetters.queueName), 'queue of dead letters'), next)
        continue
      }
      const ReceiptHandle = randomUUID()
      const Attributes = {
        ApproximateFirstReceiveTimestamp: String(Date.now()),
        ...next.Attributes,
        ApproximateReceiveCount: String(attempts + 1),
      }
      const message = { ...next, ReceiptHandle, Attributes }
      queue.inFlight.set(ReceiptHandle, message)
      taken.push(message)
    }
    return taken
  }

  const answers: Record<string, (input: never) => object | Promise<object>> = {
    SendMessageCommand: (input: SendMessageCommandInput) => put(input.QueueUrl, input),
    SendMessageBatchCommand: ({ QueueUrl, Entries = [] }: SendMessageBatchCommandInput) => {
      if (Entries.length === 0 || Entries.length > batchMax) throw unknown(`a batch of ${Entries.length}`)
      return { Successful: Entries.map((entry) => ({ Id: entry.Id, ...put(QueueUrl, entry) })) }
    },
    ReceiveMessageCommand: async (input: ReceiveMessageCommandInput) => {
      const queue = queueAt(input.QueueUrl)
      if (queue.visible.length === 0) await arrivalIn(queue, (input.WaitTimeSeconds ?? 0) * 1000)
      const hiddenSeconds = input.VisibilityTimeout ?? queue.visibilityTimeoutSeconds
      const Messages = take(queue, input.MaxNumberOfMessages ?? 1, hiddenSeconds)
      return Messages.length ? { Messages } : {}
    },
    ChangeMessageVisibilityCommand: (input: ChangeMessageVisibilityCommandInput) => {
      const { ReceiptHandle = '', VisibilityTimeout = 0 } = input
      const queue = queueAt(input.QueueUrl)
      const message = queue.inFlight.get(ReceiptHandle)
      if (!message) throw refused('MessageNotInflight', 'The specified message is not in flight.')
      if (VisibilityTimeout >= 1) throw unknown('a message that is hidden for longer')
      queue.inFlight.delete(ReceiptHandle)
      show(queue, message)
      return {}
    },
    DeleteMessageCommand: ({ QueueUrl, ReceiptHandle = '' }: DeleteMessageCommandInput) => {
      queueAt(QueueUrl).inFlight.delete(ReceiptHandle)
      return {}
    },
    DeleteMessageBatchCommand: ({ QueueUrl, Entries = [] }: DeleteMessageBatchCommandInput) => {
      for (const { ReceiptHandle = '' } of Entries) queueAt(QueueUrl).inFlight.delete(ReceiptHandle)
      return { Successful: Entries.map(({ Id }) => ({ Id })) }
    },
    CreateQueueCommand: ({ QueueName = '' }: CreateQueueCommandInput) => {
      if (!queues.has(QueueName))
        queues.set(QueueName, { visible: [], inFlight: new Map(), visibilityTimeoutSeconds: 30, waiting: new Set() })
      return { QueueUrl: urlOf(QueueName) }
    },
    GetQueueUrlCommand: ({ QueueName = '' }: GetQueueUrlCommandInput) => {
      queueAt(urlOf(QueueName))
      return { QueueUrl: urlOf(QueueName) }
    },
    SetQueueAttributesCommand: ({ QueueUrl, Attributes = {} }: SetQueueAttributesCommandInput) => {
      const { VisibilityTimeout, RedrivePolicy = '', ...others } = Attributes
      if (Object.keys(others).length > 0) throw unknown(`the attributes ${Object.keys(others)}`)
      const { deadLetterTargetArn, maxReceiveCount } = JSON.parse(RedrivePolicy)
      const queue = queueAt(QueueUrl)
      queue.visibilityTimeoutSeconds = Number(VisibilityTimeout)
      queue.deadLetters = { queueName: deadLetterTargetArn.split(':').at(-1), attemptsMax: maxReceiveCount }
      return {}
    },
  }
  return {
    endpoint,
    answer: async (command, input) => {
      await new Promise((resolve) => setImmediate(resolve))
      const answer = answers[command]
      if (!answer) throw unknown(command)
      return answer(input as never)
    },
    depth: (queueName) => {
      const queue = queues.get(queueName)
      return { visible: queue?.visible.length ?? 0, inFlight: queue?.inFlight.size ?? 0 }
    },
    close: async () => {
      for (const { waiting } of queues.values()) for (const wake of waiting) wake()
    },
  }
}

type Sent = Pick<SendMessageBatchRequestEntry, 'DelaySeconds' | 'MessageAttributes'> & {
  MessageBody: string | undefined
}

const endpoint = 'http://queues.test:9324'
const accountId = '000000000000'
const messageBytesMax = 256 * 1024
const batchMax = 10
const hiddenSecondsMin = 30

const urlOf = (queueName: string) => `${endpoint}/${accountId}/${queueName}`

/** Resolves when a message arrives, or after `waitMs` of real time. */
const arrivalIn = ({ waiting }: Queue, waitMs: number): Promise<void> =>
  new Promise((resolve) => {
    const wake = () => {
      clearTimeout(timer)
      waiting.delete(wake)
      resolve()
    }
    const timer = setTimeout(wake, waitMs)
    waiting.add(wake)
  })

const refused = (name: string, message: string) =>
  new SQSServiceException({ name, message, $fault: 'client', $metadata: { httpStatusCode: 400 } })
