import { admitBeginning } from '../../shared/actions/turns/admit-visitor.ts'
import { isUnpaid } from '../../shared/actions/turns/answer-chat.ts'
import type { Assistant } from '../../shared/domain/assistants/assistant.ts'
import { draftVersion } from '../../shared/domain/assistants/assistant-version.ts'
import { newChat } from '../../shared/domain/conversations/chat.ts'
import { chatOpeningOf } from '../../shared/domain/conversations/chat-opening.ts'
import { textsTooLong } from '../../shared/domain/conversations/filled-texts.ts'
import { chatsPerAddress } from '../../shared/domain/conversations/visitor.ts'
import { beginChat } from '../../shared/operations/chats.ts'
import { visit } from '../../shared/runtime/visit.ts'
import type { Dependencies } from '../../shared/services.ts'
import { sentences } from '../../shared/words/fields.ts'
import { finding, merge } from '../../shared/words/form.ts'
import { idAt } from '../../shared/words/id.ts'
import { found, Problem, refuseErrors } from '../../shared/words/problem.ts'
import { uuidFrom } from '../../shared/words/uuid.ts'

type Services = Dependencies<(typeof beginChat)['uses'][number]>

const idAttemptsMax = 5

export const handler = visit(beginChat, async (request, services) => {
  const { accounts, assistants, chats, users, visits, clock, random } = services
  const {
    assistant_id: uuid,
    type = 'widget',
    draft = false,
    variables: sent = {},
  } = request.body(({ type, draft }) =>
    merge(
      type === 'test' && request.user_id === undefined ? finding('type', sentences.selected) : {},
      draft && type !== 'test' ? finding('draft', 'The :attribute field needs the type test.') : {},
    ),
  )
  const live = found(await assistants.findByUuid(uuid.toLowerCase()), 'widget_not_found')
  const now = clock.now()
  const place = { type, missing: 'widget_not_found', ofAddress: chatsPerAddress, count: visits.begin } as const
  const { variables, limits } = await admitBeginning(request, live, { ...place, sent, now })
  const assistant = draft ? await draftOf(assistants, live) : live
  const { user_id } = assistant
  refuseErrors(textsTooLong(assistant, variables, now))
  const [means, user] = await Promise.all([accounts.means(user_id), users.find(user_id)])
  if (means.account.suspended_at !== undefined) throw new Problem('widget_not_found')
  if (type !== 'test' && isUnpaid(means)) throw new Problem('conversation_unpaid')

  const asked_max = limits.messages_per_conversation
  const fresh = { uuid: uuidFrom(random.bytes(16)), type, variables, asked_max }
  const greeting = chatOpeningOf(assistant, variables, now)
  for (let attempt = 0; attempt < idAttemptsMax; attempt++) {
    const chat = newChat({ ...fresh, id: idAt(now, random.number()), assistant, user }, now)
    if (await chats.begin(chat, greeting)) {
      const history = greeting ? [{ role: 'assistant' as const, content: greeting }] : []
      return { status: true as const, conversation_id: chat.uuid, history }
    }
  }
  throw new Error('No id was free')
})

const draftOf = async ({ find }: Services['assistants'], { user_id, id }: Assistant): Promise<Assistant> => {
  const assistant = found(await find(user_id, id, draftVersion), 'widget_not_found')
  if (assistant.version !== draftVersion) throw new Problem('draft_not_found')
  return assistant
}
