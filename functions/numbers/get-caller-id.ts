import { callerIdView } from '../../shared/domain/account/caller-id.ts'
import { getCallerId } from '../../shared/operations/numbers.ts'
import { http } from '../../shared/runtime/http.ts'
import { found } from '../../shared/words/problem.ts'

export const handler = http(getCallerId, async ({ user_id, id }, { callerIds }) =>
  callerIdView(found(await callerIds.find({ user_id, number_id: id }), 'caller_id_not_found')),
)
