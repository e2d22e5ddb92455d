import * as z from 'zod'

/** Rings at a SIP address; the status it answers with, 200 once it picked up. */
export type Invite = (address: string, signal: AbortSignal) => Promise<number>

const Answer = z.object({ status: z.int() })
const unreachable = 503

/**
 * SIP in this world is one request over HTTP: the callee is told the address with its headers and says at last
 * with which status it answers.
 */
export const inviteOverHttp =
  (url: string | undefined): Invite =>
  async (address, signal) => {
    if (!url) return unreachable
    try {
      const answer = await fetch(url, { method: 'POST', body: JSON.stringify({ address }), signal })
      return Answer.parse(await answer.json()).status
    } catch {
      return unreachable
    }
  }

export type DialStatus = 'completed' | 'busy' | 'no-answer' | 'failed' | 'canceled'

/** The carrier's word for a SIP status that is none of success. */
export const dialStatusOf = (sipStatus: number): DialStatus => {
  if (sipStatus === 486 || sipStatus === 600) return 'busy'
  return [408, 480, 487].includes(sipStatus) ? 'no-answer' : 'failed'
}
