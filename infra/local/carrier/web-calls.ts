import { createHmac } from 'node:crypto'
import * as z from 'zod'

export interface WebSettings {
  apiKeySid: string
  apiKeySecret: string
  applicationSid: string
  voiceUrl: string
  statusUrl?: string
}

const Header = z.object({ alg: z.literal('HS256'), cty: z.literal('twilio-fpa;v=1') })
const Claims = z.object({
  iss: z.string(),
  sub: z.string(),
  exp: z.number(),
  grants: z.object({
    identity: z.string().regex(/^\w{1,121}$/),
    voice: z.object({
      outgoing: z.object({ application_sid: z.string(), params: z.record(z.string(), z.string()).optional() }),
    }),
  }),
})

export const WebCall = z.object({
  token: z.string(),
  params: z.record(z.string(), z.string()).optional(),
  person: z.string().optional(),
})

export const readWebToken = (
  token: string,
  { accountSid, settings, now }: { accountSid: string; settings: WebSettings; now: number },
): { identity: string; params: Record<string, string> } | { code: number; message: string } => {
  const [header = '', payload = '', signature] = token.split('.')
  const signed = createHmac('sha256', settings.apiKeySecret).update(`${header}.${payload}`).digest('base64url')
  const claims = Claims.safeParse(partOf(payload)).data
  const isOurs = claims?.iss === settings.apiKeySid && claims.sub === accountSid
  if (signature !== signed || !Header.safeParse(partOf(header)).success || !claims || !isOurs)
    return { code: 20101, message: 'Invalid Access Token' }
  if (claims.exp * 1000 <= now) return { code: 20104, message: 'Access Token expired or expiration date invalid' }
  const { identity, voice } = claims.grants
  if (voice.outgoing.application_sid !== settings.applicationSid)
    return { code: 21218, message: 'Invalid ApplicationSid' }
  return { identity, params: voice.outgoing.params ?? {} }
}

const partOf = (text: string): unknown => {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString())
  } catch {
    return undefined
  }
}
