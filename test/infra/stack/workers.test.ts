import { expect, test } from 'vitest'
import { needsOf } from '../../../infra/stack/grants.ts'
import { pascalCase } from '../../../infra/stack/names.ts'
import type { StageName } from '../../../infra/stack/stages.ts'
import type { WorkerOperation } from '../../../shared/operations/define.ts'
import { httpOperations, operations, scheduleOperations, workerOperations } from '../../../shared/operations/index.ts'
import { synthesise } from '../synthesis.ts'
import { arn, functionOf, propertiesOf, ref, templates } from './stages.ts'

test.each(workerOperations)('$id takes from $queue, and fails into a dead-letter queue that rings', (operation) => {
  const queue = pascalCase(operation.queue)
  expect(propertiesOf(queue)).toMatchObject({
    VisibilityTimeout: operation.timeoutSeconds * 6,
    RedrivePolicy: { deadLetterTargetArn: arn(`${queue}Dead`), maxReceiveCount: operation.attemptsMax },
    SqsManagedSseEnabled: true,
  })
  expect(propertiesOf(`${queue}Dead`)).toMatchObject({ MessageRetentionPeriod: 14 * 24 * 60 * 60 })
  expect(propertiesOf(`${queue}DeadAlarm`)).toMatchObject({
    AlarmDescription: expect.stringContaining(operation.failureHurts),
    AlarmActions: [ref('Alarms')],
    Threshold: 1,
  })
  expect(propertiesOf(`${pascalCase(operation.id)}EventSource`)).toMatchObject({
    EventSourceArn: arn(queue),
    FunctionName: ref(functionOf(operation)),
    BatchSize: operation.batchMax,
    FunctionResponseTypes: ['ReportBatchItemFailures'],
    Enabled: true,
  })
  const scaling = (stage: StageName) =>
    templates[stage].Resources[`${pascalCase(operation.id)}EventSource`]?.Properties.ScalingConfig
  const limited = { MaximumConcurrency: operation.concurrencyMax }
  expect(scaling('prod')).toEqual(limited)
  expect(scaling('dev')).toEqual(operation.isRare ? undefined : limited)
})

/** Workers whose messages may cause messages to the same worker. */
const selfFeeding = workerOperations.filter((start) => {
  const seen = new Set<string>()
  const follow = (operation: WorkerOperation) => {
    for (const next of workerOperations.filter(({ queue }) => needsOf(operation).queues.includes(queue))) {
      if (seen.has(next.id)) continue
      seen.add(next.id)
      follow(next)
    }
  }
  follow(start)
  return seen.has(start.id)
})

test('Lambda allows self-waking workers, and an alarm reports drops', () => {
  expect(selfFeeding.map(({ id }) => id)).toEqual(
    expect.arrayContaining(['place-call', 'advance-call', 'dispatch-campaign', 'watch-silence', 'deliver-webhook']),
  )
  for (const operation of selfFeeding)
    expect(propertiesOf(functionOf(operation)), operation.id).toMatchObject({ RecursiveLoop: 'Allow' })
  for (const operation of httpOperations)
    expect(propertiesOf(functionOf(operation))).not.toHaveProperty('RecursiveLoop')
  expect(propertiesOf('StoppedLoopsAlarm')).toMatchObject({
    Namespace: 'AWS/Lambda',
    MetricName: 'RecursiveInvocationsDropped',
    AlarmActions: [ref('Alarms')],
  })
})

test.each(scheduleOperations)('$id runs every $everyMinutes min, and is not repeated when it fails', (operation) => {
  const { everyMinutes } = operation
  expect(propertiesOf(`${pascalCase(operation.id)}Schedule`)).toMatchObject({
    ScheduleExpression: `rate(${everyMinutes} ${everyMinutes === 1 ? 'minute' : 'minutes'})`,
    State: 'ENABLED',
    Targets: [{ Arn: arn(functionOf(operation)) }],
  })
  expect(propertiesOf(`${functionOf(operation)}EventInvokeConfig`)).toMatchObject({ MaximumRetryAttempts: 0 })
})

test('to send to a queue that nobody takes from is refused', async () => {
  const senders = operations.filter(({ kind }) => kind === 'http')
  await expect(synthesise('dev', senders)).rejects.toThrow('No worker takes from')
})
