import { join } from 'node:path'
import { ArnFormat, Duration, Stack, Validations } from 'aws-cdk-lib'
import type { ITableV2 } from 'aws-cdk-lib/aws-dynamodb'
import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import { Architecture, Code, Function as LambdaFunction, RecursiveLoop, Runtime, Tracing } from 'aws-cdk-lib/aws-lambda'
import type { LogGroup } from 'aws-cdk-lib/aws-logs'
import type { Topic } from 'aws-cdk-lib/aws-sns'
import type { Queue } from 'aws-cdk-lib/aws-sqs'
import { Construct, type IConstruct } from 'constructs'
import type { Operation } from '../../shared/operations/define.ts'
import { queueSetting } from '../../shared/providers/aws/queue.ts'
import { invocationPath, talkFunctionsSetting } from '../../shared/providers/aws/talk-functions.ts'
import { knowledgePatterns, recordingPatterns } from './bucket-folders.ts'
import { type Address, type ChosenSetting, type Needs, needsOf, type SecretName } from './grants.ts'
import { modelArns } from './models.ts'
import { pascalCase } from './names.ts'
import type { StageName } from './stages.ts'

export interface SharedResources {
  stage: StageName
  stackName: string
  lambdaUrl: string
  bundles: string
  table: ITableV2
  reserved: ReadonlyMap<string, number>
  queues: ReadonlyMap<string, Queue>
  secretArns: Record<SecretName, string>
  addresses: Partial<Record<Address, string>>
  /** Settings that the deployer chose; the code has defaults for the others. */
  chosen: Partial<Record<ChosenSetting, string>>
  recordingsArn: string
  headsArn: string
  /** KMS key that signs evidence. Without it, a secret signs. */
  evidenceKeyArn?: string
  connectionsArn: string | undefined
  log: LogGroup
  alarms: Topic | undefined
  requestSettings: Record<string, string>
}

/**
 * Creates a function. Its role and settings follow from the service calls that the operation
 * declares.
 */
export const addFunction = (scope: Construct, operation: Operation, shared: SharedResources): LambdaFunction => {
  const place = new Construct(scope, pascalCase(operation.id))
  const needs = needsOf(operation)
  const role = new Role(place, 'Role', {
    assumedBy: new ServicePrincipal('lambda.amazonaws.com'),
    inlinePolicies: {
      uses: new PolicyDocument({
        statements: [
          writing(shared.log),
          tracing(),
          ...receiving(operation, shared),
          ...using(operation, needs, shared),
        ],
      }),
    },
  })
  const lambda = new LambdaFunction(place, 'Function', {
    functionName: functionName(shared, operation.id),
    description: 'summary' in operation ? operation.summary : undefined,
    runtime: Runtime.NODEJS_24_X,
    architecture: Architecture.ARM_64,
    code: Code.fromAsset(join(shared.bundles, operation.id)),
    handler: 'index.handler',
    timeout: Duration.seconds(operation.timeoutSeconds),
    memorySize: operation.memoryMegabytes,
    reservedConcurrentExecutions: shared.reserved.get(operation.id),
    environment: { ...settingsFor(needs, shared), ...(isCounted(operation) && shared.requestSettings) },
    // Stops CDK from adding a policy resource to the role.
    role: role.withoutPolicyUpdates(),
    tracing: Tracing.ACTIVE,
    recursiveLoop: operation.kind === 'worker' && operation.recursiveLoop === 'Allow' ? RecursiveLoop.ALLOW : undefined,
    logGroup: shared.log,
  })
  Validations.of(lambda).acknowledge({
    id: 'Serverless-LambdaDLQ',
    reason:
      'Queues have one; nothing else invokes it without waiting, but a schedule, and what wakes it, which loses nothing.',
  })
  Validations.of(role).acknowledge({
    id: 'Serverless-LambdaStarPermissions',
    reason: 'Each wildcard is explained by itself, under AwsSolutions-IAM5.',
  })
  return lambda
}

const isCounted = ({ kind }: Operation) => kind === 'http' || kind === 'mcp'

const writing = (log: LogGroup) =>
  new PolicyStatement({ actions: ['logs:CreateLogStream', 'logs:PutLogEvents'], resources: [log.logGroupArn] })

/** Allows all resources, because traces have no ARNs. */
const tracing = () =>
  new PolicyStatement({ actions: ['xray:PutTelemetryRecords', 'xray:PutTraceSegments'], resources: ['*'] })

const receiving = (operation: Operation, shared: SharedResources): PolicyStatement[] =>
  operation.kind === 'worker'
    ? [
        new PolicyStatement({
          actions: ['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes'],
          resources: [queueOf(shared, operation.queue).queueArn],
        }),
      ]
    : []

const using = (operation: Operation, needs: Needs, shared: SharedResources): PolicyStatement[] => {
  const { table, secretArns, connectionsArn, recordingsArn, headsArn, evidenceKeyArn } = shared
  const inBucket = (patterns: string[]) => patterns.map((pattern) => `${recordingsArn}/${pattern}`)
  const dynamodb = (action: string) => `dynamodb:${action}`
  const granted: [actions: string[], resources: string[]][] = [
    [needs.table.map(dynamodb), [table.tableArn]],
    [[dynamodb('Query')], needs.indexes.map((name) => `${table.tableArn}/index/${name}`)],
    [['sqs:SendMessage'], needs.queues.map((name) => queueOf(shared, name).queueArn)],
    [['secretsmanager:GetSecretValue'], needs.secrets.map((name) => secretArns[name])],
    [
      needs.recordings.map((action) => `s3:${action}`),
      needs.recordings.length ? inBucket(recordingPatterns(operation)) : [],
    ],
    [
      needs.knowledge.map((action) => `s3:${action}`),
      needs.knowledge.length ? inBucket(knowledgePatterns(operation)) : [],
    ],
    [needs.heads.filter(isOfBucket).map((action) => `s3:${action}`), [headsArn]],
    [needs.heads.filter((action) => !isOfBucket(action)).map((action) => `s3:${action}`), [`${headsArn}/*`]],
    [['kms:GetPublicKey', 'kms:Sign'], needs.signs && evidenceKeyArn ? [evidenceKeyArn] : []],
    [['execute-api:ManageConnections'], needs.manageConnections && connectionsArn ? [connectionsArn] : []],
    [['lambda:InvokeFunction'], needs.wakes.map((id) => functionArn(table, functionName(shared, id)))],
    [['bedrock:InvokeModel', 'bedrock:InvokeModelWithResponseStream'], needs.askModels ? modelArns(table) : []],
  ]
  return granted
    .filter(([actions, resources]) => actions.length > 0 && resources.length > 0)
    .map(([actions, resources]) => new PolicyStatement({ actions, resources }))
}

const isOfBucket = (action: string) => action === 'ListBucket'

const functionName = ({ stackName }: { stackName: string }, id: string) => `${stackName}-${id}`

/**
 * Makes an ARN from the name. A reference to the function would make nested stacks wait for each
 * other.
 */
const functionArn = (scope: IConstruct, resourceName: string) =>
  Stack.of(scope).formatArn({
    service: 'lambda',
    resource: 'function',
    resourceName,
    arnFormat: ArnFormat.COLON_RESOURCE_NAME,
  })

interface Names {
  stackName: string
  lambdaUrl: string
  secretArns: Partial<Record<SecretName, string>>
  addresses: Partial<Record<Address, string>>
  evidenceKeyArn?: string
  chosen?: Partial<Record<ChosenSetting, string>>
  table: Pick<ITableV2, 'tableName'>
  queues: ReadonlyMap<string, Pick<Queue, 'queueUrl'>>
}

export const settingsFor = (needs: Needs, shared: Names): Record<string, string> => {
  const { table, secretArns, addresses, lambdaUrl, chosen, evidenceKeyArn } = shared
  const settings: Record<string, string> = {}
  if (needs.table.length || needs.indexes.length) settings.TABLE_NAME = table.tableName
  for (const name of needs.queues) settings[queueSetting(name)] = queueOf(shared, name).queueUrl
  for (const name of needs.secrets) settings[`${name}_SECRET_ARN`] = secretArns[name] ?? ''
  for (const name of needs.addresses) if (addresses[name]) settings[name] = addresses[name]
  if (needs.signs && evidenceKeyArn) settings.EVIDENCE_KEY_ARN = evidenceKeyArn
  const invoked = needs.wakes.map((id) => lambdaUrl + invocationPath(functionName(shared, id)))
  if (invoked.length) settings[talkFunctionsSetting] = invoked.join(',')
  for (const name of needs.settings) if (chosen?.[name]) settings[name] = chosen[name]
  return settings
}

export const queueOf = <Q>({ queues }: { queues: ReadonlyMap<string, Q> }, name: string): Q => {
  const queue = queues.get(name)
  if (!queue) throw new Error(`No worker takes from ${name}, yet a function sends to it`)
  return queue
}
