import { listImportView } from '../../shared/domain/suppression-lists/suppression-list.ts'
import { getSuppressionList } from '../../shared/operations/suppression-lists.ts'
import { http } from '../../shared/runtime/http.ts'
import { found } from '../../shared/words/problem.ts'

export const handler = http(getSuppressionList, async ({ user_id, id }, { suppressionLists }) => {
  const made = found(await suppressionLists.find({ user_id, import_id: id }), 'suppression_list_not_found')
  return { data: listImportView(made) }
})
