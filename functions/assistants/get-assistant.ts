import { assistantView } from '../../shared/domain/assistants/assistant-view.ts'
import { found } from '../../shared/domain/problem.ts'
import { getAssistant } from '../../shared/operations/assistants.ts'
import { http } from '../../shared/runtime/http.ts'

/** The full assistant, as the list shows it. */
export const handler = http(getAssistant, async ({ user_id, id }, { assistants }) =>
  assistantView(found(await assistants.find(user_id, id), 'assistant_not_found')),
)
