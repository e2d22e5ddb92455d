import { Sha256 } from '@smithy/core/checksum'
import { SignatureV4 } from '@smithy/signature-v4'
import { describe, expect, test } from 'vitest'
import { askAws } from '../../../shared/providers/aws/ask-aws.ts'
import { secretsManager } from '../../../shared/providers/aws/secrets-manager.ts'
import { settingsFrom } from '../../../shared/providers/aws/settings.ts'
import { signedRequest } from '../../../shared/providers/aws/signed-request.ts'
import { sockets } from '../../../shared/providers/twilio/sockets.ts'

const now = Date.UTC(2026, 10, 25, 10)
const access = { region: 'eu-central-1', accessKeyId: 'AKIA1', secretAccessKey: 'hush', sessionToken: 'token/+=' }
const environment = {
  AWS_REGION: access.region,
  AWS_ACCESS_KEY_ID: access.accessKeyId,
  AWS_SECRET_ACCESS_KEY: access.secretAccessKey,
  SOCKET_URL: 'wss://abc.execute-api.eu-central-1.amazonaws.com/conversations',
}

type Answer = Response | Error
const service = (...answers: [Answer, ...Answer[]]) => {
  const asked: { url: string; method: string; body: string | undefined }[] = []
  const slept: number[] = []
  const parts = {
    settings: settingsFrom(environment),
    clock: { now: () => now, sleep: async (ms: number) => void slept.push(ms) },
    random: { number: () => 0.5, bytes: (length: number) => new Uint8Array(length) },
    worldTime: () => now,
    fetch: (async (url, init) => {
      asked.push({ url: String(url), method: String(init?.method), body: init?.body ? String(init.body) : undefined })
      const answer = answers.length > 1 ? answers.shift() : answers[0]
      if (!(answer instanceof Response)) throw answer
      return answer.clone()
    }) as typeof fetch,
  }
  return { asked, slept, parts }
}
const json = (status: number, body: object) => new Response(JSON.stringify(body), { status })

test.each([
  { method: 'POST', path: '/', target: 'secretsmanager.GetSecretValue', body: '{"SecretId":"ü"}' },
  { method: 'POST', path: '/conversations/@connections/a%3Db%2B', target: undefined, body: '{"type":"text"}' },
  { method: 'DELETE', path: '/conversations/@connections/a%3D', target: undefined, body: '' },
  { method: 'POST', path: '/2015-03-31/functions/a:b/invocations', target: undefined, body: '{}' },
] as const)('$method $path is signed as the SDK signs it', async ({ method, path, target, body }) => {
  const url = `https://example.amazonaws.com${path}`
  const { init } = signedRequest({ method, url, service: 'execute-api', target, body }, { ...access, now })
  const { authorization, ...headers } = init.headers
  const signer = new SignatureV4({
    service: 'execute-api',
    region: access.region,
    credentials: access,
    sha256: Sha256,
    applyChecksum: false,
  })
  const place = { protocol: 'https:', hostname: 'example.amazonaws.com', path, query: {} }
  const signed = await signer.sign(
    { method, ...place, headers: { ...headers, host: place.hostname }, body },
    { signingDate: new Date(now) },
  )
  expect(authorization).toBe(signed.headers.authorization)
})

test('signs the query of a request to S3 as the SDK does', async () => {
  const hostname = 'bucket.s3.amazonaws.com'
  const asked = { method: 'PUT', url: `https://${hostname}/a%20b?prefix=a/b&encryption`, service: 's3' } as const
  const { init } = signedRequest({ ...asked, body: '<Rules/>' }, { ...access, now })
  const { authorization, ...headers } = init.headers
  const credentials = { service: 's3', region: access.region, credentials: access }
  const signer = new SignatureV4({ ...credentials, sha256: Sha256, uriEscapePath: false })
  const place = { protocol: 'https:', hostname, path: '/a%20b', query: { prefix: 'a/b', encryption: '' } }
  const request = { method: asked.method, ...place, headers: { ...headers, host: hostname }, body: '<Rules/>' }
  expect(authorization).toBe((await signer.sign(request, { signingDate: new Date(now) })).headers.authorization)
})

describe('a service of AWS', () => {
  const asking = {
    method: 'POST',
    url: 'https://aws.test/',
    service: 'kms',
    target: 'TrentService.Sign',
    body: '{}',
  } as const
  const throttled = () => json(400, { __type: 'ThrottlingException' })
  const lateness = Object.assign(new Error('late'), { name: 'TimeoutError' })

  test.each([
    ['breaks down', json(500, {})],
    ['has no room', json(429, {})],
    ['says in JSON that it has no room', throttled()],
    ['breaks the connection', new TypeError('fetch failed')],
    ['does not answer in time', lateness],
  ])('that %s is asked again, after a pause', async (_, first) => {
    const { asked, slept, parts } = service(first, json(200, { fine: true }))
    expect(await askAws(parts, asking)).toEqual({ status: 200, text: '{"fine":true}' })
    expect([asked.length, slept]).toEqual([2, [100]])
  })

  test('that goes on breaking down is asked three times', async () => {
    const failing = service(json(503, {}))
    expect(await askAws(failing.parts, asking)).toEqual({ status: 503, text: '{}' })
    const silent = service(lateness)
    await expect(askAws(silent.parts, asking)).rejects.toBe(lateness)
    expect([failing.asked.length, silent.asked.length]).toEqual([3, 3])
  })

  test.each([json(400, { __type: 'ValidationException' }), json(403, {}), new Error('not of the network')])(
    'that refuses is asked once',
    async (answer) => {
      const { asked, parts } = service(answer)
      await askAws(parts, asking).catch(() => undefined)
      expect(asked).toHaveLength(1)
    },
  )
})

describe('a secret', () => {
  const arn = 'arn:aws:secretsmanager:eu-central-1:123456789012:secret:CarrierSecret-a1-B2'
  const empty = 'The secret CarrierSecret-a1-B2 is empty'

  test('is fetched where Secrets Manager is, or where the environment says', async () => {
    const { asked, parts } = service(json(200, { SecretString: '{"a":"b"}' }))
    expect(await secretsManager(parts)(arn)).toBe('{"a":"b"}')
    const settings = settingsFrom({ ...environment, AWS_ENDPOINT_URL: 'http://127.0.0.1:1' })
    await secretsManager({ ...parts, settings })(arn)
    expect(asked.map(({ url }) => url)).toEqual([
      'https://secretsmanager.eu-central-1.amazonaws.com',
      'http://127.0.0.1:1',
    ])
    expect(asked[0]?.body).toBe(JSON.stringify({ SecretId: arn }))
  })

  test.each([json(400, { __type: 'ResourceNotFoundException' }), json(200, { SecretBinary: 'AA==' })])(
    'that was never filled in is said to be empty',
    async (answer) => {
      await expect(secretsManager(service(answer).parts)(arn)).rejects.toThrow(empty)
    },
  )

  test('that may not be read is an error with the reason', async () => {
    const { parts } = service(json(400, { __type: 'AccessDeniedException', Message: 'not authorized' }))
    await expect(secretsManager(parts)(arn)).rejects.toThrow(/answered 400.*AccessDenied.*not authorized/)
  })
})

describe('a frame', () => {
  const speech = { type: 'text', text: 'Hello', last: true } as const

  test('leaves for its connection, whatever stands in its name', async () => {
    const { asked, parts } = service(new Response(null, { status: 200 }))
    expect(await sockets(parts).send('a=/b', speech)).toBe(true)
    await sockets(parts).close('a=/b')
    const url = 'https://abc.execute-api.eu-central-1.amazonaws.com/conversations/@connections/a%3D%2Fb'
    expect(asked.map(({ method, url }) => [method, url])).toEqual([
      ['POST', url],
      ['DELETE', url],
    ])
  })

  test('is not needed to learn whether a socket is open', async () => {
    const open = service(json(200, { connectedAt: '2026-01-01T00:00:00.000Z' }))
    expect(await sockets(open.parts).isOpen('a=/b')).toBe(true)
    expect(open.asked.map(({ method }) => method)).toEqual(['GET'])
    const gone = service(json(410, { message: 'Gone' }))
    expect(await sockets(gone.parts).isOpen('a')).toBe(false)
    const refused = service(json(403, { message: 'Forbidden' }))
    await expect(sockets(refused.parts).isOpen('a')).rejects.toThrow('403')
  })

  test('to a closed socket returns false; a refused one throws', async () => {
    const gone = service(json(410, { message: 'Gone' }))
    expect(await sockets(gone.parts).send('a', speech)).toBe(false)
    await sockets(gone.parts).close('a')
    await expect(sockets(service(json(403, {})).parts).send('a', speech)).rejects.toThrow('answered 403')
  })
})
