import { createServer, type IncomingMessage } from 'node:http'
import { onTestFinished } from 'vitest'
import { areaPlace, pascalCase } from '../../../infra/names.ts'
import { operations, scheduleOperations, workerOperations } from '../../../shared/operations/index.ts'
import type { World } from '../../world.ts'

interface Deployed {
  /** By name; one that is missing here is empty. */
  secrets?: Record<string, object>
  /** Logical ids of what was disabled by hand. */
  switchedOff?: string[]
  /** Every request is answered with this error. */
  refusesWith?: string
  /** Functions that the account may run at once. */
  concurrency?: number
  /** Outputs beside those that every stack has. */
  outputs?: Record<string, string>
}

/**
 * The parts of AWS that the admin command asks about a stack `parlance-dev`, in the place of which a world stands: CloudFormation
 * and Secrets Manager are told here, table, queues and bucket are the world's own. Answers the environment that leads there.
 */
export const serveAws = async (
  world: World,
  { secrets = {}, switchedOff = [], refusesWith, concurrency = 1000, outputs: more = {} }: Deployed = {},
) => {
  const { origin } = new URL(world.url)
  const outputs = {
    BaseUrl: world.url,
    SocketUrl: `${origin.replace('http', 'ws')}/conversations`,
    TableName: world.dynamodb.tableName,
    RecordingsBucketName: '_bucket',
    CarrierSecretName: 'CarrierSecret',
    ModelSecretName: 'ModelSecret',
    ...more,
  }
  const queues = workerOperations.flatMap(({ id, queue }) => [
    [pascalCase(queue), `${world.sqsEndpoint}/000000000000/${id}`],
    [`${pascalCase(queue)}Dead`, `${world.sqsEndpoint}/000000000000/${id}-dead`],
  ])
  const areas = [...new Set(operations.map(({ area }) => area))].map((area) => [areaPlace(area), arnOfNested(area)])
  const nested = new Set([
    ...scheduleOperations.map(({ id, area }) => `${arnOfNested(area)} ${pascalCase(id)}Schedule`),
    ...workerOperations.map(({ id, area }) => `${arnOfNested(area)} ${pascalCase(id)}EventSource`),
  ])
  const answers: Record<string, (form: URLSearchParams) => string | undefined> = {
    DescribeStacks: () =>
      inside(
        'Stacks',
        `<StackName>parlance-dev</StackName>${many('Outputs', Object.entries(outputs), ['OutputKey', 'OutputValue'])}`,
      ),
    // Of a stack it lists what is its own, and a nested stack as one thing.
    ListStackResources: () =>
      many('StackResourceSummaries', [...queues, ...areas], ['LogicalResourceId', 'PhysicalResourceId']),
    DetectStackResourceDrift: (form) => {
      const id = form.get('LogicalResourceId') ?? ''
      if (!nested.has(`${form.get('StackName')} ${id}`)) return undefined
      return switchedOff.includes(id)
        ? `<StackResourceDrift><StackResourceDriftStatus>MODIFIED</StackResourceDriftStatus><PropertyDifferences><member>` +
            `<PropertyPath>/State</PropertyPath></member></PropertyDifferences></StackResourceDrift>`
        : '<StackResourceDrift><StackResourceDriftStatus>IN_SYNC</StackResourceDriftStatus></StackResourceDrift>'
    },
  }
  const server = createServer(async (request, response) => {
    const text = await textOf(request)
    if (refusesWith) {
      response.writeHead(400, { 'content-type': 'text/xml' })
      response.end(`<ErrorResponse><Error><Code>${refusesWith}</Code><Message>No</Message></Error></ErrorResponse>`)
      return
    }
    if (request.url?.startsWith('/2016-08-19/account-settings/')) {
      response.writeHead(/&X-Amz-Signature=[0-9a-f]{64}$/.test(request.url) ? 200 : 403)
      response.end(JSON.stringify({ AccountLimit: { ConcurrentExecutions: concurrency } }))
      return
    }
    if (String(request.headers['x-amz-target']).endsWith('GetSecretValue')) {
      const { SecretId }: { SecretId: string } = JSON.parse(text)
      const secret = secrets[SecretId]
      response.writeHead(secret ? 200 : 400, { 'content-type': 'application/x-amz-json-1.1' })
      response.end(JSON.stringify(secret ? { SecretString: JSON.stringify(secret) } : noValue))
      return
    }
    const form = new URLSearchParams(text)
    const action = form.get('Action') ?? ''
    const answer = answers[action]?.(form)
    response.writeHead(answer === undefined ? 400 : 200, { 'content-type': 'text/xml' })
    response.end(
      answer === undefined
        ? '<ErrorResponse><Error><Code>ValidationError</Code><Message>No such resource</Message></Error></ErrorResponse>'
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
    AWS_ENDPOINT_URL_DYNAMODB: world.dynamodb.endpoint,
    AWS_ENDPOINT_URL_SQS: world.sqsEndpoint,
    AWS_ENDPOINT_URL_S3: origin,
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local',
  }
}

/** Of the nested stack of an area. */
const arnOfNested = (area: string) => `arn:aws:cloudformation:us-east-1:000000000000:stack/parlance-dev-${area}/1`

/** As Secrets Manager says that a secret was never filled in. */
const noValue = {
  __type: 'ResourceNotFoundException',
  message: "Secrets Manager can't find the specified secret value for staging label: AWSCURRENT",
}

const textOf = async (request: IncomingMessage) => (await request.toArray()).join('')

const inside = (list: string, member: string) => `<${list}><member>${member}</member></${list}>`
const many = (list: string, pairs: string[][], [first, second]: [string, string]) =>
  `<${list}>${pairs.map(([one, other]) => `<member><${first}>${one}</${first}><${second}>${other}</${second}></member>`).join('')}</${list}>`
