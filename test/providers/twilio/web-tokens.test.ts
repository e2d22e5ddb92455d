import { createHmac } from 'node:crypto'
import AccessToken from 'twilio/lib/jwt/AccessToken.js'
import { expect, test } from 'vitest'
import { webTokens } from '../../../shared/providers/twilio/web-tokens.ts'

const secret = {
  account_sid: `AC${'1'.repeat(32)}`,
  auth_token: 'token',
  api_key_sid: `SK${'2'.repeat(32)}`,
  api_key_secret: 'key secret',
  application_sid: `AP${'3'.repeat(32)}`,
}
const tokens = (fields: Record<string, string>, now: number) =>
  webTokens({ secrets: { read: async () => fields }, clock: { now: () => now } }).open()

const read = (token: string) => {
  const [header = '', payload = '', signature] = token.split('.')
  const signed = createHmac('sha256', secret.api_key_secret).update(`${header}.${payload}`).digest('base64url')
  const partOf = (text: string) => JSON.parse(Buffer.from(text, 'base64url').toString())
  return { header: partOf(header), payload: partOf(payload), isSigned: signature === signed }
}

test('a token says what one of the vendor’s own builder says', async () => {
  const vendors = new AccessToken(secret.account_sid, secret.api_key_sid, secret.api_key_secret, {
    identity: 'call_1_2',
    ttl: 60,
  })
  vendors.addGrant(new AccessToken.VoiceGrant({ outgoingApplicationSid: secret.application_sid }))
  const theirs = read(vendors.toJwt())
  const issued = theirs.payload.iat * 1000
  const signer = await tokens(secret, issued)
  expect(signer?.engine).toBe('twilio')
  expect(read(signer?.sign('call_1_2', issued + 60_000) ?? '')).toEqual({
    ...theirs,
    payload: { ...theirs.payload, jti: `${secret.api_key_sid}-call_1_2` },
  })
})

test.each(['account_sid', 'api_key_sid', 'api_key_secret', 'application_sid'])(
  'nothing is signed without %s',
  async (name) => {
    expect(await tokens({ ...secret, [name]: '' }, 0)).toBeUndefined()
  },
)
