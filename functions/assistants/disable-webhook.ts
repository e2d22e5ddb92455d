import type { Assistant } from '../../shared/domain/assistants/assistant.ts'
import { disableWebhook } from '../../shared/operations/assistants.ts'
import { http } from '../../shared/runtime/http.ts'
import { found } from '../../shared/words/problem.ts'

export const handler = http(disableWebhook, async ({ user_id, token_id, body }, { assistants, clock }) => {
  const { assistant_id } = await body()
  const off = { webhook_url: null, is_webhook_active: false, updated_at: clock.now() }
  const step = (assistant: Assistant) => ({ ...assistant, ...off })
  const changed = await assistants.change(user_id, assistant_id, step, { token_id })
  found(changed, 'assistant_not_found')
  return { message: 'Webhook disabled successfully', data: [] }
})
