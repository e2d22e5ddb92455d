import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { lambdaContext } from '../../infra/local/lambda-context.ts'
import * as declare from '../../shared/operations/define.ts'
import * as registry from '../../shared/runtime/registry.ts'
import { type SocketEvent, socket } from '../../shared/runtime/socket.ts'
import { Problem } from '../../shared/words/problem.ts'
import { openSmallWorld, type SmallWorld } from './small-world.ts'

let world: SmallWorld
beforeAll(async () => {
  world = await openSmallWorld()
})
beforeEach(() => {
  world.logged.length = 0
})

const frames = declare.socket({ id: 'talk', area: 'tests', route: '$default', uses: ['users.find'] })
const connects = declare.socket({ id: 'connect', area: 'tests', route: '$connect', uses: ['users.find'] })

const send = (
  operation: typeof frames | typeof connects,
  more: Partial<SocketEvent>,
  handle: Parameters<typeof socket>[1],
) => {
  const requestContext: SocketEvent['requestContext'] = {
    routeKey: operation.route,
    eventType: 'MESSAGE',
    extendedRequestId: 'x',
    requestTime: '',
    messageDirection: 'IN',
    stage: 'live',
    connectedAt: 0,
    requestTimeEpoch: 0,
    requestId: 'r1',
    domainName: 'api.test',
    connectionId: 'c1',
    apiId: 'a1',
    messageId: 'm1',
  }
  const event: SocketEvent = { requestContext, isBase64Encoded: false, ...more }
  const context = lambdaContext({ functionName: operation.id, requestId: 'r1', timeoutMs: 1000 })
  return socket(operation, handle).open(world.parts, registry)(event, context)
}

test('a frame arrives with its connection, its text and headers in lower case', async () => {
  const seen: object[] = []
  const answer = await send(frames, { body: 'hello', headers: { 'X-Twilio-Signature': 's' } }, async (frame) => {
    seen.push({ ...frame, log: 0, remainingMs: frame.remainingMs() > 0 })
  })
  expect(answer).toEqual({ statusCode: 200 })
  expect(seen).toEqual([
    {
      connection_id: 'c1',
      frame_id: 'm1',
      at: 0,
      text: 'hello',
      headers: { 'x-twilio-signature': 's' },
      remainingMs: true,
      log: 0,
    },
  ])
})

test('an empty frame has an empty text', async () => {
  const texts: string[] = []
  await send(frames, {}, async ({ text }) => {
    texts.push(text)
  })
  expect(texts).toEqual([''])
})

describe.each([
  ['a problem', new Problem('call_not_found'), 'warn'],
  ['an accident', new Error('broken'), 'error'],
  ['nothing that is an error', undefined, 'error'],
])('%s', (_what, cause, level) => {
  test('answers a frame with an empty 200', async () => {
    expect(await send(frames, { body: '{' }, () => Promise.reject(cause))).toEqual({ statusCode: 200 })
    expect(world.logged).toMatchObject([{ level, fields: { operation: 'talk', connection_id: 'c1' } }])
  })

  test('with a connect refuses the connection', async () => {
    expect(await send(connects, {}, () => Promise.reject(cause))).toEqual({ statusCode: 403 })
  })
})
