import type { Assistant } from '../assistants/assistant.ts'
import { noticeFlagsOf, requestedNotices } from '../calls/call-notices.ts'
import type { Chat } from './chat.ts'
import { disclosureOf } from './disclosure.ts'
import { variablesOf } from './script.ts'
import { fill, spokenLengthMax } from './template.ts'

export const chatOpeningOf = (assistant: Assistant, variables: Chat['variables'], now: number): string => {
  const detail = { variables, input_variables: { ...assistant.variables, ...variables } }
  const notices = requestedNotices(noticeFlagsOf(assistant)).filter((notice) => notice === 'ai')
  const greeting = fill(assistant.initial_message, variablesOf(assistant, detail, now), spokenLengthMax).trim()
  return [disclosureOf(assistant, detail, notices, now), assistant.wait_for_customer ? '' : greeting]
    .filter(Boolean)
    .join(' ')
}
