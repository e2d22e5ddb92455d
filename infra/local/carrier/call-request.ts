import type { CallbackTarget } from './callbacks.ts'
import { isPhoneNumber, problem } from './dialect.ts'

export interface CallRequest {
  to: string
  from: string
  instructions: { twiml: string } | CallbackTarget
  status?: CallbackTarget
  /**
   * Status events that the carrier reports. A value with spaces is one unknown event, as at Twilio.
   */
  statusEvents: string[]
  ringSeconds: number
  talkSecondsMax: number
  detection?: CallbackTarget & { waitsForBeep: boolean }
  recording?: Recording
}

export interface Recording {
  channels: 1 | 2
  report?: CallbackTarget
  events: string[]
}

/** Twilio's defaults. */
export const ringSecondsDefault = 60
export const talkSecondsDefault = 14_400
const twimlLengthMax = 4000

export const readCallRequest = (form: URLSearchParams): CallRequest | Response => {
  const to = form.get('To') ?? ''
  const from = form.get('From') ?? ''
  if (!isPhoneNumber(to)) return problem(400, 21211, "Invalid 'To' Phone Number")
  if (!isPhoneNumber(from)) return problem(400, 21212, "Invalid 'From' Phone Number")

  const instructions = readInstructions(form)
  if (!instructions) return problem(400, 21205, 'Url parameter is required')
  if ('twiml' in instructions && instructions.twiml.length > twimlLengthMax) {
    return problem(400, 20001, `Twiml must be at most ${twimlLengthMax} characters`)
  }

  const ringSeconds = readSeconds(form, 'Timeout', ringSecondsDefault)
  const talkSecondsMax = readSeconds(form, 'TimeLimit', talkSecondsDefault)
  if (ringSeconds === undefined) return problem(400, 20001, 'Timeout must be a number of seconds')
  if (talkSecondsMax === undefined) return problem(400, 20001, 'TimeLimit must be a number of seconds')

  const events = form.getAll('StatusCallbackEvent')
  return {
    to,
    from,
    instructions,
    status: readTarget(form, 'StatusCallback'),
    statusEvents: events.length > 0 ? events : ['completed'],
    ringSeconds,
    talkSecondsMax,
    detection: readDetection(form),
    recording: form.get('Record') === 'true' ? readRecording(form) : undefined,
  }
}

export const readInstructions = (form: URLSearchParams): CallRequest['instructions'] | undefined => {
  const twiml = form.get('Twiml')
  return twiml ? { twiml } : readTarget(form, 'Url', 'Method')
}

const readTarget = (form: URLSearchParams, name: string, methodName = `${name}Method`): CallbackTarget | undefined => {
  const url = form.get(name)
  return url ? { url, method: form.get(methodName) === 'GET' ? 'GET' : 'POST' } : undefined
}

const readSeconds = (form: URLSearchParams, name: string, missing: number) => {
  const text = form.get(name)
  if (text === null) return missing
  return /^[1-9]\d{0,5}$/.test(text) ? Number(text) : undefined
}

const readDetection = (form: URLSearchParams): CallRequest['detection'] => {
  const how = form.get('MachineDetection')
  const target = how && form.get('AsyncAmd') === 'true' ? readTarget(form, 'AsyncAmdStatusCallback') : undefined
  return target && { ...target, waitsForBeep: how === 'DetectMessageEnd' }
}

export const recordingEventsDefault = ['completed']

const readRecording = (form: URLSearchParams): Recording => {
  const events = form.getAll('RecordingStatusCallbackEvent')
  return {
    channels: form.get('RecordingChannels') === 'dual' ? 2 : 1,
    report: readTarget(form, 'RecordingStatusCallback'),
    events: events.length > 0 ? events : recordingEventsDefault,
  }
}
