import { assignedVisitor } from '../../shared/actions/dialling/assigned-assistant.ts'
import { openWebCall } from '../../shared/actions/legs/open-web-call.ts'
import { draftVersion } from '../../shared/domain/assistants/assistant-version.ts'
import { textsTooLong } from '../../shared/domain/conversations/filled-texts.ts'
import { createWebCall } from '../../shared/operations/web-calls.ts'
import { http } from '../../shared/runtime/http.ts'
import { found, Problem, refuseErrors } from '../../shared/words/problem.ts'

export const handler = http(createWebCall, async (request, services) => {
  const { accounts, assistants, numbers, webTokens, clock } = services
  const { user_id } = request
  const { draft, visitor_key, typed = false } = request.bodyValues()
  const [known, means, owned, signer] = await Promise.all([
    assistants.find(user_id, request.id, draft ? draftVersion : undefined),
    accounts.means(user_id),
    numbers.list(user_id),
    webTokens.open(),
  ])
  const assistant = found(known, 'assistant_not_found')
  if (draft && assistant.version !== draftVersion) throw new Problem('draft_not_found')
  const { variables = {} } = await request.body()
  refuseErrors(textsTooLong(assistant, variables, clock.now()))
  const assigned = draft ? { assistant } : await assignedVisitor(services, assistant, visitor_key)
  return openWebCall(services, { assigned, means, owned, signer, isTyped: typed, variables, create: request.create })
})
