import { numberView } from '../../shared/domain/account/number-view.ts'
import { updateNumber } from '../../shared/operations/numbers.ts'
import { http } from '../../shared/runtime/http.ts'
import { found, Problem } from '../../shared/words/problem.ts'

export const handler = http(updateNumber, async (request, { numbers, clock }) => {
  const { user_id, id } = request
  const number = found(await numbers.find(user_id, id), 'number_not_found')
  const { nickname } = await request.body()
  if (nickname !== undefined && !(await numbers.rename(user_id, id, nickname))) throw new Problem('number_not_found')
  const named = nickname === undefined ? number : { ...number, nickname: nickname ?? undefined }
  return { message: 'Phone number updated successfully.', data: numberView(named, clock.now()) }
})
