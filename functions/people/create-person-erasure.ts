import { isOpened } from '../../shared/actions/legs/is-opened.ts'
import { personOf } from '../../shared/domain/people/mentions.ts'
import { newPersonWork, personErasureView } from '../../shared/domain/people/person-work.ts'
import { createPersonErasure } from '../../shared/operations/people.ts'
import { http } from '../../shared/runtime/http.ts'
import { timeOfId } from '../../shared/words/id.ts'
import { foundPhone, readPhone } from '../../shared/words/phone.ts'
import { Problem } from '../../shared/words/problem.ts'

/**
 * Begins an erasure; refused while the person is on a call. The worker waits for calls that start
 * later.
 */
export const handler = http(createPersonErasure, async (request, { handlePersonQueue, people, personWorks }) => {
  const { user_id } = request
  const { phone_number } = await request.body()
  const { number } = foundPhone(readPhone(phone_number), 'phone_number', phone_number)
  if (await people.isOnCall(user_id, personOf(number))) throw new Problem('person_on_call')
  const wanted = (id: number) => newPersonWork(id, user_id, 'erasure', number)
  const id = await request.create(async (id) => isOpened(await personWorks.begin(wanted(id)), 'too_many_person_works'))
  await handlePersonQueue.nudge({ user_id, work_id: id })
  return { message: 'The person will be erased', data: personErasureView(wanted(id), timeOfId(id)) }
})
