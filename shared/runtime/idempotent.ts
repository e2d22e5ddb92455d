import { createCipheriv, createDecipheriv, createHash, hkdfSync } from 'node:crypto'
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 as Result } from 'aws-lambda'
import type { HttpOperation } from '../operations/define.ts'
import type { Log } from '../words/log.ts'
import { must } from '../words/must.ts'
import { Problem, problemBody, problems } from '../words/problem.ts'
import type { Parts, Registry } from './parts.ts'
import { dependenciesOf } from './wiring.ts'

export const idempotencyUses = ['idempotency.begin', 'idempotency.finish', 'idempotency.forget'] as const

interface Attempt {
  operation: HttpOperation
  key: string
  user_id: number
  event: Omit<APIGatewayProxyEventV2, 'body'> & { body?: unknown }
  parts: Parts
  registry: Registry
  freshId: number
  log: Log
}

/** True if the request had no effect, so that its key can be used again. */
const isNothingDone = ({ code, errors, retrySeconds }: Problem): boolean =>
  errors !== undefined || retrySeconds !== undefined || code === 'not_permitted' || code === 'carrier_denied'

const hash = (text: string) => createHash('sha256').update(text).digest('hex')

const keyOf = (secret: string) => Buffer.from(hkdfSync('sha256', secret, '', 'answer of a request', 32))
const nonceBytes = 12
const tagBytes = 16

/** Encrypts an answer, so that only a request with the same token can read it. */
const sealed = (body: string, secret: string, nonce: Uint8Array): string => {
  const cipher = createCipheriv('aes-256-gcm', keyOf(secret), nonce)
  const encrypted = Buffer.concat([cipher.update(body, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, encrypted, cipher.getAuthTag()]).toString('base64')
}

const opened = (text: string, secret: string): string => {
  const bytes = Buffer.from(text, 'base64')
  const decipher = createDecipheriv('aes-256-gcm', keyOf(secret), bytes.subarray(0, nonceBytes))
  decipher.setAuthTag(bytes.subarray(-tagBytes))
  const encrypted = bytes.subarray(nonceBytes, -tagBytes)
  return Buffer.concat([decipher.update(encrypted), decipher.final()]).toString('utf8')
}

/**
 * Runs a request once per Idempotency-Key. After a problem without effect, the key can be used
 * again.
 */
export const once = async (
  { operation, key, user_id, event, parts, registry, freshId, log }: Attempt,
  run: (id: number, resumed: boolean) => Promise<Result>,
): Promise<Result> => {
  if (!/^[\x20-\x7e]{1,255}$/.test(key)) throw new Problem('invalid_idempotency_key')
  const secret = operation.showsSecret ? (/\S+$/.exec(event.headers.authorization ?? '')?.[0] ?? '') : ''
  const { idempotency } = dependenciesOf(idempotencyUses, registry, parts)
  const request = {
    user_id,
    operation: operation.id,
    key_hash: hash(key),
    // Only the same token may repeat the request, because only it can decrypt the answer.
    request_hash: hash(`${event.rawPath}\n${JSON.stringify(event.body)}${secret && `\n${hash(secret)}`}`),
  }
  const begun = await idempotency.begin(request, freshId, parts.clock.now())
  if (begun.state === 'reused') throw new Problem('idempotency_key_reused')
  if (begun.state === 'running') throw new Problem('idempotency_in_progress')
  if (begun.state === 'answered') {
    const { status, body } = begun.answer
    return {
      statusCode: status,
      body: secret ? opened(body, secret) : body,
      headers: { 'idempotency-replayed': 'true' },
    }
  }
  const finish = async (result: Result): Promise<Result> => {
    const body = must(result.body, 'body of the answer')
    const answer = {
      status: must(result.statusCode, 'status of the answer'),
      body: secret ? sealed(body, secret, parts.random.bytes(nonceBytes)) : body,
    }
    await idempotency.finish(request, answer, parts.clock.now())
    return result
  }
  try {
    return await finish(await run(begun.id, begun.resumed))
  } catch (cause) {
    if (cause instanceof Problem && isNothingDone(cause)) {
      await idempotency.forget(request)
      throw cause
    }
    if (!(cause instanceof Problem)) log.error('accident', { cause })
    const problem = cause instanceof Problem ? cause : new Problem(operation.accident)
    const [statusCode] = problems[problem.code]
    return finish({ statusCode, body: JSON.stringify(problemBody(problem, operation.saysError)) })
  }
}
