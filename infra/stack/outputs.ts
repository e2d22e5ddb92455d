import { CfnOutput, type Stack } from 'aws-cdk-lib'
import type { ITableV2 } from 'aws-cdk-lib/aws-dynamodb'
import type { IBucket } from 'aws-cdk-lib/aws-s3'
import type { CfnSecret } from 'aws-cdk-lib/aws-secretsmanager'
import type { Topic } from 'aws-cdk-lib/aws-sns'
import { apiBase } from '../../shared/operations/define.ts'
import { carrierFields } from './carrier-secret.ts'
import type { Choices } from './context.ts'
import { readPriceOwner } from './price-list.ts'

interface Made {
  options: Choices
  api: { origin: string; dnsTarget?: string }
  socketUrl: string | undefined
  dashboard: string | undefined
  alarms: Topic | undefined
  table: ITableV2
  recordings: IBucket
  heads: IBucket
  carrierSecret: CfnSecret
  modelSecret: CfnSecret
  dialling: string | undefined
}

type Output = [id: string, value: string | undefined, description: string]

export const addOutputs = (stack: Stack, made: Made): void => {
  const base = `${made.api.origin}${apiBase}`
  const outputs = [
    ...addresses(base, made.socketUrl),
    ...steps(stack.stackName, made),
    ...resources(made),
    ...choices(made),
  ]
  for (const [id, value, description] of outputs) if (value) new CfnOutput(stack, id, { value, description })
}

const addresses = (base: string, socketUrl: string | undefined): Output[] => [
  ['BaseUrl', base, 'The address of the API; its console is at /console, its reference at /docs'],
  ['SocketUrl', socketUrl, 'Where conversations arrive; the carrier is told with each call'],
  ['CallbackBase', `${base}/carrier`, 'Where the carrier reports; it is told with each call and message'],
  ['VoiceUrl', `${base}/carrier/incoming-call`, 'Next: paste at each number of the carrier, "A call comes in", POST'],
  ['WebVoiceUrl', `${base}/carrier/web-call`, 'For web calls: paste at an application of the carrier, POST'],
  ['VoiceStatusUrl', `${base}/carrier/incoming-status`, 'Next: paste at each number, "Call status changes", POST'],
  ['MessageUrl', `${base}/carrier/incoming-message`, 'Next: paste at each number, "A message comes in", POST'],
  [
    'RealtimeUrl',
    `${base}/realtime/incoming-call`,
    'For multimodal assistants: a webhook of OpenAI for realtime.call.incoming',
  ],
]

const steps = (stackName: string, { carrierSecret, modelSecret }: Made): Output[] => [
  [
    'CarrierSecretName',
    carrierSecret.ref,
    `Next: put {${carrierFields.map((name) => `"${name}"`).join(', ')}} of the carrier into this secret`,
  ],
  ['ModelSecretName', modelSecret.ref, 'Put keys of model vendors in here; models of Bedrock need none'],
  [
    'FirstUser',
    `npm run -s admin -- user create --name NAME --email EMAIL --stack ${stackName}`,
    'Next: run this; it prints the API token',
  ],
  ['Doctor', `npm run -s admin -- doctor --stack ${stackName}`, 'Next: run this; it says what is still missing'],
]

const resources = ({ table, recordings, heads, alarms, dashboard }: Made): Output[] => [
  ['TableName', table.tableName, 'The table that holds everything'],
  ['RecordingsBucketName', recordings.bucketName, 'The bucket of recordings'],
  ['HeadsBucketName', heads.bucketName, 'The bucket of signed heads: what shows that evidence was not written anew'],
  ['AlarmTopic', alarms?.topicArn, 'Next: subscribe to it, or deploy with -c alarmEmail=you@example.com'],
  ['DashboardUrl', dashboard, 'Is it working?'],
]

const choices = ({ options, dialling, api }: Made): Output[] => [
  ['Prices', readPriceOwner(), 'Whose prices users are charged by: the example of prices.json, or your own'],
  ['CallCountries', options.callCountries?.join(','), 'The only countries that may be called and texted'],
  ['CallingRules', options.callingRules, 'What calling rules do to calls that say nothing else'],
  ['CallingRulesFloor', options.callingRulesFloor, "The least that a campaign's calling rules may do"],
  ['RequireConsentFloor', options.requireConsentFloor, 'The least consent that a campaign may ask for'],
  ['EvidenceYears', options.evidenceYears?.toString(), 'How many years it is kept why calls were allowed'],
  [
    'ReservedConcurrency',
    options.reservedConcurrency?.toString(),
    'Functions reserved for carrier callbacks and running calls',
  ],
  ['Dialling', dialling, 'Next: when all is as it should be, run dialling start'],
  ['DomainTarget', api.dnsTarget, 'Next: point the DNS record of the domain here'],
]
