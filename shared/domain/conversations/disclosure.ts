import type { Assistant } from '../assistants/assistant.ts'
import type { CallDetail } from '../calls/call.ts'
import { languageById } from '../reference/languages.ts'
import { fill } from './template.ts'

/** What is said about who speaks, and about a recording, in one language. `{{name}}` is the assistant's. */
interface Sentences {
  disclosure: string
  recording: string
}

const english: Sentences = {
  disclosure: 'Hello, this is {{name}}, an AI assistant.',
  recording: 'This call is recorded.',
}

/** By ISO 639-1 code, as the phrases that no model finds. */
const sentences: Record<string, Sentences> = {
  en: english,
  de: {
    disclosure: 'Guten Tag, hier ist {{name}}, eine KI-Assistenz.',
    recording: 'Dieses Gespräch wird aufgezeichnet.',
  },
  es: { disclosure: 'Hola, le habla {{name}}, un asistente de IA.', recording: 'Esta llamada se graba.' },
  fr: {
    disclosure: 'Bonjour, ici {{name}}, une assistance par intelligence artificielle.',
    recording: 'Cet appel est enregistré.',
  },
  it: {
    disclosure: 'Buongiorno, sono {{name}}, un assistente di intelligenza artificiale.',
    recording: 'Questa chiamata viene registrata.',
  },
  nl: { disclosure: 'Goedendag, u spreekt met {{name}}, een AI-assistent.', recording: 'Dit gesprek wordt opgenomen.' },
  pl: { disclosure: 'Dzień dobry, tu {{name}}, asystent AI.', recording: 'Ta rozmowa jest nagrywana.' },
  pt: { disclosure: 'Olá, aqui é {{name}}, um assistente de IA.', recording: 'Esta chamada é gravada.' },
}

const announcesRecording = ({ recording_notice, record }: Assistant): boolean => recording_notice && record

/** Does it say anything before its initial message? */
export const discloses = (assistant: Assistant): boolean =>
  assistant.disclosure !== 'off' || announcesRecording(assistant)

/**
 * What an assistant says before anything else: that it is an AI, and that the call is recorded; empty if it need not. A custom text takes
 * the place of the first sentence, and its variables are filled.
 */
export const disclosureOf = (assistant: Assistant, detail: CallDetail | undefined): string => {
  const { disclosure, recording } = sentences[languageById(assistant.language_id)?.iso_2 ?? 'en'] ?? english
  const variables = { name: assistant.name, ...assistant.variables, ...detail?.input_variables }
  const own = (assistant.disclosure === 'custom' && assistant.disclosure_text) || disclosure
  return [
    assistant.disclosure === 'off' ? '' : fill(own, variables).trim(),
    announcesRecording(assistant) ? recording : '',
  ]
    .filter(Boolean)
    .join(' ')
}
