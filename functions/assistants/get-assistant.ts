import { assistantView } from '../../shared/domain/assistants/assistant-view.ts'
import { getAssistant } from '../../shared/operations/assistants.ts'
import { http } from '../../shared/runtime/http.ts'
import { found } from '../../shared/words/problem.ts'

export const handler = http(getAssistant, async ({ user_id, id }, { assistants }) =>
  assistantView(found(await assistants.find(user_id, id), 'assistant_not_found')),
)
