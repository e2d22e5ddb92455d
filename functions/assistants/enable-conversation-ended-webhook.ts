import type { Assistant } from '../../shared/domain/assistants/assistant.ts'
import { enableConversationEndedWebhook } from '../../shared/operations/assistants.ts'
import { http } from '../../shared/runtime/http.ts'
import { found } from '../../shared/words/problem.ts'
import { webhookUrlMisfit } from '../../shared/words/webhook-url.ts'

export const handler = http(
  enableConversationEndedWebhook,
  async ({ user_id, token_id, body }, { assistants, clock, stage }) => {
    const { assistant_id, webhook_url } = await body((asked) => webhookUrlMisfit(asked.webhook_url, stage))
    const on = { conversation_ended_webhook_url: webhook_url, updated_at: clock.now() }
    const step = (assistant: Assistant) => ({ ...assistant, ...on })
    const changed = await assistants.change(user_id, assistant_id, step, { token_id })
    found(changed, 'assistant_not_found')
    return { message: 'Conversation ended webhook enabled successfully', data: [] }
  },
)
