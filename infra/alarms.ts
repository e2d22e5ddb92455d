import { Alarm, ComparisonOperator, type IMetric, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch'
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions'
import { Topic } from 'aws-cdk-lib/aws-sns'
import type { Construct } from 'constructs'
import type { Operation } from '../shared/operations/define.ts'

/** Where every alarm is heard; people subscribe to it. */
export const addAlarmTopic = (scope: Construct): Topic => new Topic(scope, 'Alarms', { enforceSSL: true })

interface AlarmOn {
  metric: IMetric
  /** What went wrong and whom it hurts, for the person who is woken up. */
  text: string
  topic: Topic
}

/** `what`, and what it means for people when the operation says so. */
export const alarmText = (what: string, operation: Operation): string =>
  'failureHurts' in operation ? `${what}: ${operation.failureHurts}` : what

/** Rings as soon as there is one of what `metric` counts. */
export const addAlarm = (scope: Construct, id: string, { metric, text, topic }: AlarmOn): void => {
  const alarm = new Alarm(scope, id, {
    metric,
    alarmDescription: text,
    threshold: 1,
    comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
    evaluationPeriods: 1,
    treatMissingData: TreatMissingData.NOT_BREACHING,
  })
  alarm.addAlarmAction(new SnsAction(topic))
}
