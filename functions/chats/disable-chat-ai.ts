import { withAi } from '../../shared/domain/conversations/chat.ts'
import { disableChatAi } from '../../shared/operations/chats.ts'
import { http } from '../../shared/runtime/http.ts'
import { found, Problem } from '../../shared/words/problem.ts'

export const handler = http(disableChatAi, async ({ user_id, uuid }, { chats, clock }) => {
  const chat = found(await chats.findByUuid(uuid), 'conversation_not_found')
  if (chat.user_id !== user_id) throw new Problem('conversation_not_found')
  await chats.change(chat, (current) => {
    const changed = withAi(current, false, clock.now())
    return changed && { chat: changed }
  })
  return { status: true as const, ai_enabled: false }
})
