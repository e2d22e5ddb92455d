import { type App, CfnOutput, RemovalPolicy, Stack } from 'aws-cdk-lib'
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs'
import { evidenceDays } from '../../shared/domain/evidence/evidence-life.ts'
import { apiBase, type Operation, type WorkerOperation } from '../../shared/operations/define.ts'
import { operations as catalogue } from '../../shared/operations/index.ts'
import { addAlarmTopic, addSharedAlarms } from './alarms.ts'
import { addArea } from './area.ts'
import { addBuckets } from './bucket.ts'
import { carrierFields } from './carrier-secret.ts'
import type { Choices } from './context.ts'
import { addDashboard } from './dashboard.ts'
import type { SharedResources } from './function.ts'
import { addHttpApi } from './http-api.ts'
import { addEvidenceKey, addKey } from './key.ts'
import { nameByPlace } from './logical-ids.ts'
import { readPriceOwner } from './price-list.ts'
import { reservationsOf } from './reservations.ts'
import { addCarrierSecret, addModelSecret, addToolsSecret } from './secrets.ts'
import { addSocketApi } from './socket-api.ts'
import { addTable } from './table.ts'
import { tableInUse } from './table-in-use.ts'
import { explainWildcards } from './wildcards.ts'
import { addQueue } from './workers.ts'

interface StackOptions extends Choices {
  /** Output of infra/build/build.ts. */
  bundles: string
  operations?: readonly Operation[]
}

export const addParlance = (app: App, options: StackOptions): Stack => {
  const {
    stage,
    bundles,
    domain,
    rateLimitPerMinute,
    alarmEmail,
    chargedPerHourAlarm,
    operations = catalogue,
  } = options
  const stack = new Stack(app, `parlance-${stage}`, {
    description: `Parlance (${stage}): AI phone assistants, outbound campaigns and SMS`,
    terminationProtection: stage === 'prod',
  })

  // `sam local` needs this.
  stack.node.setContext('aws:cdk:enable-asset-metadata', true)

  const logRetention = stage === 'prod' ? RetentionDays.THREE_MONTHS : RetentionDays.TWO_WEEKS
  const key = stage === 'prod' ? addKey(stack) : undefined
  // Without recipients of alarms, dashboard and alarms would dominate an idle stage's cost.
  const isWatched = stage === 'prod' || alarmEmail !== undefined
  const alarms = isWatched ? addAlarmTopic(stack, { key, email: alarmEmail }) : undefined
  const table = tableInUse(stack, addTable(stack, stage, key), options.table)
  const { recordings, heads } = addBuckets(stack, stage, evidenceDays(options.evidenceYears), key)
  const carrierSecret = addCarrierSecret(stack, stage, key)
  const modelSecret = addModelSecret(stack, stage, key)
  const httpDoor = addHttpApi(stack, { alarms, logRetention, key, domain })
  const socketApi = operations.some(({ kind }) => kind === 'socket') ? addSocketApi(stack) : undefined
  const queues = new Map(operations.filter(isWorker).map((worker) => [worker.queue, addQueue(stack, worker, alarms)]))
  const log = new LogGroup(stack, 'Log', {
    logGroupName: `/aws/lambda/${stack.stackName}`,
    retention: logRetention,
    encryptionKey: key,
    removalPolicy: RemovalPolicy.DESTROY,
  })

  const chosen = chosenBy(options)
  const shared: SharedResources = {
    stage,
    stackName: stack.stackName,
    lambdaUrl: `https://lambda.${stack.region}.${stack.urlSuffix}`,
    bundles,
    table,
    reserved: reservationsOf(operations, options.reservedConcurrency),
    queues,
    secretArns: { CARRIER: carrierSecret.ref, MODEL: modelSecret.ref, TOOLS: addToolsSecret(stack, stage, key).ref },
    addresses: {
      PUBLIC_URL: httpDoor.origin,
      SOCKET_URL: socketApi?.url,
      RECORDINGS_URL: `https://${recordings.bucketRegionalDomainName}`,
      HEADS_URL: `https://${heads.bucketRegionalDomainName}`,
    },
    recordingsArn: recordings.bucketArn,
    headsArn: heads.bucketArn,
    evidenceKeyArn: stage === 'prod' ? addEvidenceKey(stack).keyArn : undefined,
    connectionsArn: socketApi?.connectionsArn,
    log,
    alarms,
    chosen,
    requestSettings: rateLimitPerMinute ? { RATE_LIMIT_PER_MINUTE: String(rateLimitPerMinute) } : {},
  }
  const doors = { http: httpDoor, socket: socketApi }
  for (const area of new Set(operations.map(({ area }) => area))) {
    const own = operations.filter((operation) => operation.area === area)
    addArea(stack, area, own, { shared, doors })
  }
  addSharedAlarms(stack, { topic: alarms, table, stackName: stack.stackName, chargedPerHour: chargedPerHourAlarm })
  const dashboard = isWatched ? addDashboard(stack, { operations, api: httpDoor.api, queues, table }) : undefined

  const output = (id: string, value: string, description: string) => new CfnOutput(stack, id, { value, description })
  const base = `${httpDoor.origin}${apiBase}`
  output('BaseUrl', base, 'The address of the API; its console is at /console, its reference at /docs')
  if (socketApi) output('SocketUrl', socketApi.url, 'Where conversations arrive; the carrier is told with each call')
  output('CallbackBase', `${base}/carrier`, 'Where the carrier reports; it is told with each call and message')
  output(
    'VoiceUrl',
    `${base}/carrier/incoming-call`,
    'Next: paste at each number of the carrier, "A call comes in", POST',
  )
  output('WebVoiceUrl', `${base}/carrier/web-call`, 'For web calls: paste at an application of the carrier, POST')
  output('VoiceStatusUrl', `${base}/carrier/incoming-status`, 'Next: paste at each number, "Call status changes", POST')
  output('MessageUrl', `${base}/carrier/incoming-message`, 'Next: paste at each number, "A message comes in", POST')
  output(
    'RealtimeUrl',
    `${base}/realtime/incoming-call`,
    'For multimodal assistants: a webhook of OpenAI for realtime.call.incoming',
  )
  output(
    'CarrierSecretName',
    carrierSecret.ref,
    `Next: put {${carrierFields.map((name) => `"${name}"`).join(', ')}} of the carrier into this secret`,
  )
  output('ModelSecretName', modelSecret.ref, 'Put keys of model vendors in here; models of Bedrock need none')
  output('FirstUser', firstUser(stack.stackName), 'Next: run this; it prints the API token')
  output(
    'Doctor',
    `npm run -s admin -- doctor --stack ${stack.stackName}`,
    'Next: run this; it says what is still missing',
  )
  output('TableName', table.tableName, 'The table that holds everything')
  output('RecordingsBucketName', recordings.bucketName, 'The bucket of recordings')
  output(
    'HeadsBucketName',
    heads.bucketName,
    'The bucket of signed heads: what shows that evidence was not written anew',
  )
  if (alarms)
    output('AlarmTopic', alarms.topicArn, 'Next: subscribe to it, or deploy with -c alarmEmail=you@example.com')
  if (dashboard) output('DashboardUrl', dashboard, 'Is it working?')
  output('Prices', readPriceOwner(), 'Whose prices users are charged by: the example of prices.json, or your own')
  if (options.callCountries)
    output('CallCountries', options.callCountries.join(','), 'The only countries that may be called and texted')
  if (options.callingRules)
    output('CallingRules', options.callingRules, 'What calling rules do to calls that say nothing else')
  if (options.callingRulesFloor)
    output('CallingRulesFloor', options.callingRulesFloor, "The least that a campaign's calling rules may do")
  if (options.requireConsentFloor)
    output('RequireConsentFloor', options.requireConsentFloor, 'The least consent that a campaign may ask for')
  if (options.evidenceYears)
    output('EvidenceYears', String(options.evidenceYears), 'How many years it is kept why calls were allowed')
  if (options.reservedConcurrency)
    output(
      'ReservedConcurrency',
      String(options.reservedConcurrency),
      'Functions reserved for carrier callbacks and running calls',
    )
  if (chosen?.DIALLING) output('Dialling', chosen.DIALLING, 'Next: when all is as it should be, run dialling start')
  if (httpDoor.dnsTarget) output('DomainTarget', httpDoor.dnsTarget, 'Next: point the DNS record of the domain here')
  nameByPlace(stack)
  explainWildcards(stack)
  return stack
}

/** Unchosen settings have defaults in code. */
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
  // Dialling waits until the lost time is reconciled.
  ...(choices.table && { DIALLING: 'stopped' }),
})

const firstUser = (stackName: string): string =>
  `npm run -s admin -- user create --name NAME --email EMAIL --stack ${stackName}`

const isWorker = (operation: Operation): operation is WorkerOperation => operation.kind === 'worker'
