import type { AnsweredBy, EndedBy, Outcome } from '../../domain/calls/call.ts'
import type { Report } from '../../domain/calls/call-life.ts'
import type { ReportedStatus } from '../../domain/sms/sms-life.ts'

/** The carrier's words → ours. */

/** A cancelled call was ended by us before anybody answered. */
const outcomes = new Map(
  Object.entries<Outcome>({
    completed: 'completed',
    busy: 'busy',
    'no-answer': 'no-answer',
    failed: 'failed',
    canceled: 'failed',
  }),
)

/** No carrier lets a call last longer. */
const daySeconds = 24 * 60 * 60

const readSeconds = (duration: string | number | null | undefined): number => {
  const seconds = Number(duration ?? 0)
  return seconds > 0 ? Math.min(daySeconds, Math.round(seconds)) : 0
}

/** `CallStatus` and `CallDuration` (seconds) of a report. */
export const readCallStatus = (status: string | undefined, duration?: string | number | null): Report => {
  const outcome = outcomes.get(status ?? '')
  if (outcome) return { outcome, duration: readSeconds(duration) }
  if (status === 'ringing' || status === 'in-progress') return { progress: status }
  return {}
}

export const readAnsweredBy = (word: string | undefined): AnsweredBy => {
  if (word === 'human') return 'human'
  return word?.startsWith('machine') || word === 'fax' ? 'machine' : 'unknown'
}

const smsEnds = new Map<string, ReportedStatus>([
  ['delivered', 'delivered'],
  ['read', 'delivered'],
  ['undelivered', 'undelivered'],
  ['failed', 'failed'],
  ['canceled', 'failed'],
])

/** `MessageStatus` of a report: whatever is not an end says at least that the carrier has taken the message. */
export const readSmsStatus = (status: string): ReportedStatus => smsEnds.get(status) ?? 'sent'

/** The carrier's own record says that this recipient wants no messages from us. */
export const optedOutCode = '21610'

/**
 * Who ended a conversation: `completed` is the caller's hang-up, `ended` is our own end with the reason that we handed
 * over, `failed` (a lost socket) is nobody's.
 */
export const readSessionEnd = (status: string | undefined, handoff: string | undefined): EndedBy | undefined => {
  if (status === 'completed') return 'customer'
  if (status !== 'ended') return undefined
  return handoff?.includes('"limit"') ? 'limit' : 'assistant'
}

/**
 * Who ended a dialled conversation, and whether there was any: a caller's hang-up ends the call itself, while after the other
 * end's the caller is still there. `limitSeconds` is what the carrier was told to allow.
 */
export const readDialEnd = (
  { CallStatus, DialCallStatus, DialCallDuration }: Record<string, string>,
  limitSeconds: number,
): { ended_by: EndedBy; isFailed: boolean } => {
  if (CallStatus === 'completed') return { ended_by: 'customer', isFailed: false }
  if (DialCallStatus !== 'completed' && DialCallStatus !== 'answered') return { ended_by: 'assistant', isFailed: true }
  return { ended_by: readSeconds(DialCallDuration) >= limitSeconds ? 'limit' : 'assistant', isFailed: false }
}
