import { createServer } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '../../../infra/local/dynamodb.ts'
import { type Ended, spawned } from './harness.ts'

/** What somebody reads whose AWS account or credentials are not as they must be: one sentence, from the real SDK's errors. */

const access = { AWS_REGION: 'eu-central-1', AWS_ACCESS_KEY_ID: 'AKIA', AWS_SECRET_ACCESS_KEY: 'secret' }
const nobody = { HOME: '/nowhere', AWS_EC2_METADATA_DISABLED: 'true' }

/** CloudFormation that refuses everything with this code, or is not there. */
const refusingWith = async (code: string | undefined) => {
  const server = createServer((_, response) => {
    response.writeHead(code?.startsWith('Access') ? 403 : 400, { 'content-type': 'text/xml' })
    response.end(
      `<ErrorResponse><Error><Type>Sender</Type><Code>${code}</Code><Message>No.</Message></Error></ErrorResponse>`,
    )
  })
  const port = await freePort()
  if (code) await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const { status, stdout, stderr } = await spawned(
    { ...nobody, ...access, AWS_ENDPOINT_URL_CLOUDFORMATION: `http://127.0.0.1:${port}`, AWS_MAX_ATTEMPTS: '1' },
    'user',
    'list',
    '--stack',
    'parlance-dev',
  )
  server.close()
  return { status, stdout, stderr }
}

const without = async (...missing: (keyof typeof access)[]) => {
  const kept = Object.fromEntries(Object.entries(access).filter(([name]) => !missing.some((each) => each === name)))
  return spawned({ ...nobody, ...kept }, 'user', 'list', '--stack', 'parlance-dev')
}

const cases: [what: string, sentence: string, run: () => Promise<Pick<Ended, 'status' | 'stdout' | 'stderr'>>][] = [
  [
    'no credentials at all',
    'There are no AWS credentials here: run aws configure or aws sso login, or set AWS_PROFILE.',
    () => without('AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'),
  ],
  ['no region', 'Say which region the stack is in: set AWS_REGION.', () => without('AWS_REGION')],
  [
    'an expired credential',
    'Your AWS credentials have expired: sign in again, for example with aws sso login.',
    () => refusingWith('ExpiredToken'),
  ],
  [
    'a credential that AWS does not know',
    'AWS does not accept these credentials: check with aws sts get-caller-identity whose they are, and sign in again.',
    () => refusingWith('InvalidClientTokenId'),
  ],
  [
    'a credential that may not do it',
    'Your AWS credentials may not do this: use those of an administrator of the account, who may read the stack and what is in it.',
    () => refusingWith('AccessDenied'),
  ],
  [
    'a stack that does not exist',
    'There is no stack parlance-dev in this account and region. Look for its name with: aws cloudformation list-stacks',
    () => refusingWith('ValidationError'),
  ],
  [
    'no network',
    'AWS cannot be reached from here: check the network, and that AWS_REGION names a region.',
    () => refusingWith(undefined),
  ],
]
const ended = new Map<string, Pick<Ended, 'status' | 'stdout' | 'stderr'>>()
let doctor: Ended

beforeAll(async () => {
  const runs = cases.map(async ([what, , run]) => ended.set(what, await run()))
  const sick = spawned({ ...nobody, AWS_REGION: 'eu-central-1' }, 'doctor', '--stack', 'parlance-dev')
  await Promise.all(runs)
  doctor = await sick
}, 60_000)
afterAll(() => ended.clear())

test.each(cases)('%s: %s', (what, sentence) => {
  const { status, stdout, stderr = '' } = ended.get(what) ?? {}
  expect({ status, stdout, said: stderr.split('\n')[0] }).toEqual({ status: 2, stdout: '', said: sentence })
})

test('the doctor says it in its own way', () => {
  expect(doctor).toMatchObject({ status: 1, stderr: '' })
  expect(doctor.stdout).toMatch(/^WRONG {2}stack +There are no AWS credentials here: run aws configure/)
})
