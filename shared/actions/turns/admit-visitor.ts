import type { Assistant } from '../../domain/assistants/assistant.ts'
import { widgetDefaults } from '../../domain/assistants/widget-settings.ts'
import type { ChatType } from '../../domain/conversations/chat.ts'
import { visitorVariableErrors, visitorVariables } from '../../domain/conversations/chat-form.ts'
import type { Dependencies } from '../../services.ts'
import type { Json } from '../../words/fields.ts'
import { Problem, type ProblemCode, refuseErrors } from '../../words/problem.ts'

interface Visitor {
  origin: string | undefined
  /** Owner of the request's token. */
  user_id: number | undefined
}

interface Place {
  type: ChatType
  /** `chat` by default; `any` allows both. */
  how?: 'chat' | 'voice' | 'any'
  missing: ProblemCode
  /** True for GET requests. Browsers omit `Origin` from GET requests of pages of our own origin. */
  isRead?: boolean
}

/**
 * Throws a problem unless the visitor is allowed to use the assistant. Returns true for its owner.
 * Programs can forge an origin, so visitors also have rate limits.
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

interface Beginning extends Place {
  sent: Record<string, Json>
  ofAddress: number
  count: Dependencies<'visits.begin'>['visits']['begin']
  now: number
}

/** The widget's limits apply to visitors, not to the owner. */
export const admitBeginning = async (
  visitor: Visitor & { address: string },
  assistant: Assistant,
  { sent, ofAddress, count, now, ...place }: Beginning,
) => {
  const isOwner = admitVisitor(visitor, assistant, place)
  const limits = { ...widgetDefaults, ...assistant.widget_settings }
  if (isOwner) return { isOwner, limits, variables: sent }
  refuseErrors(visitorVariableErrors(sent, limits.pre_chat_fields))
  const { user_id, id: assistant_id } = assistant
  const visit = { user_id, assistant_id, address: visitor.address }
  const taken = await count(visit, { ofAddress, ofAssistant: limits.calls_per_hour }, now)
  if (!taken.isAllowed) throw new Problem('too_many_visits', { retrySeconds: taken.resetSeconds })
  return { isOwner, limits, variables: visitorVariables(sent, assistant.variables, limits.pre_chat_fields) }
}
