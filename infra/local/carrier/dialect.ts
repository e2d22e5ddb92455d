import { createHash } from 'node:crypto'
import type { LocalClock } from '../clock.ts'

export const apiVersion = '2010-04-01'

export const connectionLost = () => Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' })

export const isConnectionLost = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === 'ECONNRESET'

export const problem = (status: number, code: number, message: string) =>
  Response.json({ code, message, more_info: `https://www.twilio.com/docs/errors/${code}`, status }, { status })

export const notFound = (path: string) => problem(404, 20404, `The requested resource ${path} was not found`)

export const isPhoneNumber = (text: string) => /^\+[1-9]\d{1,14}$/.test(text)

export const rfc2822 = (at: number | undefined) =>
  at === undefined ? null : new Date(at).toUTCString().replace('GMT', '+0000')

export const createSids = (clock: LocalClock, seed: number) => {
  let issued = 0
  return (prefix: string) => {
    issued += 1
    return prefix + createHash('sha256').update(`${seed}:${clock.now()}:${issued}`).digest('hex').slice(0, 32)
  }
}
export type Sids = ReturnType<typeof createSids>

/** Logs facts, which must not contain phone numbers or speech. */
export type FactLog = (fact: { event: string } & Record<string, string | number>) => void
