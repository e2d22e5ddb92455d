import { deleteAssistant } from '../../shared/operations/assistants.ts'
import { http } from '../../shared/runtime/http.ts'
import { Problem } from '../../shared/words/problem.ts'

/**
 * Deletes the assistant and stops its campaigns. The dialler stops campaigns that this request
 * misses.
 */
export const handler = http(deleteAssistant, async ({ user_id, id }, { assistants, campaigns, clock }) => {
  const [isRemoved, all] = await Promise.all([assistants.remove(user_id, id), campaigns.list(user_id)])
  if (!isRemoved) throw new Problem('assistant_not_found')
  const calling = all.filter(({ assistant_id }) => assistant_id === id)
  const reason = 'Its assistant has been deleted.'
  await Promise.all(calling.map((one) => campaigns.stop({ user_id, campaign_id: one.id }, { reason }, clock.now())))
  return { message: 'Assistant deleted successfully' }
})
