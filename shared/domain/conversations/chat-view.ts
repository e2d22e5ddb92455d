import * as z from 'zod'
import { timeOfId } from '../../words/id.ts'
import { decimalOf } from '../../words/money.ts'
import { plainTime } from '../../words/time.ts'
import { type ToolCall, toolCallView } from '../tools/tool-call.ts'
import { type Chat, type ChatMessage, chatTypes, isClosed } from './chat.ts'
import type { ShownChat } from './chat-form.ts'

export const chatView = (
  chat: Chat,
  messages: readonly ChatMessage[],
  { toolCalls, now }: { toolCalls: readonly ToolCall[] | undefined; now: number },
): z.input<typeof ShownChat> => ({
  status: true,
  history: messages.map(({ role, text, place }) => {
    const calls = role === 'assistant' ? (toolCalls?.filter((call) => call.place === place - 1) ?? []) : []
    return {
      role,
      content: text,
      ...(calls.length > 0 && { function_calls: calls.map((call) => functionCallOf(call, now)) }),
    }
  }),
  variables: Object.keys(chat.variables).length > 0 ? chat.variables : null,
  ...(chat.external_identifier !== undefined && { external_identifier: chat.external_identifier }),
  ended: isClosed(chat),
})

export const functionCallOf = (call: ToolCall, now: number) => {
  const { name, arguments: args, result } = toolCallView(call, now)
  return { name, arguments: args, result }
}

export const ChatItem = z.object({
  id: z.uuid(),
  assistant_id: z.uuid(),
  assistant_name: z.string(),
  assistant_version: z.int().nullable(),
  type: z.enum(chatTypes),
  variables: z.record(z.string(), z.unknown()).nullable(),
  external_identifier: z.string().optional(),
  message_count: z.int(),
  total_cost: z.number(),
  ai_enabled: z.boolean(),
  ended: z.boolean(),
  evaluation: z.record(z.string(), z.unknown()),
  extracted_variables: z.record(z.string(), z.unknown()).nullable(),
  created_at: z.string(),
  updated_at: z.string(),
})

export const listedChat = (chat: Chat): z.input<typeof ChatItem> => ({
  id: chat.uuid,
  assistant_id: chat.assistant_uuid,
  assistant_name: chat.assistant_name,
  assistant_version: chat.assistant_version ?? null,
  type: chat.type,
  variables: Object.keys(chat.variables).length > 0 ? chat.variables : null,
  ...(chat.external_identifier !== undefined && { external_identifier: chat.external_identifier }),
  message_count: chat.messages,
  total_cost: decimalOf(chat.cost),
  ai_enabled: chat.ai_enabled,
  ended: isClosed(chat),
  evaluation: chat.evaluation ?? {},
  extracted_variables: chat.extracted_variables ?? null,
  created_at: plainTime(timeOfId(chat.id)),
  updated_at: plainTime(chat.updated_at),
})

export const readCursor = (cursor: string): { before: number } | { after: number } | undefined => {
  const [, side, id] = /^([ba])(\d{1,16})$/.exec(cursor) ?? []
  if (!side || !Number.isSafeInteger(Number(id))) return undefined
  return side === 'b' ? { before: Number(id) } : { after: Number(id) }
}

export const cursorBefore = (id: number | undefined): string | null => (id === undefined ? null : `b${id}`)
export const cursorAfter = (id: number | undefined): string | null => (id === undefined ? null : `a${id}`)
