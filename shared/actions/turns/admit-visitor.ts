import type { Assistant } from '../../domain/assistants/assistant.ts'
import type { ChatType } from '../../domain/conversations/chat.ts'
import { Problem, type ProblemCode } from '../../words/problem.ts'

interface Visitor {
  origin: string | undefined
  /** Owner of the request's token. */
  user_id: number | undefined
}

interface Place {
  type: ChatType
  /** Chat by default; `any`: the widget offers one of both. */
  how?: 'chat' | 'voice' | 'any'
  missing: ProblemCode
  /** True for a request that browsers send without an origin from our own pages. */
  isRead?: boolean
}

/**
 * Admits the owner with a token, and visitors of allowed pages. Programs can forge an origin; rates
 * bound them. True for the owner.
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
