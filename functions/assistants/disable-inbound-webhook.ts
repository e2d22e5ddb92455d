import { disableInboundWebhook } from '../../shared/operations/assistants.ts'
import { http } from '../../shared/runtime/http.ts'
import { found } from '../../shared/words/problem.ts'

/** Incoming calls are not sent any more. */
export const handler = http(disableInboundWebhook, async ({ user_id, body }, { assistants, clock }) => {
  const { assistant_id } = await body()
  const off = { inbound_webhook_url: null, updated_at: clock.now() }
  const changed = await assistants.change(user_id, assistant_id, (assistant) => ({ ...assistant, ...off }))
  found(changed, 'assistant_not_found')
  return { message: 'Inbound webhook disabled successfully', data: [] }
})
