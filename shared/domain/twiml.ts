/**
 * TwiML that we answer with. Written by hand: the vendor's builder spells some relay attributes in lower case, and the
 * carrier ignores those without a word.
 */
export interface Relay {
  /** wss:// */
  url: string
  welcomeGreeting?: string
  language: string
}

/** Connects the call to a conversation; the carrier tells `action` when it is over. */
export const connectRelay = (action: string, relay: Relay): string =>
  response(`<Connect action="${xml(action)}"><ConversationRelay${attributes({ ...relay })}/></Connect>`)

/** Nothing more to do: the call ends. */
export const hangUp = (): string => response('<Hangup/>')

const response = (inner: string) => `<?xml version="1.0" encoding="UTF-8"?><Response>${inner}</Response>`

const attributes = (values: Record<string, string | undefined>) =>
  Object.entries(values)
    .flatMap(([name, value]) => (value === undefined ? [] : ` ${name}="${xml(value)}"`))
    .join('')

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' }

/** XML has no place for control characters other than white space, escaped or not. */
const xml = (text: string) =>
  text.replace(/[^\P{Cc}\t\n\r]/gu, '').replace(/[&<>"']/g, (character) => entities[character] ?? character)
