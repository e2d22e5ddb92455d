import type { Assistant } from '../assistants/assistant.ts'
import { type Language, languageById } from '../reference/languages.ts'
import { type Phrases, phrasesFor } from '../reference/phrases.ts'
import type { Voice } from '../reference/voices.ts'
import type { CallRef } from './call-ref.ts'
import type { LegRef } from './leg-ref.ts'

/** The carrier's next step with a call. The provider translates it. */
export type Instruction =
  | Connect
  | Dial
  | PutThrough
  /** A sentence, and the call ends. */
  | { step: 'say'; text: string; language: Language | undefined }
  | { step: 'hang up' }
  /** Not answered at all: the caller hears that the number is not in service. */
  | { step: 'reject' }

/** The carrier's next step with the phone of a leg. */
export type LegInstruction =
  /** Tells the callee about the call, and that a key takes it. */
  | { step: 'brief'; leg: LegRef; text: string; language: Language | undefined }
  /** The callee takes it, and hears this before they are joined. */
  | { step: 'join'; text: string; language: Language | undefined }
  | { step: 'hang up' }

/** The carrier hears and speaks for the assistant, and tells us the words over a socket. */
export interface Connect {
  step: 'connect'
  ref: CallRef
  assistant: Assistant
  voice: Voice
  /** The secret that the socket must present. */
  ticket: string
  /** Empty when the customer speaks first, or when a lost socket reconnects. */
  greeting: string
  /** Spoken before all else, to its end. */
  notice?: string
  /**
   * Starts a recording behind it; calls that we place without a notice about that are recorded from
   * their first ring on.
   */
  startsRecording?: boolean
}

/** The carrier dials a model, which holds the conversation by itself. */
export interface Dial {
  step: 'dial'
  ref: CallRef
  /** `sip:…`, headers included. */
  address: string
  /** Keys that are pressed before, towards the other end of the line. */
  digits?: string
  /** As for `Connect`. */
  notice?: string
  /** Spoken before; empty for nothing. */
  greeting: string
  language: Language | undefined
  /** The carrier hangs up after so long. */
  limitSeconds: number
  /** Has the carrier write down what both say, from the end of the greeting on. */
  transcribes?: boolean
  startsRecording?: boolean
  /** Number of legs of the call, and of repeated dials of a model. */
  legs?: number
  anew?: number
}

/** The carrier dials another phone, and joins the two once it is answered. */
export interface PutThrough {
  step: 'put through'
  leg: LegRef
  /** E.164 */
  to: string
  /** The number that the callee sees; undefined leaves it to the carrier. */
  caller_id: string | undefined
  /** Spoken to the customer before; empty for nothing. */
  text: string
  language: Language | undefined
  /** The callee is asked before they are joined. */
  isWarm: boolean
  ringSeconds: number
  /** The carrier ends it after so long. */
  limitSeconds: number
}

/** A sentence of ours in the assistant's language, and the call ends. */
export const sayPhrase = (phrase: keyof Phrases, assistant: Assistant | undefined): Instruction => {
  const language = assistant && languageById(assistant.language_id)
  return { step: 'say', text: phrasesFor(language?.iso_2)[phrase], language }
}
