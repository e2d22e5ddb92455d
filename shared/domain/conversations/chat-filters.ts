import { integer, oneOf, optional, text } from '../../words/fields.ts'
import { type FormValues, form } from '../../words/form.ts'
import { versionField, versionOfAssistant } from '../assistants/version-filter.ts'
import { type Chat, chatTypes } from './chat.ts'

export const chatFilters = form(
  {
    type: optional(oneOf(chatTypes)),
    assistant_id: optional(integer()),
    assistant_version: versionField,
    external_identifier: optional(text({ max: 255 })),
  },
  versionOfAssistant,
)
export type ChatFilters = FormValues<typeof chatFilters>

export const chatMatches =
  ({ type, assistant_id, assistant_version, external_identifier }: Partial<ChatFilters>) =>
  (chat: Chat): boolean =>
    (type === undefined || chat.type === type) &&
    (assistant_id === undefined || chat.assistant_id === assistant_id) &&
    (assistant_version === undefined || chat.assistant_version === assistant_version) &&
    (external_identifier === undefined || chat.external_identifier === external_identifier)
