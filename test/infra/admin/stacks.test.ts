import { createServer } from 'node:http'
import { expect, inject, onTestFinished, test } from 'vitest'
import { createCarrierDouble } from '../../../infra/local/carrier/double.ts'
import { serveCarrier } from '../../../infra/local/carrier/server.ts'
import { scaledClock } from '../../../infra/local/clock.ts'
import { freePort } from '../../../infra/local/dynamodb.ts'
import { openLocalStack, run, spawned } from './harness.ts'

const open = async (notice: Record<string, unknown> = {}) => {
  const stack = await openLocalStack(notice)
  onTestFinished(stack.close)
  return stack
}

const gone = 2 ** 22 + 1

test.each([
  ['was never started', async () => '/nowhere'],
  ['was killed', async () => (await open({ pid: gone })).dataDir],
  [
    'was killed and its process id given to another',
    async () => (await open({ dynamodb: `http://127.0.0.1:${await freePort()}` })).dataDir,
  ],
  ['wrote something else', async () => (await open({ clock: 'fast' })).dataDir],
])('a local stack that %s is said to be missing', async (_, dataDirOf) => {
  const dataDir = await dataDirOf()
  const { status, stdout, stderr } = await run({ DATA_DIR: dataDir }, 'user list')
  expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
  expect(stderr.split('\n')[0]).toBe(`No local stack runs here (DATA_DIR ${dataDir}). Start it with npm start.`)
})

test("the time is the local stack's own", async () => {
  const clock = { startedAt: Date.UTC(2026, 0, 1), speed: 2 }
  const stack = await open({ clock })
  const before = scaledClock(clock.speed, clock.startedAt).now()
  const { id } = (await stack.admin('user create --name Bo --email bo@example.com')).answer
  expect((await stack.users.find(id))?.created_at).toBeGreaterThanOrEqual(before)
})

test('an accident ends with status 1 and one sentence', async () => {
  const stack = await open({ table: 'nowhere' })
  const { status, stdout, stderr } = await stack.admin('user list')
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' })
  expect(stderr).toMatch(/^Something went wrong: .+$/)
})

test('the process prints nothing but JSON, and nothing on stdout when it refuses', async () => {
  const { dataDir } = await open()
  const created = await spawned({ DATA_DIR: dataDir }, 'user', 'create', '--name', 'Ada', '--email', 'ada@example.com')
  expect(created).toMatchObject({
    status: 0,
    stderr: '',
    answer: { id: expect.any(Number), token: expect.any(String) },
  })
  const refused = await spawned({ DATA_DIR: dataDir }, 'user', 'destroy')
  expect(refused).toMatchObject({ status: 2, stdout: '', stderr: expect.stringContaining('Usage: npm run admin') })
})

const serveDouble = async () => {
  const product = createServer((_, response) => response.end('<Response><Hangup/></Response>')).listen(0, '127.0.0.1')
  const double = createCarrierDouble({
    clock: scaledClock(1),
    accountSid: 'AC1',
    authToken: 'token',
    inboundVoiceUrl: await urlOf(product),
  })
  const server = await serveCarrier(double, 0)
  onTestFinished(async () => {
    await server.close()
    product.close()
  })
  return { double, url: server.url }
}

const urlOf = async (server: ReturnType<typeof createServer>) => {
  if (!server.listening) await new Promise((resolve) => server.once('listening', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server has no port')
  return `http://127.0.0.1:${address.port}`
}

test('call receive makes the carrier double call a number that a user owns', async () => {
  const { double, url } = await serveDouble()
  const stack = await open({ carrier: url })
  const { id } = (await stack.admin('user create --name Bo --email bo@example.com')).answer
  await stack.admin(`number add --user ${id} --phone +12025550177 --type Normal`)
  const { status, answer } = await stack.admin('call receive --to +12025550177 --from +12025550178')
  expect({ status, answer }).toEqual({ status: 0, answer: { sid: expect.stringMatching(/^CA/) } })
  expect(double.stats().callsReceived).toBe(1)
  expect(await stack.admin('call receive --to +12025550179 --from +12025550178')).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('The number of --to belongs to no user.'),
  })
})

test('call receive says that there is no double when CARRIER_URL is set', async () => {
  const stack = await open({ carrier: null })
  const { id } = (await stack.admin('user create --name Bo --email bo@example.com')).answer
  await stack.admin(`number add --user ${id} --phone +12025550177 --type Normal`)
  expect(await stack.admin('call receive --to +12025550177 --from +12025550178')).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('CARRIER_URL is set, so no carrier double is there to make the call.'),
  })
})

const serveCloudFormation = async (stackName: string, outputs: Record<string, string>) => {
  const members = Object.entries(outputs).map(
    ([name, value]) => `<member><OutputKey>${name}</OutputKey><OutputValue>${value}</OutputValue></member>`,
  )
  const server = createServer(async (request, response) => {
    const form = new URLSearchParams((await request.toArray()).join(''))
    const known = form.get('Action') === 'DescribeStacks' && form.get('StackName') === stackName
    response.writeHead(known ? 200 : 400, { 'content-type': 'text/xml' })
    response.end(
      known
        ? `<DescribeStacksResponse xmlns="http://cloudformation.amazonaws.com/doc/2010-05-15/"><DescribeStacksResult><Stacks>` +
            `<member><StackName>${stackName}</StackName><Outputs>${members.join('')}</Outputs></member></Stacks>` +
            `</DescribeStacksResult></DescribeStacksResponse>`
        : `<ErrorResponse xmlns="http://cloudformation.amazonaws.com/doc/2010-05-15/"><Error><Type>Sender</Type>` +
            `<Code>ValidationError</Code><Message>Stack does not exist</Message></Error></ErrorResponse>`,
    )
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  return {
    AWS_ENDPOINT_URL_CLOUDFORMATION: await urlOf(server),
    AWS_ENDPOINT_URL_DYNAMODB: inject('dynamodb'),
    AWS_REGION: 'eu-central-1',
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local',
  }
}

test('--stack works on the table of a deployed stack', async () => {
  const { table, users } = await open()
  const aws = await serveCloudFormation('parlance-dev', { BaseUrl: 'https://x', TableName: table })
  const created = await spawned(aws, 'user', 'create', '--stack', 'parlance-dev', '--name', 'Ada', '--email', 'a@b.cd')
  expect(created).toMatchObject({ status: 0, stderr: '' })
  expect(await users.find(created.answer.id)).toMatchObject({ name: 'Ada' })
})

test('--stack refuses a stack that does not exist, and one that is not ours', async () => {
  const aws = await serveCloudFormation('other', {})
  expect(await spawned(aws, 'user', 'list', '--stack', 'nobody')).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('There is no stack nobody in this account and region.'),
  })
  expect(await spawned(aws, 'user', 'list', '--stack', 'other')).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('The stack other has no output TableName, so it is not one of ours.'),
  })
})
