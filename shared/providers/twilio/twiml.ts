export interface Relay {
  attributes: Record<string, string | undefined>
  /** Parameters that Twilio returns in the socket's first frame as `customParameters`. */
  parameters: Record<string, string>
  /** Twilio requests this URL when the session ends; the answer is the next instruction. */
  action: string
  notice?: Notice
  recordTo?: string
}

/** A notice cannot be interrupted. `language` is BCP 47. */
interface Notice {
  text: string
  language: string
}

export const connectRelay = ({ attributes, parameters, action, notice, recordTo }: Relay): string =>
  response(
    sayNotice(notice) +
      startRecording(recordTo) +
      `<Connect action="${xml(action)}"><ConversationRelay${attributesOf(attributes)}>` +
      Object.entries(parameters)
        .map(([name, value]) => `<Parameter${attributesOf({ name, value })}/>`)
        .join('') +
      '</ConversationRelay></Connect>',
  )

export interface SipDial {
  /** `sip:…` with headers. */
  address: string
  /** DTMF keys played to the customer before the SIP call. */
  digits?: string
  greeting: string
  language: string
  limitSeconds: number
  transcription?: { engine: string; to: string }
  action: string
  notice?: Notice
  recordTo?: string
}

export const dialSip = ({
  address,
  digits,
  greeting,
  language,
  limitSeconds,
  transcription,
  action,
  notice,
  recordTo,
}: SipDial): string =>
  response(
    sayNotice(notice) +
      startRecording(recordTo) +
      (digits ? `<Play${attributesOf({ digits })}/>` : '') +
      (greeting ? say(greeting, language) : '') +
      (transcription ? startTranscription(transcription, language) : '') +
      `<Dial${attributesOf({ action, timeLimit: String(limitSeconds), timeout: String(pickUpSeconds), answerOnBridge: 'true' })}>` +
      `<Sip>${xml(address)}</Sip></Dial>`,
  )

export interface DialledNumber {
  number: string
  /** Default: the caller's own number. */
  callerId: string | undefined
  greeting: string
  language: string
  ringSeconds: number
  /** Maximum seconds after the phone is answered. */
  limitSeconds: number
  action: string
  status: string
  whisper: string | undefined
}

export const dialNumber = (dialled: DialledNumber): string => {
  const { number, callerId, greeting, language, ringSeconds, limitSeconds, action, status, whisper } = dialled
  const about = {
    action,
    timeLimit: String(limitSeconds),
    timeout: String(ringSeconds),
    answerOnBridge: 'true',
    callerId,
  }
  const called = { url: whisper, statusCallback: status, statusCallbackEvent: 'answered completed' }
  return response(
    (greeting ? say(greeting, language) : '') +
      `<Dial${attributesOf(about)}><Number${attributesOf(called)}>${xml(number)}</Number></Dial>`,
  )
}

/** The call ends if the callee presses no key. */
export const askForKey = (text: string, language: string, action: string): string =>
  response(
    `<Gather${attributesOf({ input: 'dtmf', numDigits: '1', timeout: String(keySeconds), action })}>` +
      `${say(text, language)}<Pause length="${againSeconds}"/>${say(text, language)}</Gather><Hangup/>`,
  )

const keySeconds = 10
const againSeconds = 4

export const join = (text: string, language: string): string => response(text ? say(text, language) : '')

/** Seconds. Short, because a model answers the SIP call at once or not at all. */
const pickUpSeconds = 15

const sayNotice = (notice: Notice | undefined) => (notice ? say(notice.text, notice.language) : '')

const say = (text: string, language: string) => `<Say language="${xml(language)}">${xml(text)}</Say>`

/** Twilio reports `absent` (no recording) only on request. */
export const recordingEvents = ['completed', 'absent'] as const

const startRecording = (recordTo: string | undefined) => {
  if (!recordTo) return ''
  const callback = { recordingStatusCallback: recordTo, recordingStatusCallbackEvent: recordingEvents.join(' ') }
  return `<Start><Recording${attributesOf(callback)}/></Start>`
}

/**
 * Starts a transcription. `inbound` is the caller, `outbound` what the caller hears.
 * https://www.twilio.com/docs/voice/twiml/transcription
 */
const startTranscription = ({ engine, to }: NonNullable<SipDial['transcription']>, language: string) =>
  `<Start><Transcription${attributesOf({
    name: 'words',
    track: 'both_tracks',
    languageCode: language,
    transcriptionEngine: engine,
    statusCallbackUrl: to,
  })}/></Start>`

export const sayAndHangUp = (text: string, language: string): string => response(`${say(text, language)}<Hangup/>`)

export const reject = (): string => response('<Reject/>')

export const hangUp = (): string => response('<Hangup/>')

const response = (inner: string) => `<?xml version="1.0" encoding="UTF-8"?><Response>${inner}</Response>`

/**
 * Replaces Twilio's builder, which misspells some attributes. Twilio ignores misspelled attributes
 * silently.
 */
const attributesOf = (values: Record<string, string | undefined>) =>
  Object.entries(values)
    .flatMap(([name, value]) => (value === undefined ? [] : ` ${name}="${xml(value)}"`))
    .join('')

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' }

/**
 * Escapes text. Removes characters that XML excludes: most control characters, lone surrogates,
 * U+FFFE and U+FFFF.
 */
const xml = (text: string) =>
  text
    .replace(/[^\P{Cc}\t\n\r]|[\p{Cs}\uFFFE\uFFFF]/gu, '')
    .replace(/[&<>"']/g, (character) => entities[character] ?? character)
