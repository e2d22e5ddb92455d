import { createHmac } from 'node:crypto'
import type { Secrets } from '../aws/secrets.ts'
import type { WebTokens } from '../carrier.ts'

interface WebTokensParts {
  secrets: Secrets
  clock: { now(): number }
}

/**
 * Makes tokens for web calls. Twilio reports the signed identity as the caller, so no page can join
 * another call. https://www.twilio.com/docs/iam/access-tokens
 */
export const webTokens = ({ secrets, clock }: WebTokensParts): WebTokens => ({
  open: async () => {
    const { account_sid, api_key_sid, api_key_secret, application_sid, socket } = await secrets.read('CARRIER')
    if (!account_sid || !api_key_sid || !api_key_secret || !application_sid) return undefined
    const sign = (identity: string, until: number) => {
      const issued = Math.floor(clock.now() / 1000)
      const payload = {
        jti: `${api_key_sid}-${identity}`,
        iss: api_key_sid,
        sub: account_sid,
        iat: issued,
        exp: Math.floor(until / 1000),
        grants: { identity, voice: { outgoing: { application_sid } } },
        // Address of the carrier's local test double.
        ...(socket && { aud: socket }),
      }
      const signed = `${part({ typ: 'JWT', alg: 'HS256', cty: 'twilio-fpa;v=1' })}.${part(payload)}`
      const signature = createHmac('sha256', api_key_secret).update(signed).digest('base64url')
      return `${signed}.${signature}`
    }
    return { engine: socket ? 'local' : 'twilio', sign }
  },
})

const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')
