import { personErasureView } from '../../shared/domain/people/person-work.ts'
import { getPersonErasure } from '../../shared/operations/people.ts'
import { http } from '../../shared/runtime/http.ts'
import { timeOfId } from '../../shared/words/id.ts'
import { found } from '../../shared/words/problem.ts'

export const handler = http(getPersonErasure, async ({ user_id, id }, { personWorks }) => {
  const work = await personWorks.find({ user_id, work_id: id })
  const erasure = found(work?.kind === 'erasure' ? work : undefined, 'person_erasure_not_found')
  return personErasureView(erasure, timeOfId(id))
})
