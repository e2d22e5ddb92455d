import { deleteSuppressionList } from '../../shared/operations/suppression-lists.ts'
import { http } from '../../shared/runtime/http.ts'
import { found } from '../../shared/words/problem.ts'

export const handler = http(deleteSuppressionList, async ({ user_id, id }, { suppressionLists, importListQueue }) => {
  const removal = await suppressionLists.remove(user_id, id)
  await importListQueue.nudge(found(removal, 'suppression_list_not_found'))
  return { message: 'Suppression list will be removed' }
})
