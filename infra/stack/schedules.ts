import { Duration, Validations } from 'aws-cdk-lib'
import { Rule, Schedule } from 'aws-cdk-lib/aws-events'
import { LambdaFunction as LambdaTarget } from 'aws-cdk-lib/aws-events-targets'
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda'
import type { Topic } from 'aws-cdk-lib/aws-sns'
import type { Construct } from 'constructs'
import type { ScheduleOperation } from '../../shared/operations/define.ts'
import { addAlarm } from './alarms.ts'
import { pascalCase } from './names.ts'

/** Adds a schedule; a failed run is not repeated. */
export const addSchedule = (
  scope: Construct,
  { id, everyMinutes, failureHurts }: ScheduleOperation,
  lambda: LambdaFunction,
  topic: Topic | undefined,
): void => {
  const rule = new Rule(scope, `${pascalCase(id)}Schedule`, {
    schedule: Schedule.expression(`rate(${everyMinutes} ${everyMinutes === 1 ? 'minute' : 'minutes'})`),
    targets: [new LambdaTarget(lambda, { retryAttempts: 0 })],
  })
  lambda.configureAsyncInvoke({ retryAttempts: 0 })
  const reason = 'A run that failed is not kept: the next one does what it left undone, and an alarm tells.'
  Validations.of(rule).acknowledge({ id: 'Serverless-EventBusDLQ', reason })
  Validations.of(lambda).acknowledge({ id: 'Serverless-LambdaAsyncFailureDestination', reason })
  addAlarm(scope, `${pascalCase(id)}FailsAlarm`, {
    kind: 'schedule-fails',
    metric: lambda.metricErrors({ period: Duration.minutes(5) }),
    text: `${id} failed or ran out of time: ${failureHurts}`,
    topic,
  })
  addAlarm(scope, `${pascalCase(id)}StoppedAlarm`, {
    kind: 'schedule-stopped',
    metric: lambda.metricInvocations({ period: Duration.minutes(Math.max(5, everyMinutes)) }),
    text: `${id} does not run any more: ${failureHurts}`,
    topic,
    below: true,
    periods: 2,
  })
}
