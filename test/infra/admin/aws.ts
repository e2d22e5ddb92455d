import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { onTestFinished } from 'vitest'
import { areaPlace, pascalCase } from '../../../infra/stack/names.ts'
import { operations, scheduleOperations, workerOperations } from '../../../shared/operations/index.ts'
import type { World } from '../../world.ts'

interface Deployed {
  secrets?: Record<string, object>
  switchedOff?: string[]
  refusesWith?: string
  concurrency?: number
  outputs?: Record<string, string>
  table?: { expires: boolean; isRestorable: boolean; isProtected: boolean }
  key?: { id: string; holds: string[] }
  stacks?: Set<string>
}

/**
 * Serves the AWS requests of the admin command for a stack `parlance-dev`. CloudFormation and
 * Secrets Manager are simulated; table, queues and bucket are those of the test world. Returns
 * environment variables with the addresses.
 */
export const serveAws = async (
  world: World,
  {
    secrets = {},
    switchedOff = [],
    refusesWith,
    concurrency = 1000,
    outputs: more = {},
    table,
    key,
    stacks,
  }: Deployed = {},
) => {
  const { origin } = new URL(world.url)
  const outputs = {
    BaseUrl: world.url,
    SocketUrl: `${origin.replace('http', 'ws')}/conversations`,
    TableName: world.dynamodb.tableName,
    Prices: 'example',
    RecordingsBucketName: '_bucket',
    CarrierSecretName: 'CarrierSecret',
    ModelSecretName: 'ModelSecret',
    ...more,
  }
  const queues = workerOperations.flatMap(({ id, queue }) => [
    [pascalCase(queue), `${world.sqsEndpoint}/000000000000/${id}`, 'AWS::SQS::Queue'],
    [`${pascalCase(queue)}Dead`, `${world.sqsEndpoint}/000000000000/${id}-dead`, 'AWS::SQS::Queue'],
  ])
  const areas = [...new Set(operations.map(({ area }) => area))].map((area) => [
    areaPlace(area),
    arnOfNested(area),
    'AWS::CloudFormation::Stack',
  ])
  const nested = new Set([
    ...scheduleOperations.map(({ id, area }) => `${arnOfNested(area)} ${pascalCase(id)}Schedule`),
    ...workerOperations.map(({ id, area }) => `${arnOfNested(area)} ${pascalCase(id)}EventSource`),
  ])
  const kept = [
    ['Log', '/aws/lambda/parlance-dev', 'AWS::Logs::LogGroup'],
    ...(key ? [['Key', key.id, 'AWS::KMS::Key']] : []),
  ]
  const keyOf = (id: string) => (key?.holds.includes(id) ? `arn:aws:kms:us-east-1:1:key/${key.id}` : '')
  const { expires, isRestorable, isProtected } = table ?? { expires: true, isRestorable: true, isProtected: true }
  const dynamodb: Record<string, object> = {
    DescribeTable: {
      Table: { DeletionProtectionEnabled: isProtected, SSEDescription: { KMSMasterKeyArn: keyOf('Table') } },
    },
    DescribeTimeToLive: { TimeToLiveDescription: { TimeToLiveStatus: expires ? 'ENABLED' : 'DISABLED' } },
    DescribeContinuousBackups: {
      ContinuousBackupsDescription: {
        PointInTimeRecoveryDescription: { PointInTimeRecoveryStatus: isRestorable ? 'ENABLED' : 'DISABLED' },
      },
    },
  }
  const answers: Record<string, (form: URLSearchParams) => string | undefined> = {
    DescribeStacks: (form) => {
      const name = form.get('StackName') ?? ''
      if (stacks && !stacks.has(name)) return undefined
      return inside(
        'Stacks',
        `<StackName>${name}</StackName><StackStatus>CREATE_COMPLETE</StackStatus>${many('Outputs', Object.entries(outputs), ['OutputKey', 'OutputValue'])}`,
      )
    },
    ListStackResources: () =>
      many(
        'StackResourceSummaries',
        [...queues, ...areas, ...kept],
        ['LogicalResourceId', 'PhysicalResourceId', 'ResourceType'],
      ),
    DetectStackResourceDrift: (form) => {
      const id = form.get('LogicalResourceId') ?? ''
      if (id === 'Log')
        return `<StackResourceDrift><ActualProperties>${keyOf(id)}</ActualProperties></StackResourceDrift>`
      if (!nested.has(`${form.get('StackName')} ${id}`)) return undefined
      return switchedOff.includes(id)
        ? `<StackResourceDrift><StackResourceDriftStatus>MODIFIED</StackResourceDriftStatus><PropertyDifferences><member>` +
            `<PropertyPath>/State</PropertyPath></member></PropertyDifferences></StackResourceDrift>`
        : '<StackResourceDrift><StackResourceDriftStatus>IN_SYNC</StackResourceDriftStatus></StackResourceDrift>'
    },
  }
  const server = createServer(async (asked, response) => {
    const text = await textOf(asked)
    if (refusesWith) {
      response.writeHead(400, { 'content-type': 'text/xml' })
      response.end(`<ErrorResponse><Error><Code>${refusesWith}</Code><Message>No</Message></Error></ErrorResponse>`)
      return
    }
    if (asked.url?.startsWith('/2016-08-19/account-settings/')) {
      response.writeHead(/&X-Amz-Signature=[0-9a-f]{64}$/.test(asked.url) ? 200 : 403)
      response.end(JSON.stringify({ AccountLimit: { ConcurrentExecutions: concurrency } }))
      return
    }
    if (/[?&]encryption=/.test(asked.url ?? '')) {
      response.end(`<KMSMasterKeyID>${keyOf('Recordings')}</KMSMasterKeyID>`)
      return
    }
    const target = String(asked.headers['x-amz-target'])
    const reply = dynamodb[target.replace('DynamoDB_20120810.', '')]
    if (reply) {
      response.end(JSON.stringify(reply))
      return
    }
    if (target.startsWith('DynamoDB_')) return passOn(asked, text, world.dynamodb.endpoint, response)
    if (asked.url?.startsWith('/_bucket')) return passOn(asked, text, origin, response)
    if (target.endsWith('GetSecretValue')) {
      const { SecretId }: { SecretId: string } = JSON.parse(text)
      const secret = secrets[SecretId]
      response.writeHead(secret ? 200 : 400, { 'content-type': 'application/x-amz-json-1.1' })
      response.end(JSON.stringify(secret ? { SecretString: JSON.stringify(secret) } : noValue))
      return
    }
    if (target.endsWith('PutSecretValue')) {
      const { SecretId, SecretString }: { SecretId: string; SecretString: string } = JSON.parse(text)
      secrets[SecretId] = JSON.parse(SecretString)
      response.writeHead(200, { 'content-type': 'application/x-amz-json-1.1' }).end('{}')
      return
    }
    const form = new URLSearchParams(text)
    const action = form.get('Action') ?? ''
    const answer = answers[action]?.(form)
    response.writeHead(answer === undefined ? 400 : 200, { 'content-type': 'text/xml' })
    response.end(
      answer === undefined
        ? '<ErrorResponse><Error><Code>ValidationError</Code><Message>The resource does not exist</Message></Error></ErrorResponse>'
        : `<${action}Response><${action}Result>${answer}</${action}Result></${action}Response>`,
    )
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  onTestFinished(() => void server.close())
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server has no port')
  const url = `http://127.0.0.1:${address.port}`
  return {
    AWS_ENDPOINT_URL_CLOUDFORMATION: url,
    AWS_ENDPOINT_URL_SECRETS_MANAGER: url,
    AWS_ENDPOINT_URL_LAMBDA: url,
    AWS_ENDPOINT_URL_DYNAMODB: url,
    AWS_ENDPOINT_URL_SQS: world.sqsEndpoint,
    AWS_ENDPOINT_URL_S3: url,
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local',
  }
}

const arnOfNested = (area: string) => `arn:aws:cloudformation:us-east-1:000000000000:stack/parlance-dev-${area}/1`

/** Forwards a request to the test world, under the host name for which the request was signed. */
const passOn = ({ method, url, headers }: IncomingMessage, body: string, to: string, response: ServerResponse) => {
  const asked = request(to + url, { method, headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 500, answer.headers)
    answer.pipe(response)
  })
  asked.end(body)
}

const noValue = {
  __type: 'ResourceNotFoundException',
  message: "Secrets Manager can't find the specified secret value for staging label: AWSCURRENT",
}

const textOf = async (request: IncomingMessage) => (await request.toArray()).join('')

const inside = (list: string, member: string) => `<${list}><member>${member}</member></${list}>`
const many = (list: string, rows: string[][], names: string[]) =>
  `<${list}>${rows.map((row) => `<member>${names.map((name, index) => `<${name}>${row[index]}</${name}>`).join('')}</member>`).join('')}</${list}>`
