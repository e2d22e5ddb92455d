import { expect, test } from 'vitest'
import { startCarrier } from './harness.ts'

const failing = (times: number, fail: () => Response) => {
  let left = times
  return () => {
    left -= 1
    return left >= 0 ? fail() : new Response(null, { status: 204 })
  }
}
const brokenConnection = () => {
  throw new TypeError('fetch failed')
}
const tokensOf = ({ heard }: ReturnType<typeof startCarrier>) =>
  heard.map(({ headers }) => headers.get('i-twilio-idempotency-token'))

test.each([
  ['503', () => new Response(null, { status: 503 })],
  ['a broken connection', brokenConnection],
])('repeats a callback after %s once, with the same token', async (_, fail) => {
  const carrier = startCarrier({}, { '/message-status': failing(1, fail) })
  await carrier.send('+12025550100')
  await carrier.pass(60)
  expect(carrier.trace()).toEqual(['1 /message-status sent', '2 /message-status sent', '3 /message-status delivered'])
  const [first, again, next] = tokensOf(carrier)
  expect(again).toBe(first)
  expect(next).not.toBe(first)
  expect(carrier.facts).toEqual([])
})

test('a callback that fails twice is logged without numbers and dropped', async () => {
  const carrier = startCarrier({}, { '/message-status': failing(2, brokenConnection) })
  const { sid } = await carrier.send('+12025550100')
  await carrier.pass(60)
  expect(carrier.trace()).toEqual(['1 /message-status sent', '2 /message-status sent', '3 /message-status delivered'])
  expect(carrier.facts).toEqual([{ event: 'callback_dropped', sid, status: 'no answer' }])
})

test('a callback answered with 4xx is not repeated', async () => {
  const carrier = startCarrier({}, { '/message-status': () => new Response(null, { status: 403 }) })
  await carrier.send('+12025550100')
  await carrier.pass(60)
  expect(carrier.trace()).toEqual(['1 /message-status sent', '3 /message-status delivered'])
  expect(carrier.facts.map(({ status }) => status)).toEqual([403, 403])
})
