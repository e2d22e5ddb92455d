import type { CarrierStatus, DoubleCall } from './call.ts'
import { dialForm, sessionForm, statusForm } from './call-forms.ts'
import type { Callback } from './callbacks.ts'
import type { RelayEnd } from './conversation.ts'
import type { DialStatus } from './sip.ts'

const eventOf: Record<CarrierStatus, string> = {
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

export const report = async (call: DoubleCall, callback: Callback | undefined): Promise<void> => {
  if (callback && !isSilent(call)) await call.reports.tell(callback)
}

export const isSilent = ({ behaviour, status }: DoubleCall): boolean =>
  behaviour.reports === 'silent' && status !== 'initiated' && status !== 'ringing'

export const statusReport = (call: DoubleCall, now: number): Callback | undefined => {
  const { status: target, statusEvents } = call.request
  if (!target || !statusEvents.includes(eventOf[call.status])) return undefined
  const form = statusForm(call, call.reportsNumbered, now)
  call.reportsNumbered += 1
  return { target, form }
}

export const sessionReport = (call: DoubleCall, result: RelayEnd, now: number): Callback | undefined => {
  const { session } = call
  return session?.action && { target: session.action, form: sessionForm(call, session, result, now) }
}

export const dialReport = (call: DoubleCall, status: DialStatus, now: number): Callback | undefined => {
  const { dialled } = call
  return dialled?.action && { target: dialled.action, form: dialForm(call, dialled, status, now) }
}
