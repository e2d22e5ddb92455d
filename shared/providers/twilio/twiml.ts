/**
 * TwiML that we answer with. Written by hand: the vendor's builder spells some relay attributes in
 * lower case, and the carrier ignores those without a word.
 */
export interface Relay {
  /** Attributes of `<ConversationRelay>`, see relay-twiml.ts. */
  attributes: Record<string, string | undefined>
  /** Come back in the socket's first frame as `customParameters`. */
  parameters: Record<string, string>
  /** Told when the conversation is over; its answer is what happens next. */
  action: string
  notice?: Notice
  /** Records the call and tells this address when the recording can be fetched. */
  recordTo?: string
}

/**
 * Spoken to its end before the next verb, whatever the caller says meanwhile; `language` is BCP 47.
 */
interface Notice {
  text: string
  language: string
}

/** Connects the call to a conversation. */
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

/** A conversation that a model holds, at the other end of a SIP call. */
export interface SipDial {
  /** `sip:…`, headers included. */
  address: string
  /** Pressed before, towards the caller. */
  digits?: string
  /** Spoken before; empty for nothing. */
  greeting: string
  /** BCP 47. */
  language: string
  /** The carrier hangs up after so long. */
  limitSeconds: number
  /** The address that receives the words of both sides, in the words of this engine. */
  transcription?: { engine: string; to: string }
  /** Told when the other end is gone, or never picked up; its answer is what happens next. */
  action: string
  notice?: Notice
  recordTo?: string
}

/** Connects the call to another party, and lets it ring until they pick up. */
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

/** Another phone, which the caller is joined with. */
export interface DialledNumber {
  /** E.164 */
  number: string
  /** The caller's own number where it is left out. */
  callerId: string | undefined
  /** Spoken to the caller before; empty for nothing. */
  greeting: string
  /** BCP 47. */
  language: string
  ringSeconds: number
  /** Seconds from its answer on. */
  limitSeconds: number
  /** Told when it is over, or was not reached; its answer is what happens next. */
  action: string
  /** Told how the other phone's call goes. */
  status: string
  /** Asked what that phone hears before the two are joined. */
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

/**
 * Says it twice, each time with time for a key, which `action` is told; without one the call ends.
 */
export const askForKey = (text: string, language: string, action: string): string =>
  response(
    `<Gather${attributesOf({ input: 'dtmf', numDigits: '1', timeout: String(keySeconds), action })}>` +
      `${say(text, language)}<Pause length="${againSeconds}"/>${say(text, language)}</Gather><Hangup/>`,
  )

const keySeconds = 10
const againSeconds = 4

/** No verb is left: the two are joined. */
export const join = (text: string, language: string): string => response(text ? say(text, language) : '')

/** A model picks up at once or not at all. */
const pickUpSeconds = 15

const sayNotice = (notice: Notice | undefined) => (notice ? say(notice.text, notice.language) : '')

const say = (text: string, language: string) => `<Say language="${xml(language)}">${xml(text)}</Say>`

/** The events of a recording: by default its absence is not reported. */
export const recordingEvents = ['completed', 'absent'] as const

const startRecording = (recordTo: string | undefined) => {
  if (!recordTo) return ''
  const callback = { recordingStatusCallback: recordTo, recordingStatusCallbackEvent: recordingEvents.join(' ') }
  return `<Start><Recording${attributesOf(callback)}/></Start>`
}

/**
 * Transcribes the caller's own leg: inbound is the caller, outbound the dialled party's words to
 * them. It begins after the greeting, whose words are known, and continues until the call is over.
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

/** A sentence, and the call ends. */
export const sayAndHangUp = (text: string, language: string): string => response(`${say(text, language)}<Hangup/>`)

/** Not answered at all: the caller hears that the number is not in service. */
export const reject = (): string => response('<Reject/>')

/** Nothing more to do: the call ends. */
export const hangUp = (): string => response('<Hangup/>')

const response = (inner: string) => `<?xml version="1.0" encoding="UTF-8"?><Response>${inner}</Response>`

const attributesOf = (values: Record<string, string | undefined>) =>
  Object.entries(values)
    .flatMap(([name, value]) => (value === undefined ? [] : ` ${name}="${xml(value)}"`))
    .join('')

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' }

/**
 * XML excludes control characters other than white space, half characters and two more, escaped or
 * not.
 */
const xml = (text: string) =>
  text
    .replace(/[^\P{Cc}\t\n\r]|[\p{Cs}\uFFFE\uFFFF]/gu, '')
    .replace(/[&<>"']/g, (character) => entities[character] ?? character)
