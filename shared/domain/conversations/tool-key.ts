import { createHash, timingSafeEqual } from 'node:crypto'
import { type CallRef, readCallRef, writeCallRef } from '../calls/call-ref.ts'
import { sessionOf, type Talk, withSession } from './talk.ts'

const prefix = 'parlance_call_'
const secretBytes = 32
/**
 * Number of newest keys that stay valid. The vendor may receive several keys, and does not say
 * which key it kept.
 */
const keysMax = 4

export const writeToolKey = (ref: CallRef, secret: Uint8Array): string => {
  if (secret.length !== secretBytes) throw new Error(`A key takes ${secretBytes} random bytes`)
  return `${prefix}${writeCallRef(ref)}.${Buffer.from(secret).toString('base64url')}`
}

export const readToolKey = (authorization = ''): { ref: CallRef; key: string } | undefined => {
  const key = authorization.replace(/^Bearer +/i, '')
  const [, call, secret = ''] = /^parlance_call_(\d+-\d+)\.([\w-]+)$/.exec(key) ?? []
  const ref = readCallRef(call)
  return ref && secret.length === 43 ? { ref, key } : undefined
}

const hashOf = (key: string): string => createHash('sha256').update(key).digest('base64url')

export const withToolKey = (talk: Talk, key: string): Talk => {
  const session = sessionOf(talk)
  if (!session) return talk
  return withSession(talk, { ...session, tool_keys: [...session.tool_keys, hashOf(key)].slice(-keysMax) })
}

export const isToolKeyOf = (talk: Talk, key: string): boolean => {
  const { tool_keys } = sessionOf(talk) ?? { tool_keys: [] }
  const shown = Buffer.from(hashOf(key))
  return tool_keys.some((hash) => timingSafeEqual(Buffer.from(hash), shown))
}
