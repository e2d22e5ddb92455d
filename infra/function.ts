import { join } from 'node:path'
import { Duration, RemovalPolicy, Stack } from 'aws-cdk-lib'
import type { TableV2 } from 'aws-cdk-lib/aws-dynamodb'
import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import { Architecture, Code, Function as LambdaFunction, Runtime } from 'aws-cdk-lib/aws-lambda'
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs'
import type { Topic } from 'aws-cdk-lib/aws-sns'
import type { Queue } from 'aws-cdk-lib/aws-sqs'
import { Construct } from 'constructs'
import { tableShape } from '../shared/data/keys.ts'
import type { Operation } from '../shared/operations/define.ts'
import { queueSetting } from '../shared/providers/queue.ts'
import { addAlarm, alarmText } from './alarms.ts'
import { type Address, type Needs, needsOf, type SecretName } from './grants.ts'
import { pascalCase } from './names.ts'

/** What there is to need: everything that functions share. */
export interface House {
  /** The folder of the bundles. */
  bundles: string
  table: TableV2
  /** By service name. */
  queues: ReadonlyMap<string, Queue>
  secretArns: Record<SecretName, string>
  addresses: Partial<Record<Address, string>>
  alarms: Topic
}

export const logRetention = RetentionDays.ONE_MONTH

/** The Lambda of an operation, with a role, settings and an alarm that follow from what the operation uses. */
export const addFunction = (scope: Construct, operation: Operation, house: House): LambdaFunction => {
  const place = new Construct(scope, pascalCase(operation.id))
  const functionName = `${Stack.of(scope).stackName}-${operation.id}`
  const needs = needsOf(operation)
  const logGroup = new LogGroup(place, 'Log', {
    logGroupName: `/aws/lambda/${functionName}`,
    retention: logRetention,
    removalPolicy: RemovalPolicy.DESTROY,
  })
  const role = new Role(place, 'Role', {
    assumedBy: new ServicePrincipal('lambda.amazonaws.com'),
    inlinePolicies: {
      uses: new PolicyDocument({
        statements: [writing(logGroup), ...receiving(operation, house), ...using(needs, house)],
      }),
    },
  })
  const lambda = new LambdaFunction(place, 'Function', {
    functionName,
    description: 'summary' in operation ? operation.summary : undefined,
    runtime: Runtime.NODEJS_24_X,
    architecture: Architecture.ARM_64,
    code: Code.fromAsset(join(house.bundles, operation.id)),
    handler: 'index.handler',
    timeout: Duration.seconds(operation.timeoutSeconds),
    memorySize: operation.memoryMegabytes,
    environment: settingsFor(needs, house),
    role,
    logGroup,
  })
  addAlarm(place, 'Alarm', {
    metric: lambda.metricErrors({ period: Duration.minutes(5) }),
    text: alarmText(`${operation.id} failed or ran out of time`, operation),
    topic: house.alarms,
  })
  return lambda
}

/** Allowed to write to its own log, and nothing more. */
const writing = (logGroup: LogGroup) =>
  new PolicyStatement({ actions: ['logs:CreateLogStream', 'logs:PutLogEvents'], resources: [logGroup.logGroupArn] })

/** What Lambda needs, in the name of a worker, to take messages from its queue. */
const receiving = (operation: Operation, house: House): PolicyStatement[] =>
  operation.kind === 'worker'
    ? [
        new PolicyStatement({
          actions: ['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes'],
          resources: [queueOf(house, operation.queue).queueArn],
        }),
      ]
    : []

const using = (needs: Needs, house: House): PolicyStatement[] => {
  const { table, secretArns } = house
  const dynamodb = (action: string) => `dynamodb:${action}`
  const index = `${table.tableArn}/index/${tableShape.dueIndex.name}`
  const granted: [actions: string[], resources: string[]][] = [
    [needs.table.map(dynamodb), [table.tableArn]],
    [needs.dueIndex.map(dynamodb), [index]],
    [['sqs:SendMessage'], needs.queues.map((name) => queueOf(house, name).queueArn)],
    [['secretsmanager:GetSecretValue'], needs.secrets.map((name) => secretArns[name])],
  ]
  return granted
    .filter(([actions, resources]) => actions.length > 0 && resources.length > 0)
    .map(([actions, resources]) => new PolicyStatement({ actions, resources }))
}

/** The environment: only what its uses read. */
const settingsFor = (needs: Needs, house: House): Record<string, string> => {
  const { table, secretArns, addresses } = house
  const settings: Record<string, string> = {}
  if (needs.table.length || needs.dueIndex.length) settings.TABLE_NAME = table.tableName
  for (const name of needs.queues) settings[queueSetting(name)] = queueOf(house, name).queueUrl
  for (const name of needs.secrets) settings[`${name}_SECRET_ARN`] = secretArns[name]
  for (const name of needs.addresses) if (addresses[name]) settings[name] = addresses[name]
  return settings
}

/** The queue of a service name; to send where nobody takes is a mistake in the catalogue. */
export const queueOf = ({ queues }: House, name: string): Queue => {
  const queue = queues.get(name)
  if (!queue) throw new Error(`No worker takes from ${name}, yet somebody sends to it`)
  return queue
}
