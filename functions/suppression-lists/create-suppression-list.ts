import { isOpened } from '../../shared/actions/legs/is-opened.ts'
import { uploadWaitMs } from '../../shared/domain/knowledge/document.ts'
import { dayMisfit, newImport } from '../../shared/domain/suppression-lists/list-form.ts'
import { listImportView, listKey, listsMax } from '../../shared/domain/suppression-lists/suppression-list.ts'
import { createSuppressionList } from '../../shared/operations/suppression-lists.ts'
import { http } from '../../shared/runtime/http.ts'
import { Problem } from '../../shared/words/problem.ts'

const firstPollSeconds = 5

/** Begins an import. The list's old version applies until the new file is read completely. */
export const handler = http(createSuppressionList, async (request, services) => {
  const { suppressionLists, knowledgeStore, importListQueue, clock } = services
  const { user_id } = request
  const now = clock.now()
  const draft = await request.body(({ as_of }) => (as_of === undefined ? {} : dayMisfit(as_of, now)))
  const { lists } = await suppressionLists.head(user_id)
  const isNewVersion = lists.some(({ name }) => name === draft.name)
  // A shorter version could allow calls that the old version prevents, so full scope is needed.
  if (isNewVersion) await request.demand('all')
  if (lists.length >= listsMax && !isNewVersion) throw new Problem('too_many_suppression_lists')
  const importOf = (id: number) => ({ ...newImport(draft, { id, user_id }, now), wait_until: now + uploadWaitMs })
  const id = await request.create(async (id) =>
    isOpened(await suppressionLists.begin(importOf(id)), 'too_many_list_imports'),
  )
  await importListQueue.nudge({ user_id, import_id: id }, firstPollSeconds)
  return {
    message: 'Suppression list will be imported',
    data: listImportView(importOf(id)),
    upload: knowledgeStore.uploadForm(listKey({ user_id, id }), draft.size, 'text/csv'),
  }
})
