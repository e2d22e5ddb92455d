import { expect, test } from 'vitest'
import { ourNumber, rest, startCarrier } from './harness.ts'

const account = '/_double/account'
const person = '+12025550100'

test('a trial account reaches verified numbers only', async () => {
  const carrier = startCarrier()
  const set = { standing: 'trial', verified_numbers: [person] }
  expect(await carrier.control(account, set)).toMatchObject({ status: 200, body: { ...set, lost_numbers: [] } })
  expect((await carrier.dial(person)).status).toBe(201)
  expect(await carrier.dial('+12025550111')).toMatchObject({ status: 400, body: { code: 21219 } })
  await carrier.control(account, { verified_numbers: [] })
  expect(await carrier.dial(person)).toMatchObject({ status: 400, body: { code: 21219 } })
})

test.each(['suspended', 'closed'])('a %s account refuses calls until it is active again', async (standing) => {
  const carrier = startCarrier()
  await carrier.control(account, { standing })
  expect(await carrier.dial(person)).toMatchObject({ status: 403, body: { code: 20005 } })
  await carrier.control(account, { standing: 'active' })
  expect((await carrier.dial(person)).status).toBe(201)
})

test('a lost number makes no calls, and a list replaces the former one', async () => {
  const carrier = startCarrier()
  await carrier.control(account, { lost_numbers: [ourNumber] })
  expect(await carrier.dial(person)).toMatchObject({ status: 400, body: { code: 21210 } })
  await carrier.control(account, { lost_numbers: [] })
  expect((await carrier.dial(person)).status).toBe(201)
})

test.each([
  [{ standing: 'gone' }],
  [{ verified_numbers: ['someone'] }],
  [{ lost_numbers: ourNumber }],
  [{ lostNumbers: [ourNumber] }],
  ['not an object'],
])('400 for %j, and nothing changes', async (wrong) => {
  const carrier = startCarrier()
  const both = typeof wrong === 'object' ? { standing: 'closed', ...wrong } : wrong
  expect(await carrier.control(account, both)).toMatchObject({ status: 400 })
  expect((await carrier.dial(person)).status).toBe(201)
})

test.each([
  ['api.twilio.com', 200],
  ['api.ashburn.us1.twilio.com', 200],
  ['api.dublin.ie1.twilio.com', 401],
  ['voice.sydney.au1.twilio.com', 401],
])('accepts a token of US1 at %s: %i', async (host, status) => {
  const { double } = startCarrier()
  const asked = rest('.json')
  const answer = await double.handle(new Request(asked.url.replace('carrier.test', host), { headers: asked.headers }))
  expect(answer.status).toBe(status)
  if (status === 401) expect(await answer.json()).toMatchObject({ code: 20003, message: 'Authenticate', status })
})
