import { type Recording, recordingEventsDefault } from './call-request.ts'
import type { CallbackTarget } from './callbacks.ts'
import type { TranscriptionRequest } from './transcription.ts'

export interface RelayOrder {
  url: string
  welcomeGreeting?: string
  attributes: Record<string, string>
  /** Values of `<Parameter>` elements, sent as `customParameters` in the `setup` frame. */
  parameters: Record<string, string>
}

export type Verb =
  | { name: 'Say'; text: string }
  | { name: 'Pause'; seconds: number }
  | { name: 'Play'; digits: string }
  | { name: 'Hangup' }
  | { name: 'Reject'; reason: string }
  | { name: 'Connect'; action?: CallbackTarget; relay: RelayOrder }
  | { name: 'Dial'; action?: CallbackTarget; address: string; limitSeconds: number }
  | ({ name: 'Transcribe' } & TranscriptionRequest)
  | DialledPhone
  | Gather
  | ({ name: 'Record' } & Pick<Recording, 'report' | 'events'>)
  | { name: 'unsupported'; element: string }

export interface DialledPhone {
  name: 'Dial number'
  action?: CallbackTarget
  to: string
  callerId?: string
  ringSeconds: number
  limitSeconds: number
  whisper?: CallbackTarget
  status?: CallbackTarget
  statusEvents: string[]
}

/** `<Gather>`: posts the pressed key to `action`, whose response holds the next verbs. */
export interface Gather {
  name: 'Gather'
  action?: CallbackTarget
  seconds: number
  verbs: Verb[]
}

interface Element {
  name: string
  attributes: Record<string, string>
  children: Element[]
  text: string
}

/** Reads TwiML; blank text is an empty response. */
export const readTwiml = (document: string): { verbs: Verb[] } | { error: string } => {
  if (document.trim() === '') return { verbs: [] }
  const root = readXml(document)
  if ('error' in root) return root
  if (root.name !== 'Response') return { error: `the root element is ${root.name}, not Response` }
  return { verbs: root.children.map(readVerb) }
}

const readVerb = (element: Element): Verb => {
  const { name, attributes, text } = element
  if (name === 'Say') return { name, text }
  if (name === 'Pause') return { name, seconds: Number(attributes.length ?? 1) || 0 }
  if (name === 'Play' && /^[0-9wW#*]+$/.test(attributes.digits ?? '')) return { name, digits: attributes.digits ?? '' }
  if (name === 'Hangup') return { name }
  if (name === 'Reject') return { name, reason: attributes.reason ?? 'rejected' }
  if (name === 'Start') return readStart(element)
  if (name === 'Dial') return readDial(element)
  if (name === 'Gather')
    return {
      name,
      action: targetIn(attributes),
      seconds: Number(attributes.timeout ?? gatherSecondsDefault),
      verbs: element.children.map(readVerb),
    }
  return (name === 'Connect' && readConnect(element)) || { name: 'unsupported', element: name }
}

const gatherSecondsDefault = 5

/** Reads `<Dial>`. In `sip:` addresses it accepts only the characters that Twilio accepts. */
const readDial = ({ attributes, children }: Element): Verb => {
  const number = children.find((child) => child.name === 'Number')
  if (number) return readNumber(attributes, number)
  const address = children.find((child) => child.name === 'Sip')?.text.trim() ?? ''
  if (!/^sip:[\w.-]+@[\w.-]+;transport=tls(?:\?[\w.%=&-]*)?$/.test(address))
    return { name: 'unsupported', element: 'Dial' }
  return {
    name: 'Dial',
    action: targetIn(attributes),
    address,
    limitSeconds: Number(attributes.timeLimit ?? dialLimitSecondsDefault),
  }
}

const readNumber = (attributes: Element['attributes'], { attributes: own, text }: Element): Verb => ({
  name: 'Dial number',
  action: targetIn(attributes),
  to: text.trim(),
  callerId: attributes.callerId,
  ringSeconds: Number(attributes.timeout ?? ringSecondsDefault),
  limitSeconds: Number(attributes.timeLimit ?? dialLimitSecondsDefault),
  whisper: targetIn({ action: own.url ?? '', method: own.method ?? '' }),
  status: targetIn({ action: own.statusCallback ?? '', method: own.statusCallbackMethod ?? '' }),
  // TwiML lists events in one attribute; the API has one field per event.
  statusEvents: own.statusCallbackEvent?.split(' ') ?? ['completed'],
})

/** Default of `<Dial>`; the Calls API has another. */
const ringSecondsDefault = 30
const dialLimitSecondsDefault = 14_400

const targetIn = ({ action, method }: Record<string, string>): CallbackTarget | undefined =>
  action ? { url: action, method: method === 'GET' ? 'GET' : 'POST' } : undefined

const readStart = ({ children }: Element): Verb => {
  const transcription = children.find((child) => child.name === 'Transcription')
  if (transcription) return readTranscription(transcription)
  const recording = children.find((child) => child.name === 'Recording')
  if (!recording) return { name: 'unsupported', element: 'Start' }
  const { recordingStatusCallback: url, recordingStatusCallbackEvent: events } = recording.attributes
  return {
    name: 'Record',
    report: url ? { url, method: 'POST' } : undefined,
    events: events?.split(' ') ?? recordingEventsDefault,
  }
}

/** Reads `<Transcription>`, which Twilio refuses without a callback URL. */
const readTranscription = ({ attributes }: Element): Verb => {
  const {
    statusCallbackUrl: url,
    transcriptionEngine = 'google',
    languageCode = 'en-US',
    track = 'both_tracks',
  } = attributes
  if (!url || !['google', 'deepgram'].includes(transcriptionEngine))
    return { name: 'unsupported', element: 'Transcription' }
  return { name: 'Transcribe', report: { url, method: 'POST' }, language: languageCode, track }
}

const readConnect = ({ attributes, children }: Element): Verb | undefined => {
  const relay = children.find((child) => child.name === 'ConversationRelay')
  const url = relay?.attributes.url
  if (!relay || !url || !/^wss?:\/\//.test(url)) return undefined
  return {
    name: 'Connect',
    action: targetIn(attributes),
    relay: {
      url,
      welcomeGreeting: relay.attributes.welcomeGreeting,
      attributes: relay.attributes,
      parameters: Object.fromEntries(
        relay.children
          .filter((child) => child.name === 'Parameter')
          .map((child) => [child.attributes.name ?? '', child.attributes.value ?? '']),
      ),
    },
  }
}

/**
 * Pattern of text in which every ampersand begins an entity, because Twilio refuses a bare
 * ampersand.
 */
const escaped = (excluded: string) => `(?:[^<&${excluded}]|&(?:amp|lt|gt|quot|apos|#\\d{1,6}|#x[\\da-fA-F]{1,5});)`
const attribute = `([\\w:.-]+)\\s*=\\s*(?:"(${escaped('"')}*)"|'(${escaped("'")}*)')`
const token = new RegExp(
  [
    '<!--[^]*?-->|<\\?[^]*?\\?>',
    '<!\\[CDATA\\[(?<raw>[^]*?)\\]\\]>',
    '</(?<closes>[\\w:.-]+)\\s*>',
    `<(?<opens>[\\w:.-]+)(?<attributes>(?:\\s+${attribute})*)\\s*(?<empty>/?)>`,
    `(?<text>${escaped('')}+)`,
  ].join('|'),
  'y',
)

const readXml = (document: string): Element | { error: string } => {
  const top: Element = { name: '', attributes: {}, children: [], text: '' }
  const open = [top]
  let at = 0
  while (at < document.length) {
    token.lastIndex = at
    const groups = token.exec(document)?.groups
    const parent = open.at(-1)
    if (!groups || !parent) return { error: `not well-formed at character ${at}` }
    if (groups.opens) {
      const element = { name: groups.opens, attributes: readAttributes(groups.attributes), children: [], text: '' }
      parent.children.push(element)
      if (!groups.empty) open.push(element)
    } else if (groups.closes) {
      if (parent.name !== groups.closes) return { error: `unexpected </${groups.closes}> at character ${at}` }
      open.pop()
    } else {
      parent.text += groups.raw ?? unescapeXml(groups.text)
    }
    at = token.lastIndex
  }
  const [root, ...others] = top.children
  if (!root || others.length > 0 || open.length !== 1 || top.text.trim() !== '') return { error: 'not one element' }
  return root
}

const readAttributes = (text = ''): Record<string, string> =>
  Object.fromEntries(
    [...text.matchAll(new RegExp(attribute, 'g'))].map(([, name, double, single]) => [
      name,
      unescapeXml(double ?? single),
    ]),
  )

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

const unescapeXml = (text = '') =>
  text.replace(/&(?:#x([\da-fA-F]+)|#(\d+)|(\w+));/g, (_, hex, decimal, name) =>
    name ? (entities[name] ?? '') : String.fromCodePoint(hex ? Number.parseInt(hex, 16) : Number(decimal)),
  )
