import { createServer } from 'node:http'
import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation'
import { expect, onTestFinished, test } from 'vitest'
import { awsSentence } from '../../../infra/admin/aws-sentences.ts'
import { freePort } from '../../../infra/local/dynamodb.ts'
import { spawned } from './harness.ts'

const access = { AWS_REGION: 'eu-central-1', AWS_ACCESS_KEY_ID: 'AKIA', AWS_SECRET_ACCESS_KEY: 'secret' }
const bare = { HOME: '/nowhere', AWS_EC2_METADATA_DISABLED: 'true' }
const noCredentials = 'There are no AWS credentials here: run aws configure or aws sso login, or set AWS_PROFILE.'

test.each([
  ['no credentials at all', { AWS_REGION: access.AWS_REGION }, noCredentials],
  ['no region', { ...access, AWS_REGION: undefined }, 'Say which region the stack is in: set AWS_REGION.'],
  ['what is no region', { ...access, AWS_REGION: 'eu/1' }, 'Say which region the stack is in: set AWS_REGION.'],
])('%s: one sentence, and no usage behind it', async (_, environment, sentence) => {
  const ended = await spawned({ ...bare, ...environment }, 'user', 'list', '--stack', 'parlance-dev')
  expect(ended).toMatchObject({ status: 2, stdout: '', stderr: `${sentence}\n` })
})

test('the doctor says it in a line of its own', async () => {
  const ended = await spawned({ ...bare, AWS_REGION: access.AWS_REGION }, 'doctor', '--stack', 'parlance-dev')
  expect(ended).toMatchObject({ status: 1, stdout: `WRONG  stack            ${noCredentials}\n`, stderr: '' })
})

const causeOf = async (code: string | undefined): Promise<unknown> => {
  const server = createServer((_, response) => {
    response.writeHead(code?.startsWith('Access') ? 403 : 400, { 'content-type': 'text/xml' })
    response.end(
      `<ErrorResponse><Error><Type>Sender</Type><Code>${code}</Code><Message>No.</Message></Error></ErrorResponse>`,
    )
  })
  onTestFinished(() => void server.close())
  const port = await freePort()
  if (code) await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const client = new CloudFormationClient({
    endpoint: `http://127.0.0.1:${port}`,
    region: access.AWS_REGION,
    credentials: { accessKeyId: access.AWS_ACCESS_KEY_ID, secretAccessKey: access.AWS_SECRET_ACCESS_KEY },
    maxAttempts: 1,
  })
  return client.send(new DescribeStacksCommand({})).catch((cause) => cause)
}

test.each([
  ['ExpiredToken', 'Your AWS credentials have expired: sign in again, for example with aws sso login.'],
  ['RequestExpired', 'Your AWS credentials have expired: sign in again, for example with aws sso login.'],
  [
    'InvalidClientTokenId',
    'AWS does not accept these credentials: check with aws sts get-caller-identity whose they are, and sign in again.',
  ],
  [
    'SignatureDoesNotMatch',
    'AWS does not accept these credentials: check with aws sts get-caller-identity whose they are, and sign in again.',
  ],
  [
    'AccessDenied',
    'Your AWS credentials may not do this: use those of an administrator of the account, who may read the stack and what is in it.',
  ],
  [undefined, 'AWS cannot be reached from here: check the network, and that AWS_REGION names a region.'],
  ['InternalFailure', undefined],
])('%s: %s', async (code, sentence) => {
  expect(awsSentence(await causeOf(code))).toBe(sentence)
})

test('an SSO session that is over', () => {
  const message =
    'The SSO session associated with this profile has expired. To refresh this SSO session run aws sso login.'
  expect(awsSentence(Object.assign(new Error(message), { name: 'CredentialsProviderError' }))).toContain('have expired')
})

test('an accident of our own is none of these', () => {
  expect(awsSentence(new Error('No id was free'))).toBeUndefined()
})
