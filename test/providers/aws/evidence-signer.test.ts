import { createHash, createHmac, generateKeyPairSync, sign } from 'node:crypto'
import { expect, test } from 'vitest'
import { isSigned } from '../../../shared/domain/evidence/signature.ts'
import { evidenceSigner } from '../../../shared/providers/aws/evidence-signer.ts'
import { settingsFrom } from '../../../shared/providers/aws/settings.ts'

/** These tests simulate KMS, which checks the caller's signature and signs messages. */

const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const arn = 'arn:aws:kms:eu-central-1:000000000000:key/1'
const secretAccessKey = 'secret'
const digest = (text: string) => createHash('sha256').update(text).digest('hex')
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()

const isGenuine = ({ headers, body }: { headers: Record<string, string>; body: string }): boolean => {
  const [, scope = '', names = '', signature] =
    /^AWS4-HMAC-SHA256 Credential=AKID\/(\S+), SignedHeaders=(\S+), Signature=(\S+)$/.exec(
      headers.authorization ?? '',
    ) ?? []
  const sent: Record<string, string> = { ...headers, host: 'kms.eu-central-1.amazonaws.com' }
  const lines = names.split(';').map((name) => `${name}:${sent[name]}`)
  const request = ['POST', '/', '', ...lines, '', names, digest(body)].join('\n')
  const text = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, digest(request)].join('\n')
  const key = scope.split('/').reduce<string | Buffer>((secret, part) => hmac(secret, part), `AWS4${secretAccessKey}`)
  return hmac(key, text).toString('hex') === signature
}

const kms: typeof fetch = async (_url, init) => {
  const request = init as { headers: Record<string, string>; body: string }
  if (!isGenuine(request)) return new Response('{}', { status: 400 })
  const asked = JSON.parse(request.body)
  expect(asked.KeyId).toBe(arn)
  if (request.headers['x-amz-target'] === 'TrentService.GetPublicKey')
    return Response.json({ PublicKey: pair.publicKey.export({ format: 'der', type: 'spki' }).toString('base64') })
  expect(asked).toMatchObject({ MessageType: 'DIGEST', SigningAlgorithm: 'ECDSA_SHA_256' })
  return Response.json({ Signature: statements.get(asked.Message) })
}
const statements = new Map<string, string>()
const statement = { chain: 1, made_at: 5 }
const canonicalText = '{"chain":1,"made_at":5}'
statements.set(
  createHash('sha256').update(canonicalText).digest('base64'),
  sign('sha256', Buffer.from(canonicalText), pair.privateKey).toString('base64'),
)

const signerWith = (more: Record<string, string>, send = kms) =>
  evidenceSigner({
    settings: settingsFrom({
      ...{ EVIDENCE_KEY_ARN: arn, AWS_REGION: 'eu-central-1' },
      ...{ AWS_ACCESS_KEY_ID: 'AKID', AWS_SECRET_ACCESS_KEY: secretAccessKey, AWS_SESSION_TOKEN: 'session', ...more },
    }),
    secrets: { read: async () => ({}) },
    stage: { isLocal: false },
    clock: { now: Date.now, sleep: async () => {} },
    random: { number: () => 0, bytes: (length) => new Uint8Array(length) },
    fetch: send,
    worldTime: () => Date.UTC(2026, 10, 25),
  })

test('KMS signs, and its public key verifies what was said and nothing else', async () => {
  const signer = signerWith({})
  const [signature, key] = [await signer.sign(statement), await signer.key()]
  expect(key).toMatchObject({ algorithm: 'ECDSA-P256-SHA256', key_id: signature.key_id })
  expect(isSigned(statement, signature, [key])).toBe(true)
  expect(isSigned({ ...statement, made_at: 6 }, signature, [key])).toBe(false)
  expect(isSigned(statement, signature, [])).toBe(false)
  expect(isSigned(statement, signature, [{ ...key, public_key: 'other' }])).toBe(false)
})

test('KMS that had no room, or whose answer was lost, is asked again', async () => {
  const failures = [new Response('{"__type":"ThrottlingException"}', { status: 400 }), new TypeError('fetch failed')]
  const signer = signerWith({}, async (...asked) => {
    const failure = failures.pop()
    if (failure instanceof Error) throw failure
    return failure ?? kms(...asked)
  })
  const signature = await signer.sign(statement)
  expect(isSigned(statement, signature, [await signer.key()])).toBe(true)
  expect(failures).toEqual([])
})

test('an error of KMS names the request, and no secret', async () => {
  await expect(signerWith({ AWS_SECRET_ACCESS_KEY: 'another' }).sign(statement)).rejects.toThrow(
    /^KMS answered 400 to /,
  )
})
