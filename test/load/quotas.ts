import type { LoadSpan } from './dice.ts'

export const quotas = {
  /**
   * Concurrent functions. A new account can have a limit of 10.
   * https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html
   */
  functions: 1_000,
  invocationsPerFunction: 10,
  /**
   * New instances of one function in 10 s.
   * https://docs.aws.amazon.com/lambda/latest/dg/lambda-concurrency.html#scaling-rate
   */
  functionsPer10Seconds: 1_000,
  /**
   * Units a second per partition key.
   * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/bp-partition-key-design.html
   */
  keyWrites: 1_000,
  keyReads: 3_000,
  /**
   * Units per second of a new on-demand table; later it allows twice its former peak.
   * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/on-demand-capacity-mode.html
   */
  freshWrites: 4_000,
  freshReads: 12_000,
  /**
   * Messages that are received and not deleted.
   * https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/quotas-messages.html
   */
  messagesInFlight: 120_000,
  /**
   * Concurrent batches at the start, and batches added per minute. AWS documents 300 per minute
   * since 2023, 60 before. https://docs.aws.amazon.com/lambda/latest/dg/services-sqs-scaling.html
   */
  pollers: 5,
  pollersPerMinute: 60,
  /**
   * Requests and socket messages per second, for all APIs of the account.
   * https://docs.aws.amazon.com/apigateway/latest/developerguide/limits.html
   */
  requestsPerSecond: 10_000,
  requestsBurst: 5_000,
  /**
   * https://docs.aws.amazon.com/apigateway/latest/developerguide/apigateway-execution-service-websocket-limits-table.html
   */
  newSocketsPerSecond: 500,
  frameBytes: 32 * 1024,
  integrationMs: 29_000,
} as const

export type Quotas = { [name in keyof typeof quotas]: number }

export const latencies = {
  /** Milliseconds from API Gateway or a queue to a warm function. */
  start: [4, 10],
  own: [2, 5],
  get: [4, 7],
  query: [5, 10],
  write: [6, 10],
  transaction: [12, 20],
  queue: [8, 16],
  bucket: [15, 40],
  /** Milliseconds to send a frame to a socket through API Gateway. */
  frame: [10, 25],
  carrier: [100, 250],
  /** Milliseconds one way between carrier and API Gateway. */
  network: [20, 60],
  receiver: [50, 350],
  /** Milliseconds until the model's first token, and of a whole evaluation. */
  firstToken: [300, 900],
  evaluation: [3_000, 5_000],
} as const satisfies Record<string, LoadSpan>

export const wordMs = 25
export const wordsAtATime = 4

/** Milliseconds that a cold start adds; functions that use a model load more code. */
export const coldStart = { usual: [350, 700], withModel: [600, 1_100] } as const satisfies Record<string, LoadSpan>

/** Milliseconds for which Lambda keeps an idle function. AWS does not document this time. */
export const warmMs = 300_000
