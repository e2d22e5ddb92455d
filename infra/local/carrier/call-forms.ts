import type { BridgedCall, CarrierStatus, DoubleCall, EndStatus, RelaySession } from './call.ts'
import type { RelayEnd } from './conversation.ts'
import { apiVersion, rfc2822 } from './dialect.ts'
import type { DialStatus } from './sip.ts'

type Form = Record<string, string>

export const callForm = (call: DoubleCall): Form => ({
  CallSid: call.sid,
  AccountSid: call.accountSid,
  From: call.from,
  To: call.to,
  CallStatus: call.status,
  Direction: call.direction,
  ApiVersion: apiVersion,
})

/** Returns the STIR attestation of the caller's number. Carriers outside +1 do not sign calls. */
export const verstatForm = ({ from, verstat }: { from: string; verstat?: string | null }): Form => {
  const known = verstat === undefined && from.startsWith('+1') ? 'TN-Validation-Passed-A' : verstat
  return known ? { StirVerstat: known } : {}
}

export const statusForm = (call: DoubleCall, number: number, now: number): Form => ({
  ...callForm(call),
  Timestamp: rfc2822(now) ?? '',
  CallbackSource: 'call-progress-events',
  SequenceNumber: String(number),
  ...(isOver(call.status) ? endFields(call, call.status) : {}),
})

export const sessionForm = (call: DoubleCall, session: RelaySession, end: RelayEnd, now: number): Form => ({
  ...callForm(call),
  SessionId: session.sid,
  SessionStatus: end.status,
  SessionDuration: String(Math.round((now - session.startedAt) / 1000)),
  ...(end.status === 'ended' && end.handoffData !== undefined ? { HandoffData: end.handoffData } : {}),
  ...(end.status === 'failed' ? { ErrorCode: end.errorCode, ErrorMessage: end.errorMessage } : {}),
})

export const dialForm = (call: DoubleCall, { sid, bridgedAt }: BridgedCall, status: DialStatus, now: number): Form => ({
  ...callForm(call),
  DialCallSid: sid,
  DialCallStatus: status,
  DialBridged: String(bridgedAt !== undefined),
  ...(bridgedAt !== undefined && { DialCallDuration: String(Math.round((now - bridgedAt) / 1000)) }),
})

export const detectionForm = (call: DoubleCall, durationMs: number): Form => ({
  CallSid: call.sid,
  AccountSid: call.accountSid,
  AnsweredBy: call.answeredBy ?? 'unknown',
  MachineDetectionDuration: String(durationMs),
})

export const recordingForm = (call: DoubleCall, status: 'completed' | 'absent'): Form => ({
  CallSid: call.sid,
  AccountSid: call.accountSid,
  ...recordingFields(call),
  RecordingStatus: status,
  RecordingChannels: String(call.request.recording?.channels ?? 1),
  RecordingSource: 'OutboundAPI',
  RecordingStartTime: rfc2822(call.recordedFrom) ?? '',
})

export const isOver = (status: CarrierStatus): status is EndStatus =>
  status === 'completed' || status === 'busy' || status === 'no-answer' || status === 'canceled' || status === 'failed'

export const durationSeconds = ({ answeredAt, endedAt, request }: DoubleCall) =>
  answeredAt === undefined || endedAt === undefined
    ? 0
    : Math.min(Math.round((endedAt - answeredAt) / 1000), request.talkSecondsMax)

export const recordedSeconds = (call: DoubleCall) =>
  Math.max(0, durationSeconds(call) - Math.round(((call.recordedFrom ?? 0) - (call.answeredAt ?? 0)) / 1000))

const sipResponseCode: Record<EndStatus, string> = {
  failed: '500',
  completed: '200',
  busy: '486',
  'no-answer': '487',
  canceled: '487',
}

const endFields = (call: DoubleCall, status: EndStatus): Form => {
  const seconds = durationSeconds(call)
  return {
    CallDuration: String(seconds),
    Duration: String(Math.ceil(seconds / 60)),
    SipResponseCode: sipResponseCode[status],
    ...(status === 'failed' && call.behaviour.failure),
    ...recordingFields(call),
  }
}

const recordingFields = (call: DoubleCall): Form => {
  const { origin, accountSid, recordingSid } = call
  if (!recordingSid) return {}
  return {
    RecordingSid: recordingSid,
    RecordingUrl: `${origin}/${apiVersion}/Accounts/${accountSid}/Recordings/${recordingSid}`,
    RecordingDuration: String(recordedSeconds(call)),
  }
}
