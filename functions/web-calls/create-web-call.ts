import { openWebCall } from '../../shared/actions/legs/open-web-call.ts'
import { textsTooLong } from '../../shared/domain/conversations/filled-texts.ts'
import { createWebCall } from '../../shared/operations/web-calls.ts'
import { http } from '../../shared/runtime/http.ts'
import { found, refuseErrors } from '../../shared/words/problem.ts'

export const handler = http(createWebCall, async (request, services) => {
  const { accounts, assistants, numbers, webTokens, clock } = services
  const { user_id } = request
  const [known, means, owned, sign] = await Promise.all([
    assistants.find(user_id, request.id),
    accounts.means(user_id),
    numbers.list(user_id),
    webTokens.open(),
  ])
  const assistant = found(known, 'assistant_not_found')
  const { variables = {} } = await request.body()
  refuseErrors(textsTooLong(assistant, variables, clock.now()))
  return openWebCall(services, { assistant, means, owned, sign, variables, create: request.create })
})
