import type { Assistant } from '../assistants/assistant.ts'
import type { CallDetail } from '../calls/call.ts'
import { noticeFlagsOf, requestedNotices } from '../calls/call-notices.ts'
import { languageById } from '../reference/languages.ts'
import type { Notice } from '../reference/notice.ts'
import { noticeSentences } from '../reference/notice-sentences.ts'
import { greetingOf, spokenBy, variablesOf } from './script.ts'
import { fill } from './template.ts'

/**
 * Returns the notices that the carrier speaks first. The assistant's own text replaces the AI
 * notice, unless it is empty.
 */
export const disclosureOf = (
  assistant: Assistant,
  detail: CallDetail | undefined,
  announces: readonly Notice[],
  now: number,
): string => {
  const { ai, recording } = noticeSentences(languageById(assistant.language_id)?.iso_2)
  // Leads often have a variable `name`, but in the notice `name` is the assistant's name.
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
 * Returns the notices that the assistant's settings demand, and the greeting. Notices that only the
 * law demands are left out.
 */
export const openingOf = (assistant: Assistant, detail: CallDetail | undefined, now: number): string =>
  [disclosureOf(assistant, detail, requestedNotices(noticeFlagsOf(assistant)), now), greetingOf(assistant, detail, now)]
    .filter(Boolean)
    .join(' ')
