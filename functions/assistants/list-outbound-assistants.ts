import { outboundMembers, shortView } from '../../shared/domain/assistants/assistant-view.ts'
import { listOutboundAssistants } from '../../shared/operations/assistants.ts'
import { http } from '../../shared/runtime/http.ts'

export const handler = http(listOutboundAssistants, async ({ user_id }, { assistants }) =>
  (await assistants.list(user_id, { type: 'outbound', only: outboundMembers })).map(shortView),
)
