import * as z from 'zod'
import { documented, flag, integer, oneOf, optional, sentences, text, variables } from '../../words/fields.ts'
import { finding, form, merge } from '../../words/form.ts'
import type { FieldErrors } from '../../words/problem.ts'
import type { PreChatField } from '../assistants/widget-settings.ts'
import { messageLengthMax } from './chat.ts'
import { visitorVariableLengthMax, visitorVariablesMax } from './visitor.ts'

const uuidPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Accepts any text, because a malformed id is answered like an unknown id. */
const uuid = () => documented(text({ max: 100 }), { type: 'string', pattern: uuidPattern.source })

export const ChatDraft = form({
  assistant_id: uuid(),
  /** `test` is free, but needs an API token. */
  type: optional(oneOf(['widget', 'test'])),
  draft: optional(flag()),
  variables: optional(variables()),
})

export const ChatMessageDraft = form({
  message: text({ max: messageLengthMax, exact: true }),
  /** Replaces the header `Idempotency-Key`, which would cause a CORS preflight. */
  client_message_id: optional(text({ max: 255 })),
})

export const ReplyDraft = form({
  assistant_id: integer(),
  customer_identifier: text({ max: 255 }),
  message: text({ max: messageLengthMax, exact: true }),
  variables: optional(variables()),
})

export const visitorVariableErrors = (
  sent: Record<string, unknown>,
  fields: readonly PreChatField[] = [],
): FieldErrors => {
  const names = Object.keys(sent)
  const isMissing = (name: string) => String(sent[name] ?? '').trim() === ''
  return merge(
    names.length > visitorVariablesMax
      ? finding('variables', `The :attribute field must not have more than ${visitorVariablesMax} items.`)
      : {},
    ...names.map((name) => variableError(name, sent[name])),
    ...fields
      .filter(({ name, required }) => required && isMissing(name))
      .map(({ name }) => finding(`variables.${name}`, sentences.required)),
  )
}

const variableError = (name: string, value: unknown): FieldErrors => {
  const path = `variables.${name.slice(0, 100)}`
  if (name.length > 100)
    return finding(path, 'The name of the :attribute field must not be greater than 100 characters.')
  if (value !== null && typeof value === 'object') return finding(path, 'The :attribute field must be a plain value.')
  return String(value).length > visitorVariableLengthMax
    ? finding(path, `The :attribute field must not be greater than ${visitorVariableLengthMax} characters.`)
    : {}
}

/**
 * Returns the variables that a visitor may set. A visitor can replace an assistant's variable only
 * if the pre-chat form asks for it.
 */
export const visitorVariables = <T>(
  sent: Record<string, T>,
  owned: Record<string, unknown>,
  fields: readonly PreChatField[] = [],
): Record<string, T> => {
  const isTaken = (name: string) => !Object.hasOwn(owned, name) || fields.some((field) => field.name === name)
  return onOneLine(Object.fromEntries(Object.entries(sent).filter(([name]) => isTaken(name))))
}

/** Removes line breaks, which could imitate a section of the prompt. */
const onOneLine = <T>(values: Record<string, T>): Record<string, T> =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'string' ? (value.replace(/[\s\p{Cc}\u2028\u2029]+/gu, ' ').trim() as T) : value,
    ]),
  )

const FunctionCall = z.object({
  name: z.string(),
  arguments: z.record(z.string(), z.unknown()),
  result: z.string().nullable(),
})
const role = z.enum(['assistant', 'user'])

export const BegunChat = z.object({
  status: z.literal(true),
  conversation_id: z.uuid(),
  history: z.array(z.object({ role, content: z.string() })),
})

export const AnsweredMessage = z.object({
  status: z.literal(true),
  message: z.string(),
  function_calls: z.array(FunctionCall),
  ai_enabled: z.boolean(),
  ended: z.boolean(),
})

export const GeneratedReply = z.object({
  success: z.literal(true),
  conversation_id: z.uuid(),
  customer_identifier: z.string(),
  reply: z.string(),
  function_calls: z.array(FunctionCall),
  ai_disabled: z.boolean(),
})

export const ShownChat = z.object({
  status: z.literal(true),
  history: z.array(z.object({ role, content: z.string(), function_calls: z.array(FunctionCall).optional() })),
  variables: z.record(z.string(), z.unknown()).nullable(),
  external_identifier: z.string().optional(),
  ended: z.boolean(),
})

export const ShownWidget = z.object({
  chat: z.boolean(),
  voice: z.boolean(),
  position: z.string(),
  color: z.string(),
  header_title: z.string(),
  header_subtitle: z.string(),
  button_main_text: z.string(),
  button_sub_text: z.string(),
  start_button_text: z.string(),
  modal_title: z.string(),
  modal_description: z.string(),
  pre_chat_fields: z.array(z.object({ name: z.string(), label: z.string(), required: z.boolean() })),
})
