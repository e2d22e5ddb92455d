import { removeCallingRule } from '../../shared/operations/calling-rules.ts'
import { http } from '../../shared/runtime/http.ts'
import { found } from '../../shared/words/problem.ts'

export const handler = http(removeCallingRule, async ({ user_id, region }, { callingRules }) => {
  found((await callingRules.remove(user_id, region)) || undefined, 'override_not_found')
  return { message: 'Calling hours removed successfully' }
})
