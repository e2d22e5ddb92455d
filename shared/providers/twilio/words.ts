import type { EndedBy } from '../../domain/calls/call.ts'
import type { Report } from '../../domain/calls/call-life.ts'
import type { LegEnd, SessionEnd, WordsReport } from '../../domain/calls/carrier-report.ts'
import type { Outcome } from '../../domain/calls/placement.ts'
import type { OptOut } from '../../domain/opt-outs/opt-out.ts'
import type { ReportedStatus } from '../../domain/sms/sms-life.ts'
import { readCallFailure } from './errors.ts'

/** `canceled`: we ended the call before an answer. */
const outcomes = new Map(
  Object.entries<Outcome>({
    completed: 'completed',
    busy: 'busy',
    'no-answer': 'no-answer',
    failed: 'failed',
    canceled: 'failed',
  }),
)

const daySeconds = 24 * 60 * 60

const readSeconds = (duration: string | number | null | undefined): number => {
  const seconds = Number(duration ?? 0)
  return seconds > 0 ? Math.min(daySeconds, Math.round(seconds)) : 0
}

export const readCallStatus = (status: string | undefined, duration?: string | number | null): Report => {
  const outcome = outcomes.get(status ?? '')
  if (outcome) return { outcome, duration: readSeconds(duration) }
  if (status === 'ringing' || status === 'in-progress') return { progress: status }
  return {}
}

export const readAnsweredBy = (word: string | undefined): Pick<Report, 'answered_by' | 'cause'> => {
  if (word === 'fax') return { answered_by: 'machine', cause: 'fax' }
  if (word === 'human') return { answered_by: 'human' }
  return { answered_by: word?.startsWith('machine') ? 'machine' : 'unknown' }
}

/**
 * `failed`: the message never left Twilio. `undelivered`: a network refused the message.
 * https://www.twilio.com/docs/messaging/api/message-resource
 */
const smsEnds = new Map<string, ReportedStatus>([
  ['delivered', 'delivered'],
  ['read', 'delivered'],
  ['undelivered', 'undelivered'],
  ['failed', 'failed'],
  ['canceled', 'failed'],
])

export const readSmsStatus = (status: string): ReportedStatus => smsEnds.get(status) ?? 'sent'

/** Reads `OptOutType`, Twilio's verdict on a text message; undefined if Twilio sends none. */
export const readVerdict = (type: string | undefined): OptOut | 'neither' | undefined => {
  if (!type) return undefined
  return type === 'STOP' ? 'stop' : type === 'START' ? 'start' : 'neither'
}

/** Error code of a socket that never opened. */
const cannotConnect = '64102'

/**
 * `legs` (transfers) and `anew` (reconnections to the model): counts that we add to the callback
 * URL.
 */
export const readSessionEnd = (
  form: Record<string, string>,
  { question, ...counts }: { question: string | undefined; legs: number; anew: number },
): SessionEnd => {
  const about = { carrier_sid: form.CallSid, question }
  if (form.DialCallStatus !== undefined) return { ...about, ...readDialEnd(form, counts) }
  if (form.SessionStatus === 'completed' && form.CallStatus === 'in-progress') return { ...about, kind: 'replaced' }
  if (form.SessionStatus === 'ended' && form.HandoffData?.includes('"transfer"')) return { ...about, kind: 'left' }
  if (form.SessionStatus !== 'failed')
    return { ...about, kind: 'over', ended_by: readEndedBy(form.SessionStatus, form.HandoffData) }
  const { ErrorCode: code = '', SessionId: session_id = '' } = form
  return { ...about, kind: 'lost', session_id, code, neverOpened: code === cannotConnect }
}

/** `completed`: the caller hung up. `ended`: we ended the call, with our reason. */
const readEndedBy = (status: string | undefined, handoff: string | undefined): EndedBy | undefined => {
  if (status === 'completed') return 'customer'
  if (status !== 'ended') return undefined
  return handoff?.includes('"limit"') ? 'limit' : 'assistant'
}

const readDialEnd = (form: Record<string, string>, counts: { legs: number; anew: number }) => {
  const { CallStatus, DialCallStatus = '', DialCallDuration, DialSipResponseCode } = form
  if (CallStatus !== 'completed' && DialCallStatus !== 'completed' && DialCallStatus !== 'answered')
    return { kind: 'not picked up', status: DialCallStatus, code: DialSipResponseCode } as const
  const by = CallStatus === 'completed' ? 'caller' : 'model'
  return { kind: 'dialled', by, seconds: readSeconds(DialCallDuration), ...counts } as const
}

const dialEnds = new Map<string, LegEnd['outcome']>([
  ['completed', 'over'],
  ['answered', 'over'],
  ['busy', 'busy'],
  ['no-answer', 'no-answer'],
  ['failed', 'failed'],
  ['canceled', 'canceled'],
])
const neverAnswered = ['busy', 'no-answer', 'failed']

export const readLegEnd = (form: Record<string, string>): LegEnd => {
  const { DialCallStatus = '', DialCallDuration, DialBridged } = form
  const refusal =
    DialCallStatus === 'failed'
      ? readCallFailure(form.ErrorCode, form.DialSipResponseCode ?? form.SipResponseCode)
      : undefined
  return {
    carrier_sid: form.CallSid,
    leg_sid: form.DialCallSid || undefined,
    isCallOver: form.CallStatus === 'completed',
    ...(refusal && { refusal }),
    outcome: dialEnds.get(DialCallStatus),
    joined: DialBridged === undefined ? undefined : DialBridged === 'true',
    duration: neverAnswered.includes(DialCallStatus)
      ? 0
      : DialCallDuration === undefined
        ? undefined
        : readSeconds(DialCallDuration),
  }
}

/** Ignores words that are not final, because Twilio sends them again. */
export const readWords = (form: Record<string, string>): WordsReport => {
  const { TranscriptionSid: source = '', SequenceId = '', Timestamp = '', TranscriptionEvent = '' } = form
  const parsed = Date.parse(Timestamp)
  const at = Number.isNaN(parsed) ? undefined : parsed
  const about = { source, number: /^\d{1,15}$/.test(SequenceId) ? Number(SequenceId) : (at ?? 0) }
  if (TranscriptionEvent === 'transcription-started') return { ...about, kind: 'begun' }
  if (TranscriptionEvent === 'transcription-stopped') return { ...about, kind: 'over' }
  if (TranscriptionEvent === 'transcription-error')
    return { ...about, kind: 'failed', code: form.TranscriptionErrorCode ?? form.TranscriptionError ?? '' }
  const text = readTranscript(form.TranscriptionData)
  if (TranscriptionEvent !== 'transcription-content' || form.Final === 'false' || !text)
    return { ...about, kind: 'nothing' }
  return { ...about, kind: 'said', sender: form.Track === 'outbound_track' ? 'bot' : 'human', text, at }
}

const readTranscript = (data = ''): string => {
  try {
    const { transcript } = JSON.parse(data)
    return typeof transcript === 'string' ? transcript.trim() : ''
  } catch {
    return ''
  }
}
