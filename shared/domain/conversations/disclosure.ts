import type { Assistant } from '../assistants/assistant.ts'
import type { CallDetail } from '../calls/call.ts'
import { wished, wishesOf } from '../calls/call-notices.ts'
import { languageById } from '../reference/languages.ts'
import type { Notice } from '../reference/notice.ts'
import { noticeSentences } from '../reference/notice-sentences.ts'
import { greetingOf, spokenBy, variablesOf } from './script.ts'
import { fill } from './template.ts'

/**
 * Notices that the carrier speaks first: an AI calls, the call is recorded. Empty without both. The
 * assistant's own text replaces the first, unless it is empty when filled.
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

/** The opening without rules of the law: the assistant's own notices, then its greeting. */
export const openingOf = (assistant: Assistant, detail: CallDetail | undefined, now: number): string =>
  [disclosureOf(assistant, detail, wished(wishesOf(assistant)), now), greetingOf(assistant, detail, now)]
    .filter(Boolean)
    .join(' ')
