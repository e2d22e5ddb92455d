import { admitVisitor } from '../../shared/actions/turns/admit-visitor.ts'
import { answerChat } from '../../shared/actions/turns/answer-chat.ts'
import { toolRef } from '../../shared/actions/turns/chat-toolbox.ts'
import { functionCallOf } from '../../shared/domain/conversations/chat-view.ts'
import { messagesPerAddress } from '../../shared/domain/conversations/visitor.ts'
import { sendChatMessage } from '../../shared/operations/chats.ts'
import { visit } from '../../shared/runtime/visit.ts'
import { found, Problem } from '../../shared/words/problem.ts'

export const handler = visit(sendChatMessage, async (request, services) => {
  const { accounts, assistants, chats, toolCalls, visits, clock } = services
  const { message: text, client_message_id } = request.body()
  const chat = found(await chats.findByUuid(request.uuid), 'conversation_not_found')
  const { user_id, type } = chat
  const [known, means] = await Promise.all([
    assistants.find(user_id, chat.assistant_id, chat.assistant_version),
    accounts.means(user_id),
  ])
  const assistant = found(known, 'conversation_not_found')
  const isOwner = admitVisitor(request, assistant, { type, missing: 'conversation_not_found' })
  if (means.account.suspended_at !== undefined) throw new Problem('conversation_not_found')
  if (!isOwner) {
    const visitor = { user_id, assistant_id: assistant.id, address: request.address }
    const taken = await visits.write(visitor, messagesPerAddress, clock.now())
    if (!taken.isAllowed) throw new Problem('too_many_visits', { retrySeconds: taken.resetSeconds })
  }
  const asked = { text, key: request.key ?? client_message_id }
  const reply = await answerChat(services, { chat, assistant, means, asked, log: request.log.with({ user_id }) })
  const used = isOwner && reply.place !== undefined ? await toolCalls.list(toolRef(chat)) : []
  const now = clock.now()
  return {
    status: true as const,
    message: reply.text,
    function_calls: used
      .filter(({ place }) => place === (reply.place ?? 0) - 1)
      .map((call) => functionCallOf(call, now)),
    ai_enabled: reply.ai_enabled,
    ended: reply.isOver,
  }
})
