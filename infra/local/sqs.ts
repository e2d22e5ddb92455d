import { AsyncLocalStorage } from 'node:async_hooks'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import {
  ChangeMessageVisibilityCommand,
  CreateQueueCommand,
  ListQueuesCommand,
  type MessageAttributeValue,
  type ServiceInputTypes,
  SetQueueAttributesCommand,
  SQSClient,
} from '@aws-sdk/client-sqs'
import { startFauxqs } from 'fauxqs'
import type { LocalClock } from './clock.ts'

export interface Sqs {
  endpoint: string
  depth(queueName: string): QueueDepth
  answer?: (command: string, input: object) => Promise<object>
  close(): Promise<void>
}

/** `inFlight` counts received messages that are neither deleted nor visible again. */
export interface QueueDepth {
  visible: number
  inFlight: number
}

interface SqsOptions {
  port?: number
  dataDir?: string
}

/** Runs fauxqs (an SQS emulator) on 127.0.0.1. Rejects with EADDRINUSE when the port is taken. */
export const startSqs = async ({ port = 0, dataDir }: SqsOptions = {}): Promise<Sqs> => {
  const server = await onLoopbackOnly(() => startFauxqs({ port, logger: false, ...(dataDir && { dataDir }) }))
  const endpoint = `http://127.0.0.1:${server.port}`
  if (dataDir) await releaseOrphans(endpoint, (name) => server.inspectQueue(name)?.messages.inflight ?? [])
  const depth = (name: string): QueueDepth => {
    const { ready = [], inflight = [] } = server.inspectQueue(name)?.messages ?? {}
    return { visible: ready.length, inFlight: inflight.length }
  }
  return { endpoint, depth, close: () => server.stop() }
}

interface QueueSpec {
  name: string
  visibilityTimeoutSeconds: number
  /** Number of failed deliveries after which a message moves to the queue `<name>-dead`. */
  attemptsMax: number
}

export const ensureQueues = async (client: SQSClient, queues: QueueSpec[]): Promise<Record<string, string>> => {
  const urls: Record<string, string> = {}
  for (const { name, visibilityTimeoutSeconds, attemptsMax } of queues) {
    await client.send(new CreateQueueCommand({ QueueName: `${name}-dead` }))
    await client.send(new CreateQueueCommand({ QueueName: name }))
    const url = await urlOf(client, name)
    await client.send(
      new SetQueueAttributesCommand({
        QueueUrl: url,
        Attributes: {
          VisibilityTimeout: String(visibilityTimeoutSeconds),
          RedrivePolicy: JSON.stringify({ deadLetterTargetArn: arnOf(`${name}-dead`), maxReceiveCount: attemptsMax }),
        },
      }),
    )
    urls[name] = url
  }
  return urls
}

export const arnOf = (queueName: string): string => `arn:aws:sqs:${region}:${account}:${queueName}`
export const region = 'us-east-1'
const account = '000000000000'

/** Message attribute: delivery time in epoch milliseconds of the local clock. */
export const deliverAtName = 'deliver_at'

/** Message attribute that replaces `AWSTraceHeader`, which fauxqs does not keep. */
export const traceHeaderName = 'trace_header'

/** Message attribute that replaces `MessageGroupId`, which fauxqs keeps for FIFO queues only. */
export const groupName = 'message_group'

/**
 * Trace header of the running invocation. As in Lambda, every message that it sends gets this
 * header.
 */
export const traceOfInvocation = new AsyncLocalStorage<string>()

interface ClientOptions extends Pick<Sqs, 'endpoint' | 'answer'> {
  clock?: LocalClock
  /** Speed of the clock. At speed 1, SQS itself delays messages. */
  speed?: number
}

/**
 * Makes an SQS client. SQS delays messages in real time. With another clock speed, the attribute
 * `deliver_at` replaces `DelaySeconds`.
 */
export const localSqsClient = ({ endpoint, answer, clock, speed }: ClientOptions): SQSClient => {
  const client = new SQSClient({
    endpoint,
    region,
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
    useQueueUrlAsEndpoint: false,
    requestHandler: { httpAgent: { keepAlive: true, maxSockets: 200 } },
  })
  const carry = (message: Sent): Sent =>
    carryGroup(carryTrace(clock && speed !== 1 ? carryDelay(message, clock) : message))
  if (answer) {
    // Calls fauxqs directly, because the SDK's middleware takes more time than the queue itself.
    const send = async (command: { constructor: NewableFunction; input: ServiceInputTypes }) => ({
      $metadata: {},
      ...(await answer(command.constructor.name, eachMessage(command.input, carry))),
    })
    return Object.assign(client, { send: send as unknown as typeof client.send })
  }
  client.middlewareStack.add((next) => (args) => next({ ...args, input: eachMessage(args.input, carry) }), {
    step: 'initialize',
    name: 'carryDelaysAndTraces',
  })
  return client
}

const eachMessage = (input: ServiceInputTypes, carry: (message: Sent) => Sent): ServiceInputTypes => {
  if ('MessageBody' in input) return { ...input, ...carry(input) }
  if (!('Entries' in input) || !input.Entries?.every((entry) => 'MessageBody' in entry)) return input
  return { ...input, Entries: input.Entries.map((entry) => ({ ...entry, ...carry(entry) })) }
}

/**
 * Makes a message visible after 1 ms, because fauxqs 2.4.1 loses a persisted message that becomes
 * visible at once.
 */
export const showAgain = async (client: SQSClient, QueueUrl: string, ReceiptHandle: string): Promise<void> => {
  await client.send(new ChangeMessageVisibilityCommand({ QueueUrl, ReceiptHandle, VisibilityTimeout: 0.001 }))
}

interface Sent {
  DelaySeconds?: number | undefined
  MessageGroupId?: string | undefined
  MessageAttributes?: Record<string, MessageAttributeValue> | undefined
}

const carryDelay = (message: Sent, clock: LocalClock): Sent => {
  const { DelaySeconds } = message
  if (!DelaySeconds) return message
  const deliverAt = String(clock.now() + DelaySeconds * 1000)
  return { ...withAttribute(message, deliverAtName, { DataType: 'Number', StringValue: deliverAt }), DelaySeconds: 0 }
}

const carryTrace = (message: Sent): Sent => {
  const header = traceOfInvocation.getStore()
  return header ? withAttribute(message, traceHeaderName, { DataType: 'String', StringValue: header }) : message
}

const carryGroup = (message: Sent): Sent => {
  const { MessageGroupId } = message
  return MessageGroupId === undefined
    ? message
    : withAttribute(message, groupName, { DataType: 'String', StringValue: MessageGroupId })
}

const withAttribute = (
  { DelaySeconds, MessageGroupId, MessageAttributes }: Sent,
  name: string,
  value: MessageAttributeValue,
): Sent => ({
  DelaySeconds,
  MessageGroupId,
  MessageAttributes: { ...MessageAttributes, [name]: value },
})

/** Replaces the host of a queue's URL, because the host from fauxqs does not resolve. */
const urlOf = async (client: SQSClient, queueName: string) => {
  const endpoint = await client.config.endpoint?.()
  if (!endpoint) throw new Error('A local SQS client has an endpoint')
  return `${endpoint.protocol}//${endpoint.hostname}:${endpoint.port}/${account}/${queueName}`
}

/** Makes fauxqs listen on loopback only; it has no option for that. */
const onLoopbackOnly = <Started>(start: () => Promise<Started>): Promise<Started> => {
  const restrict = (announced: unknown) => {
    if (!holdsServer(announced)) return
    const { fastify } = announced
    const listen = fastify.listen.bind(fastify)
    fastify.listen = (options) => listen({ ...options, host: '127.0.0.1' })
  }
  subscribe('fastify.initialization', restrict)
  try {
    return start()
  } finally {
    unsubscribe('fastify.initialization', restrict)
  }
}

const holdsServer = (announced: unknown): announced is { fastify: { listen: (options: object) => unknown } } =>
  typeof announced === 'object' && announced !== null && 'fastify' in announced

/** Makes messages visible that a killed stack had received and not deleted. */
const releaseOrphans = async (endpoint: string, inFlight: (queueName: string) => { receiptHandle: string }[]) => {
  const client = localSqsClient({ endpoint })
  const { QueueUrls = [] } = await client.send(new ListQueuesCommand({}))
  for (const url of QueueUrls) {
    const orphans = inFlight(url.slice(url.lastIndexOf('/') + 1))
    for (const { receiptHandle } of orphans) await showAgain(client, url, receiptHandle)
  }
  client.destroy()
}
