import type { AnsweredBy, EndedBy, Outcome } from './call.ts'
import type { Report } from './call-life.ts'

/** The carrier's words → ours. */

/** A cancelled call was ended by us before anybody answered. */
const outcomes: Record<string, Outcome> = {
  completed: 'completed',
  busy: 'busy',
  'no-answer': 'no-answer',
  failed: 'failed',
  canceled: 'failed',
}

/** `CallStatus` and `CallDuration` (seconds) of a report. */
export const readCallStatus = (status: string | undefined, duration?: string | number | null): Report => {
  const outcome = outcomes[status ?? '']
  if (outcome) return { outcome, duration: Number(duration ?? 0) || 0 }
  if (status === 'ringing' || status === 'in-progress') return { progress: status }
  return {}
}

export const readAnsweredBy = (word: string | undefined): AnsweredBy => {
  if (word === 'human') return 'human'
  return word?.startsWith('machine') || word === 'fax' ? 'machine' : 'unknown'
}

/**
 * Who ended a conversation: `completed` is the caller's hang-up, `ended` is our own end with the reason that we handed
 * over, `failed` (a lost socket) is nobody's.
 */
export const readSessionEnd = (status: string | undefined, handoff: string | undefined): EndedBy | undefined => {
  if (status === 'completed') return 'customer'
  if (status !== 'ended') return undefined
  return handoff?.includes('"limit"') ? 'limit' : 'assistant'
}
