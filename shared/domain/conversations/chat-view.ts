import type * as z from 'zod'
import { type ToolCall, toolCallView } from '../tools/tool-call.ts'
import { type Chat, type ChatMessage, isClosed } from './chat.ts'
import type { ShownChat } from './chat-form.ts'

/** Returns a chat as its owner sees it, with tool calls; without them, as visitors see it. */
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
