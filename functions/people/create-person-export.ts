import { isOpened } from '../../shared/actions/legs/is-opened.ts'
import { newPersonWork, personExportView } from '../../shared/domain/people/person-work.ts'
import { createPersonExport } from '../../shared/operations/people.ts'
import { http } from '../../shared/runtime/http.ts'
import { timeOfId } from '../../shared/words/id.ts'
import { foundPhone, readPhone } from '../../shared/words/phone.ts'

export const handler = http(createPersonExport, async (request, { handlePersonQueue, personWorks }) => {
  const { user_id } = request
  const { phone_number } = await request.body()
  const { number } = foundPhone(readPhone(phone_number), 'phone_number', phone_number)
  const wanted = (id: number) => newPersonWork(id, user_id, 'export', number)
  const id = await request.create(async (id) => isOpened(await personWorks.begin(wanted(id)), 'too_many_person_works'))
  await handlePersonQueue.nudge({ user_id, work_id: id })
  return { message: 'The person will be exported', data: personExportView(wanted(id), timeOfId(id), noLink) }
})

const noLink = (): string => ''
