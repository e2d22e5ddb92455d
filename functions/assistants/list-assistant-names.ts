import { nameMembers, shortView } from '../../shared/domain/assistants/assistant-view.ts'
import { listAssistantNames } from '../../shared/operations/assistants.ts'
import { http } from '../../shared/runtime/http.ts'

export const handler = http(listAssistantNames, async ({ user_id }, { assistants }) =>
  (await assistants.list(user_id, { only: nameMembers })).map(shortView),
)
