import twilioWebhooks from 'twilio/lib/webhooks/webhooks.js'
import type { Report } from '../../domain/calls/call-life.ts'
import type { CarrierReports, ReportKind } from '../../domain/calls/carrier-report.ts'
import type { Instruction, LegInstruction } from '../../domain/calls/instruction.ts'
import { readIdentity } from '../../domain/calls/web-call.ts'
import type { Secrets } from '../aws/secrets.ts'
import type { Settings } from '../aws/settings.ts'
import { publicOrigin, publicUrl, socketUrl } from '../web/addresses.ts'
import type { Callbacks } from '../web/callbacks.ts'
import { readCallFailure, readMessageFailure } from './errors.ts'
import { writeInstruction } from './instructions.ts'
import {
  readAnsweredBy,
  readCallStatus,
  readLegEnd,
  readSessionEnd,
  readSmsStatus,
  readVerdict,
  readWords,
} from './words.ts'

type Form = Record<string, string>

interface CallbacksParts {
  settings: Settings
  secrets: Secrets
}

const signatureHeader = 'x-twilio-signature'
/** Header that is equal in all attempts of a request. */
const questionHeader = 'i-twilio-idempotency-token'

export const callbacks = ({ settings, secrets }: CallbacksParts): Callbacks => {
  const isSigned = async (signature: string | undefined, url: string, form: Record<string, string[]>) => {
    if (!signature) return false
    const isOurs = (secret: Record<string, string>) =>
      authTokens(secret).some((token) => twilioWebhooks.validateRequest(token, signature, url, form))
    // If the signature does not match, the cached token may be outdated, so the secret is read
    // again.
    return isOurs(await secrets.read('CARRIER')) || isOurs(await secrets.read('CARRIER', { isRetry: true }))
  }
  const signedHeaders = async (url: string, form: Form) => {
    const { auth_token = '' } = await secrets.read('CARRIER')
    return { [signatureHeader]: twilioWebhooks.getExpectedTwilioSignature(auth_token, url, form) }
  }
  const write = (instruction: Instruction | LegInstruction) => ({
    type: 'text/xml',
    body: writeInstruction(instruction, settings),
  })

  return {
    read: async (kind, { path, headers, body }) => {
      const form = new URLSearchParams(body)
      if (!(await isSigned(headers[signatureHeader], publicOrigin(settings) + path, everyValue(form)))) return undefined
      const ours = new URLSearchParams(path.split('?')[1])
      const [legs = 0, anew = 0] = ['legs', 'anew'].map((name) => Number(ours.get(name)) || 0)
      return readers[kind](Object.fromEntries(form), { question: headers[questionHeader], legs, anew })
    },
    write,
    writeToLeg: write,
    isGenuineSocket: (headers) => isSigned(headers[signatureHeader], socketUrl(settings), {}),

    trialPost: async (path) => {
      const url = publicUrl(settings, path)
      const form = { CallStatus: 'ringing' }
      return { url, headers: await signedHeaders(url, form), body: new URLSearchParams(form) }
    },
    trialSocket: async () => {
      const url = socketUrl(settings)
      return { url, headers: await signedHeaders(url, {}) }
    },
  }
}

const everyValue = (form: URLSearchParams): Record<string, string[]> =>
  Object.fromEntries([...new Set(form.keys())].map((name) => [name, form.getAll(name)]))

interface Asked {
  question: string | undefined
  /**
   * Counts that we add to the callback URL: transfers (`legs`) and reconnections to the model
   * (`anew`).
   */
  legs: number
  anew: number
}

const readStatus = (form: Form): Report => {
  const report = readCallStatus(form.CallStatus, form.CallDuration)
  const refusal = report.outcome === 'failed' ? readCallFailure(form.ErrorCode, form.SipResponseCode) : undefined
  return { ...report, ...(refusal && { refusal }), carrier_sid: form.CallSid }
}

const readers: { [K in ReportKind]: (form: Form, asked: Asked) => CarrierReports[K] } = {
  answered: ({ CallSid: carrier_sid = '' }, { question }) => ({ carrier_sid, question }),
  'call status': readStatus,
  'answered by': (form) => ({ ...readAnsweredBy(form.AnsweredBy), carrier_sid: form.CallSid }),
  'session end': readSessionEnd,
  'leg end': readLegEnd,
  'leg status': readStatus,
  'leg answer': ({ CallSid: carrier_sid = '', Digits }) => ({ carrier_sid, key: Digits || undefined }),
  recording: ({ RecordingSid: recording_sid, RecordingStatus }) => {
    if (RecordingStatus === 'completed' && recording_sid) return { kind: 'completed', recording_sid }
    return { kind: RecordingStatus === 'absent' || RecordingStatus === 'failed' ? 'absent' : 'not over' }
  },
  words: readWords,
  'incoming call': ({ CallSid: carrier_sid = '', From: from = '', To: to = '', StirVerstat }) => ({
    ...{ carrier_sid, from, to },
    // `StirVerstat` is absent when the caller's carrier does not sign calls (STIR/SHAKEN).
    is_attested: StirVerstat === 'TN-Validation-Passed-A',
  }),
  'web call': ({ CallSid: carrier_sid = '', From: from = '' }) => ({
    carrier_sid,
    ref: from.startsWith('client:') ? readIdentity(from.slice('client:'.length)) : undefined,
  }),
  'incoming status': ({ CallSid: carrier_sid = '', CallStatus, CallDuration }) => ({
    ...readCallStatus(CallStatus, CallDuration),
    carrier_sid,
  }),
  'caller id status': ({ VerificationStatus: result, OutgoingCallerIdSid }) => ({
    is_verified: result === 'success' ? true : result === 'failed' ? false : undefined,
    carrier_sid: OutgoingCallerIdSid || undefined,
  }),
  'sms status': ({ MessageSid: sms_sid, MessageStatus, ErrorCode }) => {
    const status = MessageStatus ? readSmsStatus(MessageStatus) : undefined
    const isLost = status === 'failed' || status === 'undelivered'
    return { sms_sid, status, refusal: isLost ? readMessageFailure(ErrorCode) : undefined }
  },
  'incoming message': ({ MessageSid: sms_sid = '', From: from = '', To: to = '', Body: body, OptOutType }) => ({
    sms_sid,
    from,
    to,
    body,
    verdict: readVerdict(OptOutType),
  }),
}

/** Returns the account's tokens: two during a rotation. */
const authTokens = ({ auth_token, auth_token_secondary }: Record<string, string>): string[] => {
  if (!auth_token) throw new Error('The carrier secret holds no auth_token')
  return auth_token_secondary ? [auth_token, auth_token_secondary] : [auth_token]
}
