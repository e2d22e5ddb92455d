import { Duration, Validations } from 'aws-cdk-lib'
import { EventSourceMapping, type Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda'
import type { Topic } from 'aws-cdk-lib/aws-sns'
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs'
import type { Construct } from 'constructs'
import { visibilitySecondsOf, type WorkerOperation } from '../../shared/operations/define.ts'
import { addAlarm } from './alarms.ts'
import { pascalCase } from './names.ts'
import type { StageName } from './stages.ts'

/** Days for which dead letters are kept; SQS allows no more. */
const deadLetterDays = 14

/** Seconds that a message may wait before the alarm rings: enough for several retries. */
const waitingSecondsMax = 900

export const addQueue = (scope: Construct, operation: WorkerOperation, alarms: Topic | undefined): Queue => {
  const name = pascalCase(operation.queue)
  const shared = { encryption: QueueEncryption.SQS_MANAGED, enforceSSL: true }
  const dead = new Queue(scope, `${name}Dead`, { ...shared, retentionPeriod: Duration.days(deadLetterDays) })
  Validations.of(dead).acknowledge({ id: 'Serverless-SQSRedrivePolicy', reason: 'It is the dead-letter queue itself.' })
  addAlarm(dead, 'Alarm', {
    kind: 'messages-given-up',
    metric: dead.metricApproximateNumberOfMessagesVisible({ period: Duration.minutes(1), statistic: 'max' }),
    text: `${operation.id} gave up on messages: ${operation.failureHurts}`,
    topic: alarms,
  })
  const queue = new Queue(scope, name, {
    ...shared,
    visibilityTimeout: Duration.seconds(visibilitySecondsOf(operation)),
    deadLetterQueue: { queue: dead, maxReceiveCount: operation.attemptsMax },
  })
  addAlarm(queue, 'Alarm', {
    kind: 'work-waits',
    metric: queue.metricApproximateAgeOfOldestMessage({ period: Duration.minutes(5), statistic: 'max' }),
    text: `Messages wait long for ${operation.id}: ${operation.failureHurts}`,
    topic: alarms,
    threshold: waitingSecondsMax,
  })
  return queue
}

/**
 * Rarely used workers of a `dev` stage have no concurrency limit. Lambda polls a queue without a
 * limit over fewer connections, which costs less.
 */
export const concurrencyMaxIn = (stage: StageName, { isRare, concurrencyMax }: WorkerOperation): number | undefined =>
  stage === 'dev' && isRare ? undefined : concurrencyMax

interface Feeding {
  lambda: LambdaFunction
  queue: Queue
  concurrencyMax: number | undefined
}

/** Connects a queue to a function. Only failed messages of a batch return to the queue. */
export const addEventSource = (
  scope: Construct,
  operation: WorkerOperation,
  { lambda, queue, concurrencyMax }: Feeding,
): EventSourceMapping => {
  const source = new EventSourceMapping(scope, `${pascalCase(operation.id)}EventSource`, {
    target: lambda,
    eventSourceArn: queue.queueArn,
    batchSize: operation.batchMax,
    maxConcurrency: concurrencyMax,
    reportBatchItemFailures: true,
    // Set explicitly, so that CloudFormation detects changes made by hand.
    enabled: true,
  })
  Validations.of(source).acknowledge({
    id: 'Serverless-LambdaEventSourceMappingDestination',
    reason: 'What fails stays in its queue, and goes from there to the dead-letter queue.',
  })
  return source
}
