import type { LocalClock } from '../clock.ts'
import type { CallBehaviour } from './behaviours.ts'
import type { PageLine } from './page-line.ts'
import type { RelayOrder } from './twiml.ts'

export interface RelayCall {
  sessionId: string
  accountSid: string
  callSid: string
  from: string
  to: string
  direction: 'inbound' | 'outbound-api'
  behaviour: CallBehaviour
  page?: PageLine | undefined
}

export type RelayEnd =
  | { status: 'completed' } // the caller hung up
  | { status: 'ended'; handoffData?: string } // the assistant ended the session
  | { status: 'failed'; errorCode: string; errorMessage: string }

/**
 * Runs one ConversationRelay session. Calls `over` when the session ends by itself, never after
 * `stop`.
 */
export type Converse = (
  leg: RelayCall,
  relay: RelayOrder,
  over: (end: RelayEnd) => void | Promise<void>,
) => { stop: () => void }

/**
 * Simulates a session without a socket: waits, then ends the call as the behaviour of the dialled
 * number specifies.
 */
export const letTimePass =
  (clock: LocalClock): Converse =>
  ({ behaviour }, _relay, over) => {
    if (behaviour.endedBy === 'nobody') return { stop: () => {} }
    const end: RelayEnd =
      behaviour.endedBy === 'assistant'
        ? { status: 'ended', handoffData: JSON.stringify({ reason: 'assistant' }) }
        : { status: 'completed' }
    return { stop: clock.after(behaviour.talkSeconds * 1000, () => over(end)) }
  }
