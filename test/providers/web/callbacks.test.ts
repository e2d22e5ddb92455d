import { expect, test } from 'vitest'
import { sign } from '../../../infra/local/carrier/signature.ts'
import { openSecrets } from '../../../shared/providers/aws/secrets.ts'
import { settingsFrom } from '../../../shared/providers/aws/settings.ts'
import * as registry from '../../../shared/runtime/registry.ts'
import { openParts } from '../../../shared/runtime/wiring.ts'

const settings = settingsFrom({
  PUBLIC_URL: 'https://api.test',
  SOCKET_URL: 'wss://sockets.test/conversations',
  CARRIER_SECRET_ARN: 'arn:carrier',
})
const form = { CallStatus: 'ringing' }

const open = () => {
  const at = { now: 0, fetched: 0, secret: {} }
  const secrets = openSecrets(
    settings,
    () => at.now,
    async () => {
      at.fetched += 1
      return JSON.stringify(at.secret)
    },
  )
  const callbacks = registry.callbacks({ ...openParts({}), settings, secrets })
  const isGenuine = (token: string) =>
    callbacks
      .read('call status', {
        path: '/api/carrier/x',
        headers: { 'x-twilio-signature': sign(token, 'https://api.test/api/carrier/x', form) },
        body: String(new URLSearchParams(form)),
      })
      .then((report) => report !== undefined)
  const isGenuineSocket = (token: string) =>
    callbacks.isGenuineSocket({ 'x-twilio-signature': sign(token, 'wss://sockets.test/conversations', {}) })
  return { at, isGenuine, isGenuineSocket }
}

test('a new token is valid at once, the former no longer', async () => {
  const { at, isGenuine, isGenuineSocket } = open()
  at.secret = { auth_token: 'old' }
  expect(await isGenuine('old')).toBe(true)
  at.secret = { auth_token: 'new' }
  at.now += 20_000
  expect(await isGenuineSocket('new')).toBe(true)
  expect(await isGenuine('new')).toBe(true)
  expect(await isGenuine('old')).toBe(false)
})

test('both tokens count while one is exchanged for the other', async () => {
  const { at, isGenuine, isGenuineSocket } = open()
  at.secret = { auth_token: 'old', auth_token_secondary: 'new' }
  for (const token of ['old', 'new']) {
    expect(await isGenuine(token)).toBe(true)
    expect(await isGenuineSocket(token)).toBe(true)
  }
  expect(await isGenuine('')).toBe(false)
})

test('forged signatures make nobody fetch the secret more often than every ten seconds', async () => {
  const { at, isGenuine } = open()
  at.secret = { auth_token: 'good' }
  for (let second = 0; second < 30; second++) {
    expect(await isGenuine('forged')).toBe(false)
    at.now += 1_000
  }
  expect(at.fetched).toBe(3)
})
