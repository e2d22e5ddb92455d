import type { Span } from './dice.ts'

/** AWS's default quotas of an account in one region. */
export const quotas = {
  /**
   * Functions at a time, of all together; a new account may have 10.
   * https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html
   */
  functions: 1_000,
  /** Invocations a second of one function, for each of those that the account may run at a time. */
  invocationsPerFunction: 10,
  /**
   * Additional instances of one function that may start in 10 s.
   * https://docs.aws.amazon.com/lambda/latest/dg/lambda-concurrency.html#scaling-rate
   */
  functionsPer10Seconds: 1_000,
  /**
   * Units a second of one partition key.
   * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/bp-partition-key-design.html
   */
  keyWrites: 1_000,
  keyReads: 3_000,
  /**
   * Units a second of a table on demand, or of an index of it, that was never used more: it takes
   * twice what it has seen.
   * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/on-demand-capacity-mode.html
   */
  freshWrites: 4_000,
  freshReads: 12_000,
  /**
   * Messages received and not deleted.
   * https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/quotas-messages.html
   */
  messagesInFlight: 120_000,
  /**
   * Batches at a time that a queue's event source begins with, and how many more each minute. AWS
   * says 300 a minute since 2023; 60 was what it said before.
   * https://docs.aws.amazon.com/lambda/latest/dg/services-sqs-scaling.html
   */
  pollers: 5,
  pollersPerMinute: 60,
  /**
   * Requests and messages on sockets, in either direction, of all APIs.
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

/** Durations as a function sees them, its own part of the SDK included. Milliseconds. */
export const latencies = {
  /** From API Gateway or a queue until the function runs that is warm already. */
  start: [4, 10],
  /** The function's own work: reading the event, checking, writing the log. */
  own: [2, 5],
  get: [4, 7],
  query: [5, 10],
  write: [6, 10],
  transaction: [12, 20],
  queue: [8, 16],
  bucket: [15, 40],
  /** To a socket, through API Gateway. */
  frame: [10, 25],
  carrier: [100, 250],
  /** Between the carrier and API Gateway, one way. */
  network: [20, 60],
  receiver: [50, 350],
  /** Until the first token of an answer; between two words of it; until a whole evaluation. */
  firstToken: [300, 900],
  evaluation: [3_000, 5_000],
} as const satisfies Record<string, Span>

export const wordMs = 25
export const wordsAtATime = 4

/** Milliseconds that a cold start adds: a function that talks to a model loads that as well. */
export const coldStart = { usual: [350, 700], withModel: [600, 1_100] } as const satisfies Record<string, Span>

/** Lambda documents no time for which it keeps a function that has nothing to do; it is minutes. */
export const warmMs = 300_000
