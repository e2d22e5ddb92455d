import { Duration } from 'aws-cdk-lib'
import { Rule, Schedule } from 'aws-cdk-lib/aws-events'
import { LambdaFunction as LambdaTarget } from 'aws-cdk-lib/aws-events-targets'
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda'
import type { Construct } from 'constructs'
import type { ScheduleOperation } from '../shared/operations/define.ts'
import { pascalCase } from './names.ts'

/** Runs an operation every so often. A run that failed is not repeated: the next one does what it left undone. */
export const addSchedule = (
  scope: Construct,
  { id, everyMinutes }: ScheduleOperation,
  lambda: LambdaFunction,
): void => {
  new Rule(scope, `${pascalCase(id)}Schedule`, {
    schedule: Schedule.rate(Duration.minutes(everyMinutes)),
    targets: [new LambdaTarget(lambda, { retryAttempts: 0 })],
  })
  lambda.configureAsyncInvoke({ retryAttempts: 0 })
}
