import { idAt } from '../../shared/domain/id.ts'
import { found } from '../../shared/domain/problem.ts'
import { newImport } from '../../shared/domain/suppression-lists/list-form.ts'
import { deleteSuppressionList } from '../../shared/operations/suppression-lists.ts'
import { http } from '../../shared/runtime/http.ts'

/** An import that brings nothing: the other lists stay in force while it runs, and this one until it is done. */
export const handler = http(deleteSuppressionList, async ({ user_id, id }, services) => {
  const { suppressionLists, importListQueue, clock, random } = services
  const { lists } = await suppressionLists.head(user_id)
  const list = found(
    lists.find(({ import_id }) => import_id === id),
    'suppression_list_not_found',
  )
  const now = clock.now()
  const as_of = new Date(list.as_of).toISOString().slice(0, 10)
  const ref = { id: idAt(now, random.number()), user_id }
  const removal = { ...newImport({ ...list, as_of }, ref, now), removes: true as const }
  if (!(await suppressionLists.begin(removal))) throw new Error('The id of a removal is taken')
  await importListQueue.nudge({ user_id, import_id: ref.id })
  return { message: 'Suppression list will be removed' }
})
