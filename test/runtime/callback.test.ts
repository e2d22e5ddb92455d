import webhooks from 'twilio/lib/webhooks/webhooks.js'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sign } from '../../infra/local/carrier/signature.ts'
import { toEvent } from '../../infra/local/http-event.ts'
import { lambdaContext } from '../../infra/local/lambda-context.ts'
import * as declare from '../../shared/operations/define.ts'
import { callback } from '../../shared/runtime/callback.ts'
import * as registry from '../../shared/runtime/registry.ts'
import { Problem } from '../../shared/words/problem.ts'
import { openSmallWorld, type SmallWorld } from './small-world.ts'

let world: SmallWorld
beforeAll(async () => {
  world = await openSmallWorld()
})
beforeEach(() => {
  world.logged.length = 0
})

const operation = declare.callback({
  id: 'hear',
  area: 'tests',
  path: '/carrier/things/{ref}',
  summary: 'A test',
  report: 'incoming message',
  uses: ['callbacks.write'],
})
type Handle = Parameters<typeof callback<typeof operation>>[1]

interface Post {
  target?: string
  text?: string
  type?: string
  signature?: string
  headers?: Record<string, string>
}

const hangUp = { step: 'hang up' } as const
const form = { To: '+12025550101', From: '+12025550100', Body: 'Grüße & ümlaut = 1+1' }

const post = (handle: Handle, { target = '/api/carrier/things/1-2', headers, ...more }: Post = {}) => {
  const { text = String(new URLSearchParams(form)), type = 'application/x-www-form-urlencoded; charset=UTF-8' } = more
  const signed = sign('secret', `https://api.test${target}`, Object.fromEntries(new URLSearchParams(text)))
  const arrival = {
    method: 'POST',
    target,
    headers: { host: 'internal', 'content-type': type, 'x-twilio-signature': more.signature ?? signed, ...headers },
    body: text,
  }
  const route = { method: 'POST', path: `/api${operation.path}` }
  const event = toEvent(arrival, { route, requestId: 'r1', now: world.clock.now() })
  const context = lambdaContext({ functionName: 'hear', requestId: 'r1', timeoutMs: 1000 })
  return callback(operation, handle).open(world.parts, registry)(event, context)
}

test('the report arrives as the carrier meant it, with what stands for {ref}', async () => {
  const seen: object[] = []
  const answer = await post(async ({ report, ref }) => {
    seen.push({ report, ref })
    return { step: 'hang up' }
  })
  const report = {
    sms_sid: '',
    from: '+12025550100',
    to: '+12025550101',
    body: 'Grüße & ümlaut = 1+1',
    verdict: undefined,
  }
  expect(seen).toEqual([{ report, ref: '1-2' }])
  expect(answer).toEqual({
    statusCode: 200,
    headers: { 'content-type': 'text/xml' },
    body: '<?xml version="1.0" encoding="UTF-8"?><Response><Hangup/></Response>',
  })
})

describe('the signature', () => {
  const heard = async (more: Post) => {
    let calls = 0
    const { statusCode } = await post(async () => {
      calls += 1
      return hangUp
    }, more)
    return { statusCode, calls }
  }
  const refused = { statusCode: 403, calls: 0 }
  const taken = { statusCode: 200, calls: 1 }

  test('covers the public address, with its query, whatever host the request names', async () => {
    expect(await heard({ target: '/api/carrier/things/1-2?a=b%20c&d' })).toEqual(taken)
    expect(await heard({ headers: { host: 'evil.test', 'x-forwarded-host': 'evil.test' } })).toEqual(taken)
    const elsewhere = sign('secret', 'https://evil.test/api/carrier/things/1-2', form)
    expect(await heard({ headers: { host: 'evil.test' }, signature: elsewhere })).toEqual(refused)
  })

  test('covers an empty form too', async () => {
    expect(await heard({ text: '' })).toEqual(taken)
    expect(await heard({ text: '', signature: sign('other', 'https://api.test/api/carrier/things/1-2', {}) })).toEqual(
      refused,
    )
  })

  test.each(['', 'x', '=', 'Ω', 'A'.repeat(5000)])('%.9j is none', async (signature) => {
    expect(await heard({ signature })).toEqual(refused)
  })

  test('covers each value of a repeated parameter, as Twilio signs it', async () => {
    const text = 'From=%2B12025550100&Body=b&Body=a&Body=b&Body='
    const url = 'https://api.test/api/carrier/things/1-2'
    const signedBy = (values: string[]) =>
      webhooks.getExpectedTwilioSignature('secret', url, { From: '+12025550100', Body: values })
    expect(await heard({ text, signature: signedBy(['b', 'a', 'b', '']) })).toEqual(taken)
    expect(await heard({ text, signature: signedBy(['b', '']) })).toEqual(refused)
  })

  test('is read from a form of any content type', async () => {
    for (const type of ['', 'text/plain', 'application/json']) expect(await heard({ type })).toEqual(taken)
  })
})

test('a problem is answered 2xx: the carrier can do nothing about it', async () => {
  expect(await post(() => Promise.reject(new Problem('call_not_found')))).toEqual({ statusCode: 204 })
  expect(world.logged).toMatchObject([{ level: 'warn', fields: { operation: 'hear', code: 'call_not_found' } }])
})

test('an accident is a 500, which the carrier may repeat, and tells nothing', async () => {
  expect(await post(() => Promise.reject(new Error('broken')))).toEqual({ statusCode: 500, body: '' })
  expect(world.logged).toMatchObject([
    { level: 'error', message: 'accident', fields: { operation: 'hear', request_id: 'r1' } },
  ])
})

test('no line of the log holds what was posted', async () => {
  await post(() => Promise.reject(new Error('broken')))
  await post(async () => hangUp, { signature: 'wrong' })
  expect(JSON.stringify(world.logged)).not.toMatch(/2025550100|Grüße/)
})
