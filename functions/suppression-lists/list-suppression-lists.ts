import { listView } from '../../shared/domain/suppression-lists/suppression-list.ts'
import { listSuppressionLists } from '../../shared/operations/suppression-lists.ts'
import { http } from '../../shared/runtime/http.ts'

export const handler = http(listSuppressionLists, async ({ user_id }, { suppressionLists, clock }) => {
  const { lists } = await suppressionLists.head(user_id)
  return { data: lists.map((list) => listView(list, clock.now())) }
})
