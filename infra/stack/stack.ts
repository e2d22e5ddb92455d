import { type App, RemovalPolicy, Stack } from 'aws-cdk-lib'
import type { Key } from 'aws-cdk-lib/aws-kms'
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs'
import { evidenceDays } from '../../shared/domain/evidence/evidence-life.ts'
import type { Operation, WorkerOperation } from '../../shared/operations/define.ts'
import { operations as catalogue } from '../../shared/operations/index.ts'
import { addAlarmTopic, addSharedAlarms } from './alarms.ts'
import { addArea } from './area.ts'
import { addBuckets } from './bucket.ts'
import type { Choices } from './context.ts'
import { addDashboard } from './dashboard.ts'
import type { SharedResources } from './function.ts'
import { addHttpApi } from './http-api.ts'
import { addEvidenceKey, addKey } from './key.ts'
import { nameByPlace } from './logical-ids.ts'
import { addOutputs } from './outputs.ts'
import { reservationsOf } from './reservations.ts'
import { addCarrierSecret, addModelSecret, addToolsSecret } from './secrets.ts'
import { addSocketApi } from './socket-api.ts'
import { addTable } from './table.ts'
import { tableInUse } from './table-in-use.ts'
import { explainWildcards } from './wildcards.ts'
import { addQueue } from './workers.ts'

interface StackOptions extends Choices {
  /** Folder with the output of infra/build/build.ts. */
  bundles: string
  operations?: readonly Operation[]
}

export const addParlance = (app: App, options: StackOptions): Stack => {
  const { stage, alarmEmail, operations = catalogue } = options
  const stack = new Stack(app, `parlance-${stage}`, {
    description: `Parlance (${stage}): AI phone assistants, outbound campaigns and SMS`,
    terminationProtection: stage === 'prod',
  })

  // `sam local` needs this metadata.
  stack.node.setContext('aws:cdk:enable-asset-metadata', true)

  const logRetention = stage === 'prod' ? RetentionDays.THREE_MONTHS : RetentionDays.TWO_WEEKS
  const key = stage === 'prod' ? addKey(stack) : undefined
  // Adds alarms and dashboard to `dev` only with a recipient, because they are most of an idle
  // stage's cost.
  const isWatched = stage === 'prod' || alarmEmail !== undefined
  const alarms = isWatched ? addAlarmTopic(stack, { key, email: alarmEmail }) : undefined
  const table = tableInUse(stack, addTable(stack, stage, key), options.table)
  const { recordings, heads } = addBuckets(stack, stage, evidenceDays(options.evidenceYears), key)
  const carrierSecret = addCarrierSecret(stack, stage, key)
  const modelSecret = addModelSecret(stack, stage, key)
  const httpEntryPoint = addHttpApi(stack, { alarms, logRetention, key, domain: options.domain })
  const socketApi = operations.some(({ kind }) => kind === 'socket') ? addSocketApi(stack) : undefined
  const queues = new Map(operations.filter(isWorker).map((worker) => [worker.queue, addQueue(stack, worker, alarms)]))
  const chosen = chosenBy(options)
  const shared: SharedResources = {
    stage,
    stackName: stack.stackName,
    lambdaUrl: `https://lambda.${stack.region}.${stack.urlSuffix}`,
    bundles: options.bundles,
    table,
    reserved: reservationsOf(operations, options.reservedConcurrency),
    queues,
    secretArns: { CARRIER: carrierSecret.ref, MODEL: modelSecret.ref, TOOLS: addToolsSecret(stack, stage, key).ref },
    addresses: {
      PUBLIC_URL: httpEntryPoint.origin,
      SOCKET_URL: socketApi?.url,
      RECORDINGS_URL: `https://${recordings.bucketRegionalDomainName}`,
      HEADS_URL: `https://${heads.bucketRegionalDomainName}`,
    },
    recordingsArn: recordings.bucketArn,
    headsArn: heads.bucketArn,
    evidenceKeyArn: stage === 'prod' ? addEvidenceKey(stack).keyArn : undefined,
    connectionsArn: socketApi?.connectionsArn,
    log: addLog(stack, logRetention, key),
    alarms,
    chosen,
    requestSettings: options.rateLimitPerMinute ? { RATE_LIMIT_PER_MINUTE: String(options.rateLimitPerMinute) } : {},
  }
  const entryPoints = { http: httpEntryPoint, socket: socketApi }
  for (const area of new Set(operations.map(({ area }) => area))) {
    const own = operations.filter((operation) => operation.area === area)
    addArea(stack, area, own, { shared, entryPoints })
  }
  addSharedAlarms(stack, {
    topic: alarms,
    table,
    stackName: stack.stackName,
    chargedPerHour: options.chargedPerHourAlarm,
  })
  const dashboard = isWatched ? addDashboard(stack, { operations, api: httpEntryPoint.api, queues, table }) : undefined

  addOutputs(stack, {
    options,
    api: httpEntryPoint,
    socketUrl: socketApi?.url,
    dashboard,
    alarms,
    table,
    recordings,
    heads,
    carrierSecret,
    modelSecret,
    dialling: chosen.DIALLING,
  })
  nameByPlace(stack)
  explainWildcards(stack)
  return stack
}

/** Leaves out settings that were not chosen, because the code has defaults. */
const chosenBy = ({ overdraft, ...choices }: Choices): SharedResources['chosen'] => ({
  ...(choices.callCountries && { CALL_COUNTRIES: choices.callCountries.join(',') }),
  ...(choices.callingRules && { CALLING_RULES: choices.callingRules }),
  ...(choices.callingRulesFloor && { CALLING_RULES_FLOOR: choices.callingRulesFloor }),
  ...(choices.requireConsentFloor && { REQUIRE_CONSENT_FLOOR: choices.requireConsentFloor }),
  ...(choices.carrierCallsPerSecond && { CARRIER_CALLS_PER_SECOND: String(choices.carrierCallsPerSecond) }),
  ...(choices.evidenceYears && { EVIDENCE_YEARS: String(choices.evidenceYears) }),
  ...(choices.liveCallsPerUser && { LIVE_CALLS_PER_USER: String(choices.liveCallsPerUser) }),
  ...(choices.staleCallMinutes && { STALE_CALL_MINUTES: String(choices.staleCallMinutes) }),
  ...(overdraft !== undefined && { OVERDRAFT: overdraft }),
  // Stops dialling until `admin reconcile` has recorded the calls that the restored table lacks.
  ...(choices.table && { DIALLING: 'stopped' }),
})

const addLog = (stack: Stack, retention: RetentionDays, encryptionKey: Key | undefined): LogGroup =>
  new LogGroup(stack, 'Log', {
    logGroupName: `/aws/lambda/${stack.stackName}`,
    retention,
    encryptionKey,
    removalPolicy: RemovalPolicy.DESTROY,
  })

const isWorker = (operation: Operation): operation is WorkerOperation => operation.kind === 'worker'
