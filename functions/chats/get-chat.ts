import { admitVisitor } from '../../shared/actions/turns/admit-visitor.ts'
import { toolRef } from '../../shared/actions/turns/chat-toolbox.ts'
import { chatRefOf } from '../../shared/domain/conversations/chat.ts'
import { chatView } from '../../shared/domain/conversations/chat-view.ts'
import { getChat } from '../../shared/operations/chats.ts'
import { visit } from '../../shared/runtime/visit.ts'
import { found } from '../../shared/words/problem.ts'

export const handler = visit(getChat, async (request, { assistants, chats, toolCalls, clock }) => {
  const chat = found(await chats.findByUuid(request.uuid), 'conversation_not_found')
  const isOwner = request.user_id === chat.user_id
  if (!isOwner) {
    const assistant = await assistants.find(chat.user_id, chat.assistant_id)
    admitVisitor(request, assistant, { type: chat.type, missing: 'conversation_not_found', isRead: true })
  }
  const [messages, used] = await Promise.all([
    chats.said(chatRefOf(chat)),
    isOwner ? toolCalls.list(toolRef(chat)) : undefined,
  ])
  return chatView(chat, messages, { toolCalls: used, now: clock.now() })
})
