import { answerChat, isUnpaid } from '../../shared/actions/turns/answer-chat.ts'
import { toolRef } from '../../shared/actions/turns/chat-toolbox.ts'
import type { Assistant } from '../../shared/domain/assistants/assistant.ts'
import { type Chat, newChat } from '../../shared/domain/conversations/chat.ts'
import { functionCallOf } from '../../shared/domain/conversations/chat-view.ts'
import { textsTooLong } from '../../shared/domain/conversations/filled-texts.ts'
import { generateReply } from '../../shared/operations/chats.ts'
import { http } from '../../shared/runtime/http.ts'
import type { Dependencies } from '../../shared/services.ts'
import type { Json } from '../../shared/words/fields.ts'
import { idAt } from '../../shared/words/id.ts'
import { found, Problem, refuseErrors } from '../../shared/words/problem.ts'
import { uuidFrom } from '../../shared/words/uuid.ts'

type Services = Dependencies<(typeof generateReply)['uses'][number]>

const askedMax = 200
const attemptsMax = 5

/** Answers a message. If the customer's last conversation has ended, begins a new one. */
export const handler = http(generateReply, async (request, services) => {
  const { accounts, assistants, toolCalls, clock } = services
  const { user_id } = request
  const { assistant_id, customer_identifier: identifier, message: text, variables = {} } = await request.body()
  const [known, means] = await Promise.all([assistants.find(user_id, assistant_id), accounts.means(user_id)])
  const assistant = found(known, 'reply_assistant_not_found')
  if (means.account.suspended_at !== undefined) throw new Problem('account_suspended')
  if (isUnpaid(means)) throw new Problem('reply_unpaid')
  refuseErrors(textsTooLong(assistant, variables, clock.now()))
  const chat = await chatWith({ assistant, identifier, variables }, services)
  const reply = await answerChat(services, {
    chat,
    assistant,
    means,
    // The key is the same in a repeated request.
    asked: { text, key: String(request.newId) },
    log: request.log,
  }).catch((cause: unknown) => {
    throw cause instanceof Problem && cause.code === 'conversation_unpaid' ? new Problem('reply_unpaid') : cause
  })
  const used = reply.place === undefined ? [] : await toolCalls.list(toolRef(chat))
  const now = clock.now()
  return {
    success: true as const,
    conversation_id: chat.uuid,
    customer_identifier: identifier,
    reply: reply.text,
    function_calls: used
      .filter(({ place }) => place === (reply.place ?? 0) - 1)
      .map((call) => functionCallOf(call, now)),
    ai_disabled: !reply.ai_enabled,
  }
})

interface Wanted {
  assistant: Assistant
  identifier: string
  variables: Record<string, Json>
}

const chatWith = async (wanted: Wanted, { chats, users, clock, random }: Services): Promise<Chat> => {
  const { assistant, identifier, variables } = wanted
  const { user_id } = assistant
  for (let attempt = 0; attempt < attemptsMax; attempt++) {
    const known = await chats.ofCustomer({ user_id, assistant_id: assistant.id, identifier })
    const isOpen = known && (known.phase.is === 'waiting' || known.phase.is === 'answering')
    if (isOpen && Object.keys(variables).length === 0) return known
    if (isOpen) {
      const merged = (chat: Chat) => ({ chat: { ...chat, variables: { ...chat.variables, ...variables } } })
      return (await chats.change(known, merged)) ?? known
    }
    const now = clock.now()
    const draft = { uuid: uuidFrom(random.bytes(16)), type: 'api', external_identifier: identifier } as const
    const begun = { ...draft, id: idAt(now, random.number()), variables, asked_max: askedMax }
    const chat = newChat({ ...begun, assistant, user: await users.find(user_id) }, now)
    if (await chats.begin(chat, '', known)) return chat
  }
  throw new Error('The conversation of the customer changed too often')
}
