import type { Assistant } from '../assistants/assistant.ts'
import type { CallDetail } from '../calls/call.ts'
import { wished, wishesOf } from '../calls/call-notices.ts'
import { languageById } from '../reference/languages.ts'
import type { Notice } from '../reference/notice.ts'
import { noticeSentences } from '../reference/notice-sentences.ts'
import { greetingOf, spokenBy, variablesOf } from './script.ts'
import { fill } from './template.ts'

/**
 * What the carrier says before anything else: that an AI is calling, and that the call is recorded;
 * empty where a call announces neither. A text of the assistant's own takes the place of the first
 * sentence, and its variables are filled; one that comes to nothing does not.
 */
export const disclosureOf = (
  assistant: Assistant,
  detail: CallDetail | undefined,
  announces: readonly Notice[],
  now: number,
): string => {
  const { ai, recording } = noticeSentences(languageById(assistant.language_id)?.iso_2)
  // A lead's own name is often a variable, too.
  const variables = { ...variablesOf(assistant, detail, now), name: assistant.name }
  const own = assistant.disclosure === 'custom' ? spokenBy(assistant, assistant.disclosure_text, variables) : ''
  return [
    announces.includes('ai') ? own || fill(ai, variables).trim() : '',
    announces.includes('recording') ? recording : '',
  ]
    .filter(Boolean)
    .join(' ')
}

/**
 * How a talk begins in which no calling rules ask for a notice: with those that the assistant
 * itself wants, and its greeting.
 */
export const openingOf = (assistant: Assistant, detail: CallDetail | undefined, now: number): string =>
  [disclosureOf(assistant, detail, wished(wishesOf(assistant)), now), greetingOf(assistant, detail, now)]
    .filter(Boolean)
    .join(' ')
