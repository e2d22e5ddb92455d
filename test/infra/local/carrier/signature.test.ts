import webhooks from 'twilio/lib/webhooks/webhooks.js'
import { expect, test } from 'vitest'
import { sign } from '../../../../infra/local/carrier/signature.ts'
import { authToken, ourNumber, product, startCarrier } from './harness.ts'

test('signs the example of the carrier’s documentation as documented', () => {
  const form = {
    CallSid: 'CA1234567890ABCDE',
    Caller: '+14158675309',
    Digits: '1234',
    From: '+14158675309',
    To: '+18005551212',
  }
  expect(sign('12345', 'https://mycompany.com/myapp.php?foo=1&bar=2', form)).toBe('RSOYDt4T1cUTdK1PDd93/VVr8B8=')
})

test('the carrier’s own validator accepts every callback, and none with a field changed', async () => {
  const carrier = startCarrier()
  const more = {
    StatusCallback: `${product}/status?attempt=a%20b'c#rc=2`,
    Record: 'true',
    RecordingStatusCallback: `${product}:8443/recorded`,
    MachineDetection: 'Enable',
    AsyncAmd: 'true',
    AsyncAmdStatusCallback: `${product}/detected`,
    Method: 'GET',
  }
  await carrier.dial('+12025550106', more)
  await carrier.send('+12025550100', { Body: 'Grüße, 你好 & + = %' })
  await carrier.control('/_double/incoming-call', { to: ourNumber, from: '+12025550100' })
  await carrier.control('/_double/incoming-message', { to: ourNumber, from: '+12025550100', body: 'Grüße 😀 & + = %' })
  await carrier.pass(60)

  const paths = new Set(carrier.heard.map(({ path }) => path))
  expect([...paths].sort()).toEqual([
    '/action',
    '/detected',
    '/inbound-message',
    '/message-status',
    '/recorded',
    '/status',
    '/voice',
  ])
  for (const { url, method, form, headers } of carrier.heard) {
    const signature = headers.get('x-twilio-signature') ?? ''
    const signed = method === 'GET' ? {} : form
    expect(webhooks.validateRequest(authToken, signature, url, signed)).toBe(true)
    expect(webhooks.validateRequest(authToken, signature, url, { ...signed, From: '+12025550199' })).toBe(false)
  }
})
