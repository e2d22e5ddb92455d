import { setImmediate as nextTurn } from 'node:timers/promises'
import {
  DeleteMessageBatchCommand,
  type Message,
  ReceiveMessageCommand,
  SendMessageCommand,
  type SQSClient,
} from '@aws-sdk/client-sqs'
import type { SQSBatchResponse, SQSEvent, SQSMessageAttributes, SQSRecord } from 'aws-lambda'
import type { LocalClock } from './clock.ts'
import { fairQueue } from './fair-queue.ts'
import { isLoop, lineageAfter, traceHeaderOf } from './lineage.ts'
import {
  arnOf,
  deliverAtName,
  groupName,
  type QueueDepth,
  region,
  showAgain,
  traceHeaderName,
  traceOfInvocation,
} from './sqs.ts'

export interface EventSource {
  readonly queueUrl: string
  /**
   * Stops receiving, waits for running invocations and makes undelivered messages visible again.
   */
  stop(): Promise<void>
  /**
   * Resolves when no invocation runs and no message is ready. Delayed and failed messages may
   * remain.
   */
  idle(): Promise<void>
  invocations(): number
  isBusy(): boolean
}

interface EventSourceOptions {
  client: SQSClient
  queueUrl: string
  queueName: string
  depth: (queueName: string) => QueueDepth
  batchSize: number
  concurrencyMax: number
  visibilityTimeoutSeconds: number
  /** `Terminate`, Lambda's default, stops functions that invoke each other in a loop. */
  recursiveLoop?: 'Allow' | 'Terminate'
  clock: LocalClock
  invoke: (event: SQSEvent) => Promise<SQSBatchResponse | undefined>
  onError: (cause: unknown) => void
}

/**
 * Simulates Lambda's event source mapping with ReportBatchItemFailures. A failed message returns to
 * the queue after its visibility time-out on the local clock. The queue must have no other
 * consumer.
 */
export const pollQueue = (options: EventSourceOptions): EventSource => {
  const { client, queueUrl, queueName, depth, concurrencyMax, visibilityTimeoutSeconds, clock, invoke, onError } =
    options
  const { recursiveLoop = 'Terminate' } = options
  const batchSize = Math.min(options.batchSize, receiveMax)
  /**
   * Functions by receipt handle. Each cancels the timer that makes a received message visible
   * again.
   */
  const hidden = new Map<string, () => void>()
  const ready = fairQueue({ clock })
  const running = new Set<Promise<void>>()
  let invocations = 0
  let stopped = false

  const hide = ({ receiptHandle }: SQSRecord, ms: number, then: () => void | Promise<void>) => {
    const cancel = clock.after(ms, () => {
      hidden.delete(receiptHandle)
      return then()
    })
    hidden.set(receiptHandle, cancel)
  }

  const show = async (receiptHandle: string) => {
    hidden.get(receiptHandle)?.()
    hidden.delete(receiptHandle)
    try {
      await showAgain(client, queueUrl, receiptHandle)
    } catch (cause) {
      const deletedMeanwhile = cause instanceof Error && cause.name === 'MessageNotInflight'
      if (!deletedMeanwhile) onError(cause)
    }
  }

  const take = (message: Message) => {
    const record = toRecord(message, queueName)
    const waitMs = Number(message.MessageAttributes?.[deliverAtName]?.StringValue ?? 0) - clock.now()
    if (waitMs <= 0) return ready.add(record)
    hide(record, waitMs, () => {
      ready.add(record)
      dispatch()
    })
  }

  const dispatch = () => {
    while (ready.size() > 0 && running.size < concurrencyMax && !stopped) {
      const { records, end } = ready.take(batchSize)
      const invocation: Promise<void> = deliver(records).then(() => {
        running.delete(invocation)
        end()
        dispatch()
      })
      running.add(invocation)
    }
  }

  const deliver = async (records: SQSRecord[]) => {
    invocations += 1
    for (const record of records) hide(record, visibilityTimeoutSeconds * 1000, () => show(record.receiptHandle))
    try {
      const lineage = lineageAfter(queueName, records)
      if (recursiveLoop === 'Terminate' && isLoop(queueName, lineage))
        throw new Error(`Lambda dropped a recursive invocation of ${queueName}`)
      const response = await traceOfInvocation.run(traceHeaderOf(lineage), () => invoke({ Records: records }))
      const failed = failedOf(response, records)
      await remove(records.filter(({ messageId }) => !failed.has(messageId)))
    } catch (cause) {
      onError(cause)
    }
  }

  const remove = async (records: SQSRecord[]) => {
    if (records.length === 0) return
    const Entries = records.map(({ receiptHandle }, index) => ({ Id: String(index), ReceiptHandle: receiptHandle }))
    await client.send(new DeleteMessageBatchCommand({ QueueUrl: queueUrl, Entries }))
    for (const { receiptHandle } of records) {
      hidden.get(receiptHandle)?.()
      hidden.delete(receiptHandle)
    }
  }

  const receive = async () => {
    const { Messages = [] } = await client.send(
      new ReceiveMessageCommand({
        QueueUrl: queueUrl,
        MaxNumberOfMessages: receiveMax,
        VisibilityTimeout: visibilityTimeoutSecondsMax,
        WaitTimeSeconds: longPollSeconds,
        MessageSystemAttributeNames: ['All'],
        MessageAttributeNames: ['All'],
      }),
    )
    for (const message of Messages) {
      if (message.MessageAttributes?.[wakeUpName]) await remove([toRecord(message, queueName)])
      else take(message)
    }
    dispatch()
  }

  const poll = async () => {
    while (!stopped) {
      try {
        await receive()
      } catch (cause) {
        if (stopped) return
        onError(cause)
        await realTime(pauseAfterErrorMs)
      }
    }
  }

  /** Sends a message to end a long poll, because aborting the poll could lose messages. */
  const wakeUp = async () => {
    const MessageAttributes = { [wakeUpName]: { DataType: 'String', StringValue: queueName } }
    await client.send(new SendMessageCommand({ QueueUrl: queueUrl, MessageBody: wakeUpName, MessageAttributes }))
  }

  const atRest = () => {
    const { visible, inFlight } = depth(queueName)
    return visible === 0 && inFlight === hidden.size && running.size === 0 && ready.size() === 0
  }

  const polling = poll()
  return {
    queueUrl,
    stop: async () => {
      stopped = true
      await wakeUp().catch(onError)
      await polling
      await Promise.all(running)
      const undelivered = [
        ...ready.take(Number.POSITIVE_INFINITY).records.map(({ receiptHandle }) => receiptHandle),
        ...hidden.keys(),
      ]
      await Promise.all(undelivered.map(show))
    },
    idle: async () => {
      for (let check = 0; ; check++) {
        await Promise.all(running)
        if (stopped || atRest()) return
        await (check < checksAtOnceMax ? nextTurn() : realTime(idleCheckMs))
      }
    },
    invocations: () => invocations,
    isBusy: () => running.size > 0 || ready.size() > 0,
  }
}

/**
 * Returns a function that waits until all queues are idle. The function checks a queue again only
 * if `client` has used the queue since the last check.
 */
export const idleTogether = (client: SQSClient, sources: EventSource[]): (() => Promise<void>) => {
  const trafficOf = countTraffic(client)
  const atRestSince = new Map<EventSource, number>()
  const isRestless = (source: EventSource) => source.isBusy() || trafficOf(source.queueUrl) !== atRestSince.get(source)
  return async () => {
    for (let restless = sources; restless.length > 0; restless = sources.filter(isRestless))
      for (const source of restless.filter(isRestless)) {
        const traffic = trafficOf(source.queueUrl)
        await source.idle()
        atRestSince.set(source, traffic)
      }
  }
}

/** Counts, per queue, the client's commands that can make a message deliverable. */
const countTraffic = (client: SQSClient): ((queueUrl: string) => number) => {
  const counts = new Map<string, number>()
  const send = client.send.bind(client) as (...command: unknown[]) => Promise<unknown>
  const counted = async (command: { constructor: NewableFunction; input: object }, ...more: unknown[]) => {
    try {
      return await send(command, ...more)
    } finally {
      const { input } = command
      if ('QueueUrl' in input && /^(SendMessage|ChangeMessageVisibility)/.test(command.constructor.name))
        counts.set(String(input.QueueUrl), (counts.get(String(input.QueueUrl)) ?? 0) + 1)
    }
  }
  Object.assign(client, { send: counted })
  return (queueUrl) => counts.get(queueUrl) ?? 0
}

const receiveMax = 10
/** Seconds. SQS hides a message for at most 12 hours. */
const visibilityTimeoutSecondsMax = 43_200
const longPollSeconds = 2
const wakeUpName = 'wake_up'
const pauseAfterErrorMs = 1_000
const idleCheckMs = 5
/** Number of idle checks before the first pause, because in-process queues become idle quickly. */
const checksAtOnceMax = 20

const realTime = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Returns the ids of failed messages. As in Lambda, an unknown id means that all failed. */
const failedOf = (response: SQSBatchResponse | undefined, records: SQSRecord[]): Set<string> => {
  const all = new Set(records.map(({ messageId }) => messageId))
  const failed = new Set(response?.batchItemFailures?.map(({ itemIdentifier }) => itemIdentifier))
  return [...failed].every((messageId) => all.has(messageId)) ? failed : all
}

const toRecord = (message: Message, queueName: string): SQSRecord => ({
  messageId: message.MessageId ?? '',
  receiptHandle: message.ReceiptHandle ?? '',
  body: message.Body ?? '',
  attributes: {
    ApproximateReceiveCount: '1',
    SentTimestamp: '0',
    SenderId: '',
    ApproximateFirstReceiveTimestamp: '0',
    ...message.Attributes,
    ...(message.MessageAttributes?.[traceHeaderName] && {
      AWSTraceHeader: message.MessageAttributes[traceHeaderName].StringValue,
    }),
    ...(message.MessageAttributes?.[groupName] && {
      MessageGroupId: message.MessageAttributes[groupName].StringValue,
    }),
  },
  messageAttributes: toRecordAttributes(message),
  md5OfBody: message.MD5OfBody ?? '',
  eventSource: 'aws:sqs',
  eventSourceARN: arnOf(queueName),
  awsRegion: region,
})

const toRecordAttributes = ({ MessageAttributes = {} }: Message): SQSMessageAttributes => {
  const { [deliverAtName]: _delay, [traceHeaderName]: _trace, [groupName]: _group, ...attributes } = MessageAttributes
  return Object.fromEntries(
    Object.entries(attributes).map(([name, { DataType = 'String', StringValue, BinaryValue }]) => [
      name,
      {
        ...(StringValue !== undefined && { stringValue: StringValue }),
        ...(BinaryValue && { binaryValue: Buffer.from(BinaryValue).toString('base64') }),
        stringListValues: [],
        binaryListValues: [],
        dataType: DataType,
      },
    ]),
  )
}
