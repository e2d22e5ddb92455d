import type { Assistant } from '../../domain/assistants/assistant.ts'
import type { CallDetail } from '../../domain/calls/call.ts'
import { type Chat, chatRefOf } from '../../domain/conversations/chat.ts'
import { variablesOf } from '../../domain/conversations/script.ts'
import type { KnowledgeOffer } from '../../domain/tools/knowledge-offer.ts'
import type { Tool } from '../../domain/tools/tool.ts'
import type { ToolAnswer } from '../../domain/tools/tool-answer.ts'
import { ended, isRunning, maySend, type ToolCall, withOutcome } from '../../domain/tools/tool-call.ts'
import type { Dependencies } from '../../services.ts'
import type { Log } from '../../words/log.ts'
import { type KnowledgeParts, type SearchParts, searchKnowledge } from '../knowledge/knowledge.ts'
import { type SendingParts, sendTool } from './send-tool.ts'
import { isOffer, isSearch, type RequestedTool, type Toolbox, toolboxOf, type Used } from './toolbox.ts'

export type ChatToolParts = SendingParts &
  KnowledgeParts &
  SearchParts &
  Dependencies<'toolCalls.list' | 'toolCalls.start' | 'toolCalls.end' | 'tools.findMany'>

interface Using {
  chat: Chat
  assistant: Assistant
  detail: Pick<CallDetail, 'variables' | 'input_variables'>
  offers: readonly KnowledgeOffer[]
  log: Log
}

const limitMs = 10_000

/** Offers the assistant's tools in a chat, except built-in tools, which need a phone. */
export const openChatToolbox = async (parts: ChatToolParts, using: Using): Promise<Toolbox | undefined> => {
  const { chat, assistant, offers } = using
  if (assistant.tool_ids.length + offers.length === 0) return undefined
  const [tools, stored] = await Promise.all([
    parts.tools.findMany(chat.user_id, assistant.tool_ids),
    parts.toolCalls.list(toolRef(chat)),
  ])
  const patient = tools.map((tool) => ({ ...tool, timeout_seconds: Math.min(tool.timeout_seconds, limitMs / 1000) }))
  return toolboxOf({
    tools: [...offers, ...patient],
    stored,
    place: chat.messages,
    run: (asked) => recordAndRun(parts, using, asked),
    clock: parts.clock,
  })
}

export const toolRef = (chat: Pick<Chat, 'user_id' | 'id'>) => ({ user_id: chat.user_id, call_id: chat.id })

const recordAndRun = async (parts: ChatToolParts, using: Using, asked: RequestedTool): Promise<Used> => {
  const { toolCalls, clock } = parts
  const { fresh, before } = asked
  const ref = toolRef(using.chat)
  const log = using.log.with({ ...chatRefOf(using.chat) })
  if (before && !maySend(before, fresh.at)) return { call: before, isOurs: false }
  const there = await toolCalls.start(ref, fresh, before)
  if (there && (isRunning(there, clock.now()) || !maySend(there, fresh.at))) return { call: there, isOurs: false }
  const over = await run(parts, using, asked)
  await toolCalls.end(ref, over).catch((cause) => log.warn('the result of a tool was not recorded', { cause }))
  log.info('tool used', { tool: asked.tool.name, outcome: over.state, ms: over.duration_ms })
  return { call: over, isOurs: true }
}

const run = (parts: ChatToolParts, using: Using, asked: RequestedTool): Promise<ToolCall> => {
  const { tool } = asked
  if (isSearch(tool)) return search(parts, using, { ...asked, tool })
  if (isOffer(tool)) throw new Error('Chats offer no built-in tool')
  return request(parts, using, { ...asked, tool })
}

const request = async (
  parts: ChatToolParts,
  { chat, assistant, detail, log }: Using,
  { tool, args, fresh }: RequestedTool & { tool: Tool },
): Promise<ToolCall> => {
  const sending = sendTool(parts, {
    tool,
    args,
    variables: { ...variablesOf(assistant, detail, parts.clock.now()), conversation_id: chat.uuid },
    key: `${chat.user_id}-${chat.id}-${fresh.hash}`,
    about: { 'parlance-conversation-id': chat.uuid, 'parlance-assistant-id': String(assistant.id) },
    limitMs: tool.timeout_seconds * 1000,
  })
  const answer = await sending.then(
    ({ answer }) => answer,
    (cause): ToolAnswer => {
      log.warn('a tool was not used', { ...chatRefOf(chat), tool_id: tool.id, cause })
      const error = 'Something failed before it was asked'
      return { http_status: null, text: '', is_cut: false, error, may_have_arrived: false, duration_ms: 0 }
    },
  )
  return ended(fresh, answer)
}

const search = async (
  parts: ChatToolParts,
  { chat, log }: Using,
  { tool, args, fresh }: RequestedTool & { tool: KnowledgeOffer },
): Promise<ToolCall> => {
  const question = String(args.query)
  const text = await searchKnowledge(parts, chat.user_id, tool, { question, log }).catch((cause) =>
    log.warn('documents could not be searched', { ...chatRefOf(chat), cause }),
  )
  const carried = text
    ? ({ outcome: 'done', text } as const)
    : ({ outcome: 'unknown', text: 'the documents could not be read just now' } as const)
  return withOutcome(fresh, carried, parts.clock.now() - fresh.at)
}
