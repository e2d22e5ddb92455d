import { afterEach, beforeEach, expect, test } from 'vitest'
import { serveCarrier } from '../../../../infra/local/carrier/server.ts'
import { accountSid, authToken, ourNumber, product, startCarrier } from './harness.ts'

let carrier: ReturnType<typeof startCarrier>
let server: Awaited<ReturnType<typeof serveCarrier>>

beforeEach(async () => {
  carrier = startCarrier()
  server = await serveCarrier(carrier.double, 0)
})
afterEach(() => server.close())

const post = (to: string) =>
  fetch(`${server.url}/2010-04-01/Accounts/${accountSid}/Calls.json`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa(`${accountSid}:${authToken}`)}` },
    body: new URLSearchParams({
      To: to,
      From: ourNumber,
      Url: `${product}/voice`,
      Record: 'true',
      RecordingStatusCallback: `${product}/recorded`,
    }),
  })

test('answers over HTTP on 127.0.0.1 and hands out recordings there', async () => {
  const answer = await post('+12025550100')
  expect(answer.status).toBe(201)
  expect(await answer.json()).toMatchObject({ status: 'queued' })
  await carrier.pass(60)
  expect(carrier.last('/recorded')?.RecordingUrl).toMatch(
    `${server.url}/2010-04-01/Accounts/${accountSid}/Recordings/RE`,
  )
  expect(await (await fetch(`${server.url}/_double/stats`)).json()).toMatchObject({ callsPlaced: 1 })
})

test('a create that is never answered ends with a broken connection', async () => {
  const broken = expect(post('+12025550107')).rejects.toMatchObject({ message: 'fetch failed' })
  await expect.poll(() => carrier.clock.pending()).toBeGreaterThan(0)
  await carrier.pass(60)
  await broken
  expect(carrier.double.stats()).toMatchObject({ callsPlaced: 1, callsLive: 0 })
})

test('500 when the double itself fails', async () => {
  const failing = await serveCarrier({ handle: () => Promise.reject(new Error('a mistake')) }, 0)
  const answer = await fetch(failing.url)
  expect([answer.status, await answer.text()]).toEqual([500, 'Error: a mistake'])
  await failing.close()
})

test('rejects with EADDRINUSE when the port is taken', async () => {
  const port = Number(new URL(server.url).port)
  await expect(serveCarrier(carrier.double, port)).rejects.toMatchObject({ code: 'EADDRINUSE' })
})
