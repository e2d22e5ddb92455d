import type { Assistant } from '../assistants/assistant.ts'
import { type Language, languageById } from '../reference/languages.ts'
import { type Phrases, phrasesFor } from '../reference/phrases.ts'
import type { Voice } from '../reference/voices.ts'
import type { CallRef } from './call-ref.ts'
import type { LegRef } from './leg-ref.ts'

export type Instruction =
  | Connect
  | Dial
  | PutThrough
  | { step: 'say'; text: string; language: Language | undefined }
  | { step: 'hang up' }
  /** Rejects a call: the caller hears that the number is not in service. */
  | { step: 'reject' }

export type LegInstruction =
  /** Tells the callee about the call; the callee accepts with a key. */
  | { step: 'brief'; leg: LegRef; text: string; language: Language | undefined }
  /** The callee hears `text` before joining the customer. */
  | { step: 'join'; text: string; language: Language | undefined }
  | { step: 'hang up' }

/** The carrier listens and speaks; we exchange text over a socket. */
export interface Connect {
  step: 'connect'
  ref: CallRef
  assistant: Assistant
  voice: Voice
  ticket: string
  /** Empty when the customer speaks first, or after a lost socket. */
  greeting: string
  notice?: string
  /**
   * True when recording starts after the notice. Outbound calls without a recording notice are
   * recorded from the first ring.
   */
  startsRecording?: boolean
}

/** The carrier dials a model, which talks to the caller itself. */
export interface Dial {
  step: 'dial'
  ref: CallRef
  address: string
  /** DTMF tones that the carrier plays to the customer before the dial. */
  digits?: string
  notice?: string
  greeting: string
  language: Language | undefined
  limitSeconds: number
  transcribes?: boolean
  startsRecording?: boolean
  legs?: number
  reconnections?: number
}

export interface PutThrough {
  step: 'put through'
  leg: LegRef
  /** E.164 */
  to: string
  /** Shown to the callee; undefined: the carrier chooses. */
  caller_id: string | undefined
  text: string
  language: Language | undefined
  isWarm: boolean
  ringSeconds: number
  limitSeconds: number
}

export const sayPhrase = (phrase: keyof Phrases, assistant: Assistant | undefined): Instruction => {
  const language = assistant && languageById(assistant.language_id)
  return { step: 'say', text: phrasesFor(language?.iso_2)[phrase], language }
}
