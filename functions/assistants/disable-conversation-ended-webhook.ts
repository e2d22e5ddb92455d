import type { Assistant } from '../../shared/domain/assistants/assistant.ts'
import { disableConversationEndedWebhook } from '../../shared/operations/assistants.ts'
import { http } from '../../shared/runtime/http.ts'
import { found } from '../../shared/words/problem.ts'

export const handler = http(
  disableConversationEndedWebhook,
  async ({ user_id, token_id, body }, { assistants, clock }) => {
    const { assistant_id } = await body()
    const off = { conversation_ended_webhook_url: null, updated_at: clock.now() }
    const step = (assistant: Assistant) => ({ ...assistant, ...off })
    const changed = await assistants.change(user_id, assistant_id, step, { token_id })
    found(changed, 'assistant_not_found')
    return { message: 'Conversation ended webhook disabled successfully', data: [] }
  },
)
