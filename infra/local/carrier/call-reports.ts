import type { Call, CallStatus } from './call.ts'
import { dialForm, sessionForm, statusForm } from './call-forms.ts'
import type { Callback } from './callbacks.ts'
import type { SessionEnd } from './conversation.ts'
import type { DialStatus } from './sip.ts'

/** Reports to the product about a running call. */

/** The `StatusCallbackEvent` of each status; none for `queued`. */
const eventOf: Record<CallStatus, string> = {
  queued: 'queued',
  initiated: 'initiated',
  ringing: 'ringing',
  'in-progress': 'answered',
  completed: 'completed',
  busy: 'completed',
  'no-answer': 'completed',
  canceled: 'completed',
  failed: 'completed',
}

/** Tells the product, unless the number keeps the carrier silent. */
export const report = async (call: Call, callback: Callback | undefined): Promise<void> => {
  if (callback && !isSilent(call)) await call.reports.tell(callback)
}

export const isSilent = ({ behaviour, status }: Call): boolean =>
  behaviour.reports === 'silent' && status !== 'initiated' && status !== 'ringing'

/** The report of the call's current status; undefined unless it was requested. */
export const statusReport = (call: Call, now: number): Callback | undefined => {
  const { status: target, statusEvents } = call.request
  if (!target || !statusEvents.includes(eventOf[call.status])) return undefined
  const form = statusForm(call, call.reportsNumbered, now)
  call.reportsNumbered += 1
  return { target, form }
}

export const sessionReport = (call: Call, result: SessionEnd, now: number): Callback | undefined => {
  const { session } = call
  return session?.action && { target: session.action, form: sessionForm(call, session, result, now) }
}

export const dialReport = (call: Call, status: DialStatus, now: number): Callback | undefined => {
  const { dialled } = call
  return dialled?.action && { target: dialled.action, form: dialForm(call, dialled, status, now) }
}
