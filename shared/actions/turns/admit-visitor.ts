import type { Assistant } from '../../domain/assistants/assistant.ts'
import type { ChatType } from '../../domain/conversations/chat.ts'
import { Problem, type ProblemCode } from '../../words/problem.ts'

interface Visitor {
  origin: string | undefined
  /** The owner of the request's token. */
  user_id: number | undefined
}

interface Place {
  type: ChatType
  /** Writing by default; `any`: the widget offers one of both. */
  how?: 'chat' | 'voice' | 'any'
  missing: ProblemCode
  /**
   * True for a request that a browser may send without an origin, because its page is of our own
   * origin.
   */
  isRead?: boolean
}

/**
 * Admits the owner with a token, and visitors of pages that the widget allows. An origin proves
 * nothing about a program that is no browser. It keeps other pages from using the assistant; what
 * programs can do, the rates bound. Returns true for the owner.
 */
export const admitVisitor = (
  { origin, user_id }: Visitor,
  assistant: Assistant | undefined,
  { type, how = 'chat', missing, isRead = false }: Place,
): boolean => {
  if (!assistant) throw new Problem(missing)
  if (user_id !== undefined) {
    if (user_id !== assistant.user_id) throw new Problem(missing)
    return true
  }
  const { enabled, chat, voice, allowed_origins = [] } = assistant.widget_settings
  const isOffered = { chat, voice, any: chat || voice }[how]
  if (type !== 'widget' || !enabled || !isOffered) throw new Problem(missing)
  const isAllowed = origin === undefined ? isRead : allowed_origins.includes(origin)
  if (!isAllowed) throw new Problem('origin_not_allowed')
  return false
}
