import { personExportView } from '../../shared/domain/people/person-work.ts'
import { getPersonExport } from '../../shared/operations/people.ts'
import { http } from '../../shared/runtime/http.ts'
import { timeOfId } from '../../shared/words/id.ts'
import { found } from '../../shared/words/problem.ts'

export const handler = http(getPersonExport, async ({ user_id, id }, { personWorks, recordings }) => {
  const work = await personWorks.find({ user_id, work_id: id })
  const made = found(work?.kind === 'export' ? work : undefined, 'person_export_not_found')
  return personExportView(made, timeOfId(id), recordings.link)
})
