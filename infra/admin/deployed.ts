import {
  CloudFormationClient,
  DescribeStacksCommand,
  DetectStackResourceDriftCommand,
  paginateListStackResources,
} from '@aws-sdk/client-cloudformation'
import * as z from 'zod'
import { scheduleOperations, workerOperations } from '../../shared/operations/index.ts'
import { presign } from '../../shared/providers/aws/presign.ts'
import { must } from '../../shared/words/must.ts'
import { areaPlace, pascalCase } from '../stack/names.ts'
import type { Keeping } from './adopt-table.ts'
import { refuse } from './refusal.ts'
import { type Resource, type Safeguards, safeguardsOf } from './safeguards.ts'
import type { WorkQueue } from './work-queue.ts'

const outputNames = {
  SOCKET_URL: 'SocketUrl',
  CALL_COUNTRIES: 'CallCountries',
  PRICES: 'Prices',
  CALLING_RULES: 'CallingRules',
  CALLING_RULES_FLOOR: 'CallingRulesFloor',
  REQUIRE_CONSENT_FLOOR: 'RequireConsentFloor',
  RESERVED_CONCURRENCY: 'ReservedConcurrency',
  DIALLING: 'Dialling',
  EVIDENCE_YEARS: 'EvidenceYears',
}

export const deployedFacts = async (name: string, environment: Record<string, string | undefined>) => {
  const client = new CloudFormationClient()
  const stack = await stackOf(client, name)
  const { outputs } = stack
  const table =
    outputs.get('TableName') ?? refuse(`The stack ${name} has no output TableName, so it is not one of ours.`)
  const [region, credentials] = await Promise.all([client.config.region(), client.config.credentials()])
  const bucket = outputs.get('RecordingsBucketName')
  const carrier = outputs.get('CarrierSecretName')
  const model = outputs.get('ModelSecretName')

  const resources = () => resourcesOf(client, name)
  const known = (names: Map<string, Resource>, id: string): string =>
    names.get(id)?.name ?? refuse(`The stack ${name} has no ${id}: deploy it again.`)

  const ask = async (service: 's3', url: string, query?: Record<string, string>) => {
    const now = Date.now()
    const signed = presign({ ...credentials, method: 'GET', url, query, service, region, expiresSeconds: 60, now })
    const answer = await fetch(signed)
    if (!answer.ok) throw new Error(`${service} answered ${answer.status} to a question about the stack`)
    return answer
  }
  const heads = outputs.get('HeadsBucketName')
  const recordingsUrl = bucket && bucketUrl(bucket, region, environment.AWS_ENDPOINT_URL_S3)

  return {
    settings: {
      TABLE_NAME: table,
      PUBLIC_URL: outputs.get('BaseUrl')?.replace(/\/api$/, ''),
      RECORDINGS_URL: recordingsUrl,
      HEADS_URL: heads && bucketUrl(heads, region, environment.AWS_ENDPOINT_URL_S3),
      ...Object.fromEntries(Object.entries(outputNames).map(([setting, output]) => [setting, outputs.get(output)])),
      CARRIER_SECRET_ARN: carrier,
      MODEL_SECRET_ARN: model,
      AWS_REGION: region,
      AWS_ACCESS_KEY_ID: credentials.accessKeyId,
      AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
      AWS_SESSION_TOKEN: credentials.sessionToken,
    },
    secretNames: { CARRIER: carrier, MODEL: model },

    keeping: async (): Promise<Keeping> => {
      const key = (await resources()).get('Key')?.name
      return { key, isProtected: key !== undefined, tags: stack.tags }
    },

    workQueues: async (): Promise<WorkQueue[]> => {
      const names = await resources()
      return workerOperations.map((worker) => {
        const id = pascalCase(worker.queue)
        return { worker, url: known(names, id), deadUrl: known(names, `${id}Dead`) }
      })
    },

    switchedOff: async () => switchedOff(client, await resources(), known),

    safeguards: async (): Promise<Safeguards> =>
      safeguardsOf({
        stack: name,
        table,
        resources: await resources(),
        bucketEncryption: async () => (await ask('s3', `${must(recordingsUrl, 'bucket')}/`, { encryption: '' })).text(),
      }),

    concurrencyMax: () => functionsAtOnce(client, environment),
  }
}

export const functionsAtOnce = async (
  { config }: CloudFormationClient,
  environment: Record<string, string | undefined>,
): Promise<number> => {
  const [region, credentials] = await Promise.all([config.region(), config.credentials()])
  const url = `${environment.AWS_ENDPOINT_URL_LAMBDA ?? lambdaUrl(region)}/2016-08-19/account-settings/`
  const aws = { service: 'lambda', region, expiresSeconds: 60, now: Date.now() } as const
  const answer = await fetch(presign({ ...credentials, method: 'GET', url, ...aws }))
  if (!answer.ok) throw new Error(`Lambda answered ${answer.status} to a question about the account`)
  return AccountSettings.parse(await answer.json()).AccountLimit.ConcurrentExecutions
}

const resourcesOf = async (client: CloudFormationClient, StackName: string): Promise<Map<string, Resource>> => {
  const found = new Map<string, Resource>()
  for await (const { StackResourceSummaries = [] } of paginateListStackResources({ client }, { StackName }))
    for (const { LogicalResourceId = '', PhysicalResourceId = '', ResourceType = '' } of StackResourceSummaries)
      found.set(LogicalResourceId, { type: ResourceType, name: PhysicalResourceId })
  return found
}

const switchedOff = async (
  client: CloudFormationClient,
  names: Map<string, Resource>,
  known: (names: Map<string, Resource>, id: string) => string,
): Promise<string[]> => {
  const watched = [
    ...scheduleOperations.map(({ id, area }) => ({ area, LogicalResourceId: `${pascalCase(id)}Schedule` })),
    ...workerOperations.map(({ id, area }) => ({ area, LogicalResourceId: `${pascalCase(id)}EventSource` })),
  ]
  const off: string[] = []
  // Asks one stack after another, because CloudFormation throttles.
  for (const { area, LogicalResourceId } of watched) {
    const StackName = known(names, areaPlace(area))
    const command = new DetectStackResourceDriftCommand({ StackName, LogicalResourceId })
    const { StackResourceDrift: drift } = await client.send(command)
    const isOff = drift?.PropertyDifferences?.some(({ PropertyPath }) => /^\/(State|Enabled)$/.test(PropertyPath ?? ''))
    if (drift?.StackResourceDriftStatus === 'DELETED' || isOff) off.push(LogicalResourceId)
  }
  return off
}

const AccountSettings = z.object({ AccountLimit: z.object({ ConcurrentExecutions: z.int() }) })

const lambdaUrl = (region: string): string =>
  `https://lambda.${region}.amazonaws.com${region.startsWith('cn-') ? '.cn' : ''}`

const stackOf = async (client: CloudFormationClient, name: string) => {
  try {
    const { Stacks: [stack] = [] } = await client.send(new DescribeStacksCommand({ StackName: name }))
    const outputs = new Map(stack?.Outputs?.map(({ OutputKey = '', OutputValue = '' }) => [OutputKey, OutputValue]))
    return { outputs, tags: stack?.Tags?.map(({ Key, Value }) => ({ Key, Value })) ?? [] }
  } catch (cause) {
    if (cause instanceof Error && cause.name === 'ValidationError')
      return refuse(
        `There is no stack ${name} in this account and region. Look for its name with: aws cloudformation list-stacks`,
      )
    throw cause
  }
}

/**
 * Returns the bucket's URL. `elsewhere`, the value of `AWS_ENDPOINT_URL_S3`, replaces the address
 * of AWS.
 */
const bucketUrl = (bucket: string, region: string, elsewhere: string | undefined): string => {
  if (elsewhere) return `${elsewhere}/${bucket}`
  return `https://${bucket}.s3.${region}.amazonaws.com${region.startsWith('cn-') ? '.cn' : ''}`
}
