import { Duration } from 'aws-cdk-lib'
import { EventSourceMapping, type Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda'
import type { Topic } from 'aws-cdk-lib/aws-sns'
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs'
import type { Construct } from 'constructs'
import type { WorkerOperation } from '../shared/operations/define.ts'
import { addAlarm, alarmText } from './alarms.ts'
import { pascalCase } from './names.ts'

/** As AWS advises: room for a throttled invocation to be tried again before the message is handed to somebody else. */
const visibilityFactor = 6
/** As long as SQS keeps anything. */
const deadLetterDays = 14

/** A worker's queue. What it fails at again and again lands in the dead-letter queue, and an alarm says whom that hurts. */
export const addQueue = (scope: Construct, operation: WorkerOperation, alarms: Topic): Queue => {
  const name = pascalCase(operation.queue)
  const shared = { encryption: QueueEncryption.SQS_MANAGED, enforceSSL: true }
  const dead = new Queue(scope, `${name}Dead`, { ...shared, retentionPeriod: Duration.days(deadLetterDays) })
  addAlarm(dead, 'Alarm', {
    metric: dead.metricApproximateNumberOfMessagesVisible({ period: Duration.minutes(1), statistic: 'max' }),
    text: alarmText(`${operation.id} gave up on messages`, operation),
    topic: alarms,
  })
  return new Queue(scope, name, {
    ...shared,
    visibilityTimeout: Duration.seconds(operation.timeoutSeconds * visibilityFactor),
    deadLetterQueue: { queue: dead, maxReceiveCount: operation.attemptsMax },
  })
}

/** Feeds a worker from its queue; of a batch, only the messages that failed come again. */
export const addEventSource = (
  scope: Construct,
  { id, batchMax, concurrencyMax }: WorkerOperation,
  lambda: LambdaFunction,
  queue: Queue,
): void => {
  new EventSourceMapping(scope, `${pascalCase(id)}EventSource`, {
    target: lambda,
    eventSourceArn: queue.queueArn,
    batchSize: batchMax,
    maxConcurrency: concurrencyMax,
    reportBatchItemFailures: true,
  })
}
